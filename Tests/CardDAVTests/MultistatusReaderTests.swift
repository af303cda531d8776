import CardDAV
import TestSupport
import Testing

@Suite("MultistatusReader, RFC 4918 §13")
struct MultistatusReaderTests {
  /// What pieces say; `nil` where they are no multistatus.
  private func read(_ pieces: some Sequence<ArraySlice<UInt8>>) -> (all: [DAVResponse], String?)? {
    let reader = MultistatusReader()
    var all: [DAVResponse] = []
    do {
      for piece in pieces {
        try reader.append(piece)
        all += reader.take()
      }
      try reader.finish()
      return (all + reader.take(), reader.token)
    } catch {
      return nil
    }
  }

  private func read(_ text: String) -> (all: [DAVResponse], String?)? {
    read([Array(text.utf8)[...]])
  }

  @Test("reads what each server writes alike", arguments: DAVAnswers.all)
  func shapes(name: String, text: String) throws {
    let (all, token) = try #require(read(text))
    #expect(all.count == 2)
    #expect(all[0].hrefs.map { MemberHref($0) } == [MemberHref("/ann/book/a@b.vcf")])
    #expect(all[0].status == nil)
    #expect(all[0].etag == "\"0f1e\"")
    let card = try #require(all[0].properties[.addressData])
    #expect(String(decoding: card.text, as: UTF8.self) == DAVAnswers.card)
    #expect(all[1].status == 404)
    #expect(all[1].properties.isEmpty)
    #expect(token == nil)
  }

  @Test(
    "reads pieces as the whole, byte by byte and cut at every offset", arguments: DAVAnswers.all)
  func pieces(name: String, text: String) throws {
    let octets = Array(text.utf8)
    let whole = try #require(read(text)).all
    #expect(read(octets.indices.map { octets[$0...$0] })?.all == whole)
    for cut in octets.indices where cut % 3 == 0 || cut < 200 {
      #expect(read([octets[..<cut], octets[cut...]])?.all == whole, "cut at \(cut)")
    }
  }

  @Test("takes no document for whole that ends too early", arguments: DAVAnswers.all)
  func truncated(name: String, text: String) {
    let octets = Array(text.utf8)
    let end = octets.count - octets.reversed().prefix { $0 != UInt8(ascii: ">") }.count
    for cut in 0..<end where cut % 5 == 0 || cut > end - 30 {
      #expect(read([octets[..<cut]]) == nil, "cut at \(cut)")
    }
  }

  @Test("keeps the status of a resource apart from that of a property (RFC 4918 §14.22, §14.24)")
  func statuses() throws {
    let text = DAVAnswers.multistatus(
      """
      <d:response><d:href>/a</d:href><d:propstat><d:prop><c:address-data/></d:prop>\
      <d:status>HTTP/1.1 404 Not Found</d:status></d:propstat><d:propstat><d:prop>\
      \(DAVAnswers.etag("1"))</d:prop><d:status>HTTP/2 200</d:status></d:propstat></d:response>
      <d:response><d:href>/b</d:href><d:href>/c</d:href><d:status>HTTP/1.1 507 Full</d:status>\
      <d:error><d:number-of-matches-within-limits><d:href>/x</d:href></d:number-of-matches-within-limits>\
      </d:error><d:responsedescription>Too many</d:responsedescription></d:response>
      <d:sync-token>
        urn:1 </d:sync-token>
      """)
    let (all, token) = try #require(read(text))
    #expect(all[0].status == nil)
    #expect(all[0].missing == [.addressData: 404])
    #expect(all[0].etag == "\"1\"")
    #expect(all[1].hrefs == ["/b", "/c"])
    #expect(all[1].status == 507)
    #expect(all[1].conditions == [DAVName("DAV:", "number-of-matches-within-limits")])
    #expect(all[1].words == "Too many")
    #expect(token == "urn:1")
  }

