import CardDAV
import Testing

@Suite("WebURL, RFC 3986")
struct WebURLTests {
  @Test(
    "takes a URL apart and leaves its path as it was written",
    arguments: [
      ("https://dav.example/a%20b/;x/?q#f", "https://dav.example/a%20b/;x/?q"),
      ("HTTPS://Dav.Example:8443", "https://dav.example:8443/"),
      ("https://dav.example:443/ü", "https://dav.example/ü"),
      ("http://127.0.0.1:5232/u@x/", "http://127.0.0.1:5232/u@x/"),
      ("http://[::1]:80/x", "http://[::1]/x"), ("http://localhost/x", "http://localhost/x"),
      ("https://dav.example:/x", "https://dav.example/x"), ("https://h?x", "https://h/?x"),
    ])
  func parts(text: String, whole: String) throws {
    #expect(try WebURL(text).text == whole)
  }

  @Test("keeps whom a URL names, and takes no password in one")
  func users() throws {
    #expect(try WebURL("https://ann%40x@dav.example/").user == "ann@x")
    #expect(try WebURL("https://dav.example/@x").user == nil)
    #expect(throws: WebURL.Problem.holdsPassword) { try WebURL("https://ann:secret@dav.example/") }
  }

  @Test(
    "takes nothing that is no URL of HTTP",
    arguments: [
      "", "dav.example", "ftp://dav.example/", "https:/x", "https://", "https:///x", "https://a b/",
      "https://dav.example:0/", "https://dav.example:70000/", "https://dav.example:1x/",
      "https://a\r\nb/", "https://[::1/", "https://a%2fb/",
    ])
  func rejects(text: String) {
    #expect(throws: WebURL.Problem.malformed) { try WebURL(text) }
  }

  @Test(
    "takes plain HTTP on this machine only",
    arguments: [
      "http://dav.example/", "http://127.0.0.1.example/", "http://127.0.0/", "http://128.0.0.1/",
      "http://localhost.example/", "http://127.0.0.256/",
    ])
  func plain(text: String) {
    #expect(throws: WebURL.Problem.plain) { try WebURL(text) }
  }

  @Test(
    "resolves references as RFC 3986 §5.4 does, and absolute paths verbatim",
    arguments: [
      ("g", "https://a/b/c/g"), ("./g", "https://a/b/c/g"), ("g/", "https://a/b/c/g/"),
      ("/g", "https://a/g"), ("//g", "https://g/"), ("?y", "https://a/b/c/d;p?y"),
      ("g?y#s", "https://a/b/c/g?y"), ("#s", "https://a/b/c/d;p?q"), ("", "https://a/b/c/d;p?q"),
      (".", "https://a/b/c/"), ("..", "https://a/b/"), ("../g", "https://a/b/g"),
      ("../../../g", "https://a/g"), ("/a/../%7e", "https://a/a/../%7e"),
      ("https://other:8443/x", "https://other:8443/x"), ("g;x=1/../y", "https://a/b/c/y"),
    ])
  func resolves(reference: String, whole: String) throws {
    #expect(try WebURL("https://a/b/c/d;p?q").resolving(reference)?.text == whole)
  }

  @Test("resolves nothing to other schemes, nor to plain HTTP elsewhere")
  func foreign() throws {
    let base = try WebURL("https://a/b")
    for reference in ["http://c/b", "http://a:8080/b", "ftp://a/b", "mailto:x", "//a:x/"] {
      #expect(base.resolving(reference) == nil)
    }
  }

  @Test("resolves what a server behind an end of TLS says of itself in plain HTTP to TLS")
  func terminated() throws {
    for (base, reference, text) in [
      ("https://a/b", "http://a/c", "https://a/c"),
      ("https://a:8443/b", "HTTP://A:8443/c", "https://a:8443/c"),
      ("https://localhost:1/b", "http://localhost:1/c", "https://localhost:1/c"),
      ("https://a/b", "https://a/c", "https://a/c"),
      // Plain HTTP of this machine is another server.
      ("https://localhost:1/b", "http://localhost:2/c", "http://localhost:2/c"),
      ("http://localhost:1/b", "http://localhost:1/c", "http://localhost:1/c"),
    ] {
      #expect(try WebURL(base).resolving(reference)?.text == text)
    }
  }
}

@Suite("MemberHref")
struct MemberHrefTests {
  @Test(
    "knows two spellings of one resource",
    arguments: [
      ("/a%20b.vcf", "/a b.vcf"), ("/u%40x/", "/u@x/"), ("/%c3%bc", "/ü"), ("/%C3%BC", "/%c3%bc"),
      ("http://h:1/x", "/x"), ("https://h/x", "/x"), ("/a%3Bb", "/a;b"), ("/a%3Ab", "/a:b"),
      ("/%61", "/a"), ("/a%23", "/a#"), ("https://h", ""),
    ])
  func same(one: String, other: String) {
    #expect(MemberHref(one) == MemberHref(other))
  }

  @Test(
    "does not take two resources for one",
    arguments: [
      ("/%2540", "/%40"), ("/%2540", "/@"), ("/a%2Fb", "/a/b"), ("/a%252Fb", "/a%2Fb"),
      ("/a%3Fb", "/a?b"), ("/A", "/a"), ("/a/", "/a"), ("/a+b", "/a b"), ("/%25", "/%2525"),
    ])
  func different(one: String, other: String) {
    #expect(MemberHref(one) != MemberHref(other))
  }

  @Test("tells members of a collection from what is elsewhere")
  func below() {
    let book = MemberHref("/u%40x/book/")
    #expect(MemberHref("/u@x/book/1.vcf").isBelow(book))
    #expect(MemberHref("https://h/u@x/book/1.vcf").isBelow(MemberHref("/u@x/book")))
    #expect(!MemberHref("/u@x/book/").isBelow(book))
    #expect(!MemberHref("/u@x/books/1.vcf").isBelow(book))
    #expect(!MemberHref("/u@x/book%2F1.vcf").isBelow(book))
    #expect(MemberHref("/u@x/book").isSameCollection(book))
    #expect(MemberHref("/u/My%20Book/").name == "My Book")
    #expect(MemberHref("/u/a%2Fb").name == "a/b")
  }
}
