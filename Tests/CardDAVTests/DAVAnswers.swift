/// What servers answer, in the shapes that they were seen to write; the people are invented.
enum DAVAnswers {
  /// Radicale: no blanks, one namespace by default, cards with escaped carriage returns left out.
  static let radicale = """
    <?xml version='1.0' encoding='utf-8'?>
    <multistatus xmlns="DAV:" xmlns:CR="urn:ietf:params:xml:ns:carddav"><response><href>/ann/book/a%40b.vcf</href><propstat><prop><getetag>"0f1e"</getetag><CR:address-data>BEGIN:VCARD
    VERSION:3.0
    FN:Ann &amp; Bob &lt;1&gt;
    END:VCARD
    </CR:address-data></prop><status>HTTP/1.1 200 OK</status></propstat></response><response><href>/ann/book/gone.vcf</href><status>HTTP/1.1 404 Not Found</status></response></multistatus>
    """

  /// Xandikos: prefixes of its own making, everything escaped.
  static let xandikos = """
    <ns0:multistatus xmlns:ns0="DAV:" xmlns:ns1="urn:ietf:params:xml:ns:carddav"><ns0:response><ns0:href>/ann/book/a%40b.vcf</ns0:href><ns0:propstat><ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop><ns0:getetag>"0f1e"</ns0:getetag><ns1:address-data>BEGIN:VCARD&#13;
    VERSION:3.0&#13;
    FN:Ann &#38; Bob &#60;1>&#13;
    END:VCARD&#13;
    </ns1:address-data></ns0:prop></ns0:propstat></ns0:response><ns0:response><ns0:href>/ann/book/gone.vcf</ns0:href><ns0:status>HTTP/1.1 404 Not Found</ns0:status></ns0:response></ns0:multistatus>
    """

  /// sabre/dav: a namespace of its own, and an ETag in quotation marks that are escaped.
  static let sabre = """
    <?xml version="1.0"?>
    <d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:card="urn:ietf:params:xml:ns:carddav">
     <d:response>
      <d:href>/ann/book/a%40b.vcf</d:href>
      <d:propstat>
       <d:prop>
        <d:getetag>&quot;0f1e&quot;</d:getetag>
        <card:address-data>BEGIN:VCARD&#13;
    VERSION:3.0&#13;
    FN:Ann &amp; Bob &lt;1&gt;&#13;
    END:VCARD&#13;
    </card:address-data>
       </d:prop>
       <d:status>HTTP/1.1 200 OK</d:status>
      </d:propstat>
     </d:response>
     <d:response><d:href>/ann/book/gone.vcf</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>
    </d:multistatus>
    """

  /// Cyrus: cards as CDATA, which ends within them, too.
  static let cyrus = """
    <?xml version="1.0" encoding="utf-8"?>
    <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav" xmlns:CY="http://cyrusimap.org/ns/">
      <D:response>
        <D:href>/ann/book/a%40b.vcf</D:href>
        <D:propstat>
          <D:prop><D:getetag>"0f1e"</D:getetag><C:address-data><![CDATA[BEGIN:VCARD
    VERSION:3.0
    FN:Ann & Bob ]]>&lt;<![CDATA[1>
    END:VCARD
    ]]></C:address-data></D:prop>
          <D:status>HTTP/1.1 200 OK</D:status>
        </D:propstat>
      </D:response>
      <D:response>
        <D:href>/ann/book/gone.vcf</D:href>
        <D:status>HTTP/1.1 404 Not Found</D:status>
        <D:error><CY:gone/></D:error>
      </D:response>
    </D:multistatus>
    """

  /// Google: URLs in whole, `d:` for DAV, and what it does not know in a propstat of its own.
  static let google = """
    <?xml version="1.0" encoding="UTF-8"?>
    <d:multistatus xmlns:d="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav" xmlns:gd="http://schemas.google.com/gContact/2008">
     <d:response>
      <d:href>https://www.example/ann/book/a%40b.vcf</d:href>
      <d:propstat>
       <d:status>HTTP/1.1 200 OK</d:status>
       <d:prop><d:getetag>"0f1e"</d:getetag><card:address-data>BEGIN:VCARD
    VERSION:3.0
    FN:Ann &amp; Bob &lt;1&gt;
    END:VCARD
    </card:address-data></d:prop>
      </d:propstat>
      <d:propstat>
       <d:status>HTTP/1.1 404 Not Found</d:status>
       <d:prop><gd:etag/></d:prop>
      </d:propstat>
     </d:response>
     <d:response><d:href>https://www.example/ann/book/gone.vcf</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>
    </d:multistatus>
    """

  /// iCloud: the same namespace said anew in each element, and an ETag with blanks around it.
  static let icloud = """
    <?xml version='1.0' encoding='UTF-8'?><multistatus xmlns='DAV:'>
      <response xmlns="DAV:">
        <href>/ann/book/a%40b.vcf</href>
        <propstat>
          <prop>
            <getetag xmlns="DAV:">
              "0f1e"
            </getetag>
            <address-data xmlns="urn:ietf:params:xml:ns:carddav"><![CDATA[BEGIN:VCARD
    VERSION:3.0
    FN:Ann & Bob <1>
    END:VCARD
    ]]></address-data>
          </prop>
          <status>HTTP/1.1 200 OK</status>
        </propstat>
      </response>
      <response><href>/ann/book/gone.vcf</href><status>HTTP/1.1 404 Not Found</status></response>
    </multistatus>
    """

  static let all: [(name: String, text: String)] = [
    ("Radicale", radicale), ("Xandikos", xandikos), ("sabre/dav", sabre), ("Cyrus", cyrus),
    ("Google", google), ("iCloud", icloud),
  ]

  /// The card that each of them has.
  static let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ann & Bob <1>\r\nEND:VCARD\r\n"

  /// A multistatus.
  static func multistatus(_ content: String) -> String {
    """
    <?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">\
    \(content)</d:multistatus>
    """
  }

  /// A response with properties that were found.
  static func found(_ href: String, _ properties: String) -> String {
    """
    <d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>\
    <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
    """
  }

  /// A response about a whole resource.
  static func status(_ href: String, _ status: Int) -> String {
    "<d:response><d:href>\(href)</d:href><d:status>HTTP/1.1 \(status) Said</d:status></d:response>"
  }

  static func etag(_ etag: String) -> String { "<d:getetag>\"\(etag)\"</d:getetag>" }
}