  @Test("reads the properties that say what a collection is")
  func collections() throws {
    let text = DAVAnswers.multistatus(
      DAVAnswers.found(
        "/ann/",
        """
        <d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>
        <d:current-user-principal> <d:href>/p/ann/</d:href> </d:current-user-principal>
        <c:addressbook-home-set><d:href>/ann/</d:href><d:href>/shared/</d:href></c:addressbook-home-set>
        <c:supported-address-data><c:address-data-type/>\
        <c:address-data-type content-type="text/vcard" version="4.0"/>\
        <c:address-data-type content-type="application/vcard+json" version="4.1"/>\
        </c:supported-address-data>
        <d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report>\
        </d:supported-report></d:supported-report-set>
        <d:displayname>Ännchen &amp; Co
        </d:displayname>
        """))
    let properties = try #require(read(text)).all[0].properties
    #expect(properties[.resourceType]?.names.contains(.addressBook) == true)
    #expect(properties[.principal]?.hrefs == ["/p/ann/"])
    #expect(properties[.homeSet]?.hrefs == ["/ann/", "/shared/"])
    #expect(properties[.supportedAddressData]?.versions == ["3.0", "4.0"])
    #expect(properties[.supportedReports]?.names.contains(.syncCollection) == true)
    #expect(properties[.displayName]?.trimmed == "Ännchen & Co")
  }

  @Test("passes over what it does not know, and a name of another namespace (RFC 4918 §17)")
  func unknown() throws {
    let text = DAVAnswers.multistatus(
      """
      <x:response xmlns:x="urn:x"><d:href>/no</d:href></x:response>
      <d:response><x:new xmlns:x="urn:x"><d:href>/no</d:href></x:new><d:href>/a<x/></d:href>\
      <d:propstat><d:prop><getetag xmlns="urn:x">"2"</getetag>\(DAVAnswers.etag("1"))</d:prop>\
      </d:propstat></d:response>
      """)
    let all = try #require(read(text)).all
    #expect(all.map(\.hrefs) == [["/a"]])
    #expect(all[0].etag == "\"1\"")
  }

  @Test(
    "gives ETags with the quotation marks that some leave out, and none that could break a request",
    arguments: [
      ("\"1\"", "\"1\""), ("W/\"1\"", "W/\"1\""), ("1-x", "\"1-x\""), ("", nil), ("a b", nil),
      ("\"1&#10;X: y\"", nil),
    ])
  func etags(written: String, etag: String?) throws {
    let text = DAVAnswers.multistatus(DAVAnswers.found("/a", "<d:getetag>\(written)</d:getetag>"))
    #expect(try #require(read(text)).all[0].etag == etag)
  }

  @Test(
    "takes nothing that is no multistatus, with bounds to what is hostile",
    arguments: [
      ("nothing", ""), ("a page", "<!DOCTYPE html><html><body>Log in</body></html>"),
      ("a page in XML", "<html xmlns='http://www.w3.org/1999/xhtml'><p/></html>"),
      ("no namespace", "<multistatus><response/></multistatus>"),
      ("a bomb", "<!DOCTYPE a [<!ENTITY b 'x'>]><d:multistatus xmlns:d='DAV:'>&b;</d:multistatus>"),
      ("an entity", "<d:multistatus xmlns:d='DAV:'>&b;</d:multistatus>"),
      (
        "depth",
        "<multistatus xmlns='DAV:'>" + String(repeating: "<a>", count: 100)
          + String(repeating: "</a>", count: 100) + "</multistatus>"
      ),
      (
        "namespaces",
        "<d:multistatus xmlns:d='DAV:'><a "
          + (0..<2000).map { "xmlns:n\($0)='u'" }.joined(separator: " ") + "/></d:multistatus>"
      ),
      ("two roots", "<d:multistatus xmlns:d='DAV:'/><d:multistatus xmlns:d='DAV:'/>"),
      ("no UTF-8", "<d:multistatus xmlns:d='DAV:'>\u{FFFE}</d:multistatus>"),
    ])
  func hostile(name: String, text: String) {
    #expect(read(text) == nil)
  }

  @Test("tells what was violated where a request is refused (RFC 4918 §16)")
  func conditions() {
    let text = "<error xmlns='DAV:'><valid-sync-token/><x xmlns='urn:x'><y/></x></error>"
    #expect(
      MultistatusReader.conditions(Array(text.utf8))
        == [DAVName("DAV:", "valid-sync-token"), DAVName("urn:x", "x")])
    #expect(MultistatusReader.conditions(Array("<html/>".utf8)).isEmpty)
    #expect(MultistatusReader.conditions([]).isEmpty)
  }
}
