import TestSupport
import Testing
import VCard

/// A small input, and what it must become.
struct ConversionRow: Sendable, CustomTestStringConvertible {
  let title: String
  let from: Version
  /// The lines between `FN:K` and `N:K;;;;`, which every card starts with, and END.
  let lines: [String]
  let to: Version
  let expected: [String]
  /// What `FN:K` and `N:K;;;;` become.
  let names: [String]

  init(
    _ title: String, _ from: Version, _ lines: [String], _ to: Version, _ expected: [String],
    names: [String] = ["FN:K", "N:K;;;;"]
  ) {
    self.title = title
    self.from = from
    self.lines = lines
    self.to = to
    self.expected = expected
    self.names = names
  }

  var testDescription: String { "\(from.rawValue) to \(to.rawValue): \(title)" }
}

@Suite("The table of conversion rules, row by row")
struct ConversionTableTests {
  private static let names = ["FN:K", "N:K;;;;"]

  // MARK: 3.0 to 4.0

  static let to40: [ConversionRow] = [
    ConversionRow(
      "PROFILE has no place in 4.0 (RFC 6350 appendix A)", .version30, ["PROFILE:VCARD"],
      .version40, ["X-PROFILE:VCARD"]),
    ConversionRow(
      "PRODID stays", .version30, ["PRODID:-//A//B//EN"], .version40, ["PRODID:-//A//B//EN"]),
    ConversionRow(
      "TYPE=pref is PREF=1 (RFC 6350 §5.3)", .version30, ["TEL;TYPE=home,pref:1"], .version40,
      ["TEL;TYPE=home;PREF=1:1"]),
    ConversionRow(
      "nobody else gets PREF", .version30, ["TEL;TYPE=home:1", "TEL;TYPE=pref:2"], .version40,
      ["TEL;TYPE=home:1", "TEL;PREF=1:2"]),
    ConversionRow(
      "types of telephones that 4.0 no longer has stay as words", .version30,
      ["TEL;TYPE=msg,pcs,isdn:1"], .version40, ["TEL;TYPE=msg,pcs,isdn:1"]),
    ConversionRow(
      "types of addresses that 4.0 no longer has stay as words", .version30,
      ["ADR;TYPE=dom,parcel:;;a;b;;;"], .version40, ["ADR;TYPE=dom,parcel:;;a;b;;;"]),
    ConversionRow(
      "VALUE=phone-number goes; a number is text (RFC 6350 §6.4.1)", .version30,
      ["TEL;VALUE=phone-number:+1"], .version40, ["TEL;X-VALUE=phone-number:+1"]),
    ConversionRow(
      "a backslash of a URI gets another where it would be read as an escape", .version30,
      [#"URL:file:\\\\server\a\,b"#, #"URL:a\\\:b"#], .version40,
      [#"URL:file:\\\\server\\a,b"#, #"URL:a\\\:b"#]),
    ConversionRow(
      "a date in the basic form (RFC 6350 §4.3.1)", .version30, ["BDAY:1985-04-12"], .version40,
      ["BDAY:19850412"]),
    ConversionRow(
      "a date with a time (RFC 6350 §4.3.3)", .version30, ["BDAY:1953-10-15T23:10:00Z"],
      .version40,
      ["BDAY;X-ORIGINAL=3.0 BDAY%3A1953-10-15T23%3A10%3A00Z:19531015T231000Z"]),
    ConversionRow(
      "a date with a time and an offset", .version30, ["BDAY:1996-10-22T14:00:00-05:00"],
      .version40,
      ["BDAY;X-ORIGINAL=3.0 BDAY%3A1996-10-22T14%3A00%3A00-05%3A00:19961022T140000-0500"]),
    ConversionRow(
      "Apple's year that means none (RFC 6350 §4.3.1)", .version30,
      ["BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29"], .version40, ["BDAY:--0229"]),
    ConversionRow(
      "a date that is none is text (RFC 6350 §6.2.5)", .version30, ["BDAY:circa 1800"], .version40,
      ["BDAY;VALUE=text;X-ORIGINAL=3.0 BDAY:circa 1800"]),
    ConversionRow(
      "no colon in a fraction, and minutes in every offset (RFC 2425 §5.8.4)", .version40,
      ["REV:20080424T19.25-05"], .version30,
      ["REV;X-ORIGINAL=4.0 REV%3A20080424T19.25-05:2008-04-24T19.25-05:00"]),
    ConversionRow(
      "REV in the basic form (RFC 6350 §6.7.4)", .version30, ["REV:2008-04-24T19:52:43Z"],
      .version40, ["REV:20080424T195243Z"]),
    ConversionRow(
      "no fraction of a second (RFC 6350 §4.3.2), as JavaScript writes it", .version30,
      ["REV:2014-01-01T00:00:00.000Z", "BDAY:1953-10-15T23:10:00.5-05:00"], .version40,
      [
        "REV;X-ORIGINAL=3.0 REV%3A2014-01-01T00%3A00%3A00.000Z:20140101T000000Z",
        "BDAY;X-ORIGINAL=3.0 BDAY%3A1953-10-15T23%3A10%3A00.5-05%3A00:19531015T231000-0500",
      ]),
    ConversionRow(
      "a photo in base64 is a data: URI (RFC 6350 §6.2.4)", .version30,
      ["PHOTO;ENCODING=b;TYPE=JPEG:QUJD"], .version40, ["PHOTO:data:image/jpeg;base64,QUJD"]),
    ConversionRow(
      "a photo of no declared type, by its first octets", .version30,
      ["PHOTO;ENCODING=b:iVBORw0KGgoAAAAN"], .version40,
      ["PHOTO;X-ORIGINAL=3.0 PHOTO%3BENCODING=b:data:image/png;base64,iVBORw0KGgoAAAAN"]),
    ConversionRow(
      "a photo elsewhere is a URI without VALUE", .version30,
      ["PHOTO;VALUE=uri:http://example.com/a.jpg"], .version40,
      ["PHOTO:http://example.com/a.jpg"]),
    ConversionRow(
      "a photo elsewhere with its type (RFC 6350 §5.7)", .version30,
      ["PHOTO;VALUE=uri;TYPE=JPEG:http://example.com/a.jpg"], .version40,
      ["PHOTO;MEDIATYPE=image/jpeg:http://example.com/a.jpg"]),
    ConversionRow(
      "a key (RFC 6350 §6.8.1)", .version30, ["KEY;ENCODING=b;TYPE=PGP:QUJD"], .version40,
      ["KEY:data:application/pgp-keys;base64,QUJD"]),
    ConversionRow(
      "a sound (RFC 6350 §6.7.5)", .version30, ["SOUND;ENCODING=b;TYPE=WAVE:QUJD"], .version40,
      ["SOUND:data:audio/wav;base64,QUJD"]),
    ConversionRow(
      "a place is a geo: URI (RFC 6350 §6.5.2, RFC 5870)", .version30,
      ["GEO:37.386013;-122.082932"], .version40, ["GEO:geo:37.386013,-122.082932"]),
    ConversionRow(
      "an offset from UTC (RFC 6350 §6.5.1)", .version30, ["TZ:-05:00"], .version40,
      ["TZ;VALUE=utc-offset:-0500"]),
    ConversionRow(
      "an offset that no zone has is text (RFC 6350 §4.7)", .version30, ["TZ:-99:00"], .version40,
      ["TZ;X-VERSION=3.0:-99:00"]),
    ConversionRow(
      "a time zone as text", .version30, ["TZ;VALUE=text:-05:00; EST; Raleigh/North America"],
      .version40, ["TZ:-05:00; EST; Raleigh/North America"]),
    ConversionRow(
      "a UID that is no URI is text (RFC 6350 §6.7.6)", .version30, ["UID:19950401-080045"],
      .version40, ["UID;VALUE=text:19950401-080045"]),
    ConversionRow(
      "a UID that is a URI stays", .version30,
      ["UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"], .version40,
      ["UID:urn:uuid:4fbe8971-0bc3-424c-9c26-36c3e1eff6b1"]),
    ConversionRow(
      "LABEL joins the ADR of its types (RFC 6350 §6.3.1)", .version30,
      ["ADR;TYPE=home:;;Main St 7;Berlin;;;", "LABEL;TYPE=home:Main St 7\\nBerlin"], .version40,
      ["ADR;TYPE=home;LABEL=\"Main St 7^nBerlin\":;;Main St 7;Berlin;;;"]),
    ConversionRow(
      "CLASS, MAILER and NAME are obsolete", .version30,
      ["CLASS:PRIVATE", "MAILER:Mutt", "NAME:Kate's card"], .version40,
      ["X-CLASS:PRIVATE", "X-MAILER:Mutt", "X-NAME:Kate's card"]),
    ConversionRow(
      "AGENT elsewhere is RELATED (RFC 6350 §6.6.6)", .version30,
      ["AGENT;VALUE=uri:mailto:b@example.com"], .version40,
      ["RELATED;TYPE=agent:mailto:b@example.com"]),
    ConversionRow(
      "X-SOCIALPROFILE is SOCIALPROFILE (RFC 9554 §2.8)", .version30,
      ["X-SOCIALPROFILE;TYPE=twitter;X-USER=kate:http://twitter.com/kate"], .version40,
      [
        "X-SOCIALPROFILE;TYPE=twitter;X-USER=kate:http://twitter.com/kate",
        "SOCIALPROFILE;SERVICE-TYPE=Twitter;USERNAME=kate;DERIVED=TRUE:http://twitter.com/kate",
      ]),
    ConversionRow(
      "a network has one spelling, that of the Contacts framework", .version30,
      ["X-SOCIALPROFILE;TYPE=sinaweibo:http://weibo.com/kate"], .version40,
      [
        "X-SOCIALPROFILE;TYPE=sinaweibo:http://weibo.com/kate",
        "SOCIALPROFILE;SERVICE-TYPE=SinaWeibo;DERIVED=TRUE:http://weibo.com/kate",
      ]),
    ConversionRow(
      "X-GENDER is GENDER (RFC 6350 §6.2.7)", .version30, ["X-GENDER:Female"], .version40,
      ["X-GENDER:Female", "GENDER;DERIVED=TRUE:F"]),
    ConversionRow(
      "X-ANNIVERSARY is ANNIVERSARY (RFC 6350 §6.2.6)", .version30, ["X-ANNIVERSARY:2010-05-06"],
      .version40, ["X-ANNIVERSARY:2010-05-06", "ANNIVERSARY;DERIVED=TRUE:20100506"]),
    ConversionRow(
      "X-ABDATE with Apple's label is ANNIVERSARY", .version30,
      ["item1.X-ABDATE:2010-05-06", "item1.X-ABLabel:_$!<Anniversary>!$_"], .version40,
      [
        "item1.X-ABDATE:2010-05-06", "ANNIVERSARY;DERIVED=TRUE:20100506",
        "item1.X-ABLabel:_$!<Anniversary>!$_",
      ]),
    ConversionRow(
      "X-ABDATE with another label stays", .version30,
      ["item1.X-ABDATE:2010-05-06", "item1.X-ABLabel:Jubilee"], .version40,
      ["item1.X-ABDATE:2010-05-06", "item1.X-ABLabel:Jubilee"]),
    ConversionRow(
      "X-ABShowAs:COMPANY is KIND:org (RFC 6350 §6.1.4)", .version30, ["X-ABShowAs:COMPANY"],
      .version40, ["X-ABShowAs:COMPANY", "KIND;DERIVED=TRUE:org"]),
    ConversionRow(
      "a group of Apple's (RFC 6350 §6.6.5)", .version30,
      [
        "X-ADDRESSBOOKSERVER-KIND:group",
        "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af",
      ], .version40,
      [
        "X-ADDRESSBOOKSERVER-KIND:group",
        "KIND;DERIVED=TRUE:group",
        "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af",
        "MEMBER;DERIVED=TRUE:urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af",
      ]),
    ConversionRow(
      "a raw UUID of a member becomes a URI (RFC 6350 §6.6.5)", .version30,
      [
        "X-ADDRESSBOOKSERVER-KIND:group",
        "X-ADDRESSBOOKSERVER-MEMBER:03a0e51f-d1aa-4385-8a53-e29025acd8af",
      ], .version40,
      [
        "X-ADDRESSBOOKSERVER-KIND:group",
        "KIND;DERIVED=TRUE:group",
        "X-ADDRESSBOOKSERVER-MEMBER:03a0e51f-d1aa-4385-8a53-e29025acd8af",
        "MEMBER;DERIVED=TRUE:urn:uuid:03a0e51f-d1aa-4385-8a53-e29025acd8af",
      ]),
    ConversionRow(
      "X-SPOUSE is RELATED as text (RFC 6350 §6.6.6)", .version30, ["X-SPOUSE:Jan"], .version40,
      ["X-SPOUSE:Jan", "RELATED;TYPE=spouse;VALUE=text;DERIVED=TRUE:Jan"]),
    ConversionRow(
      "X-ABRELATEDNAMES with Apple's label is RELATED", .version30,
      ["item1.X-ABRELATEDNAMES:Ann", "item1.X-ABLabel:_$!<Mother>!$_"], .version40,
      [
        "item1.X-ABRELATEDNAMES:Ann", "RELATED;TYPE=parent;VALUE=text;DERIVED=TRUE:Ann",
        "item1.X-ABLabel:_$!<Mother>!$_",
      ]),
    ConversionRow(
      "of several labels of a group the first counts that says something", .version30,
      [
        "item1.X-ABRELATEDNAMES:Ann", "item1.X-ABLabel:", "item1.X-ABLabel:_$!<Mother>!$_",
        "item1.X-ABLabel:_$!<Spouse>!$_",
      ], .version40,
      [
        "item1.X-ABRELATEDNAMES:Ann", "RELATED;TYPE=parent;VALUE=text;DERIVED=TRUE:Ann",
        "item1.X-ABLabel:", "item1.X-ABLabel:_$!<Mother>!$_", "item1.X-ABLabel:_$!<Spouse>!$_",
      ]),
    ConversionRow(
      "Android's row for a nickname is NICKNAME", .version30,
      ["X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Joe;1;;;;"], .version40,
      [
        "X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Joe;1;;;;", "NICKNAME;DERIVED=TRUE:Joe",
      ]),
    ConversionRow(
      "Android's row for an event is ANNIVERSARY", .version30,
      ["X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2001-02-03;1;;"], .version40,
      [
        "X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2001-02-03;1;;",
        "ANNIVERSARY;DERIVED=TRUE:20010203",
      ]),
    ConversionRow(
      "Android's row for a relation is RELATED", .version30,
      ["X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ann;14;;"], .version40,
      [
        "X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Ann;14;;",
        "RELATED;TYPE=spouse;VALUE=text;DERIVED=TRUE:Ann",
      ]),
    ConversionRow(
      "X-AIM is IMPP (RFC 6350 §6.4.3)", .version30, ["X-AIM:kate"], .version40,
      ["X-AIM:kate", "IMPP;DERIVED=TRUE:aim:kate"]),
    ConversionRow(
      "X-JABBER is IMPP with its types", .version30, ["X-JABBER;TYPE=work:kate@example.com"],
      .version40,
      [
        "X-JABBER;TYPE=work:kate@example.com",
        "IMPP;TYPE=work;DERIVED=TRUE:xmpp:kate@example.com",
      ]),
    ConversionRow(
      "SORT-STRING is SORT-AS of N (RFC 6350 §5.9)", .version30, ["SORT-STRING:Harten"],
      .version40, ["X-SORT-STRING:Harten"], names: ["FN:K", "N;SORT-AS=Harten:K;;;;"]),
    ConversionRow(
      "URIs of calendars stay (RFC 2739)", .version30,
      ["FBURL;TYPE=pref:http://example.com/fb", "CALURI:http://example.com/c"], .version40,
      ["FBURL;PREF=1:http://example.com/fb", "CALURI:http://example.com/c"]),
    ConversionRow(
      "IMPP stays (RFC 4770)", .version30, ["IMPP;TYPE=home,pref:im:kate@example.com"],
      .version40, ["IMPP;TYPE=home;PREF=1:im:kate@example.com"]),
    ConversionRow(
      "texts stay as they are", .version30,
      [
        "NICKNAME:Kit,Kat", "CATEGORIES:a\\,b,c", "TITLE:Boss", "NOTE;LANGUAGE=en:a\\nb\\;c",
        "ORG:A\\, Inc.;B", "URL:http://example.com/a;b,c",
      ], .version40,
      [
        "NICKNAME:Kit,Kat", "CATEGORIES:a\\,b,c", "TITLE:Boss", "NOTE;LANGUAGE=en:a\\nb\\;c",
        "ORG:A\\, Inc.;B", "URL:http://example.com/a;b,c",
      ]),
  ]

  // MARK: 4.0 to 3.0

  static let to30: [ConversionRow] = [
    ConversionRow(
      "the lowest PREF of a name is TYPE=pref, the others are carried (RFC 2426 §3.3.1)",
      .version40, ["TEL;PREF=2:1", "TEL;PREF=1:2"], .version30,
      ["TEL;X-PREF=2:1", "TEL;TYPE=pref:2"]),
    ConversionRow(
      "EMAIL gets its default type (RFC 2426 §3.3.2)", .version40, ["EMAIL;TYPE=work:a@b"],
      .version30, ["EMAIL;TYPE=INTERNET;TYPE=work:a@b"]),
    ConversionRow(
      "a date in the extended form (RFC 2426 §4)", .version40, ["BDAY:19850412"], .version30,
      ["BDAY:1985-04-12"]),
    ConversionRow(
      "a date without a year as Apple writes it", .version40, ["BDAY:--0229"], .version30,
      ["BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29"]),
    ConversionRow(
      "a part of a date stays one, for readers understand it, and is told (RFC 2426 §3.1.5)",
      .version40, ["BDAY:1985-04"], .version30, ["BDAY:1985-04"]),
    ConversionRow(
      "a date as text has no place in 3.0", .version40, ["BDAY;VALUE=text:circa 1800"],
      .version30, ["X-BDAY-TEXT;X-VALUE=text;X-PROPERTY=BDAY:circa 1800"]),
    ConversionRow(
      "LABEL is a property of the same types (RFC 2426 §3.2.2)", .version40,
      ["ADR;TYPE=home;LABEL=\"Main St 7^nBerlin\":;;Main St 7;Berlin;;;"], .version30,
      [
        "ADR;TYPE=home:;;Main St 7;Berlin;;;",
        "LABEL;TYPE=home:Main St 7\\nBerlin",
      ]),
    ConversionRow(
      "GEO, TZ and CC of an address are carried", .version40,
      ["ADR;GEO=\"geo:1,2\";TZ=Europe/Berlin;CC=DE:;;a;;;;"], .version30,
      ["ADR;X-GEO=geo%3A1%2C2;X-TZ=Europe/Berlin;X-CC=DE:;;a;;;;"]),
    ConversionRow(
      "a tel: URI is a number (RFC 3966)", .version40, ["TEL;VALUE=uri:tel:+49-30-1234"],
      .version30, ["TEL;X-VALUE=uri:+49-30-1234"]),
    ConversionRow(
      "an extension of a tel: URI", .version40, ["TEL;VALUE=uri:tel:+49-30;ext=12"], .version30,
      ["TEL;X-VALUE=uri:+49-30 x12"]),
    ConversionRow(
      "a data: URI is base64 (RFC 2426 §3.1.4)", .version40,
      ["PHOTO:data:image/jpeg;base64,QUJD"], .version30, ["PHOTO;ENCODING=b;TYPE=JPEG:QUJD"]),
    ConversionRow(
      "a photo elsewhere", .version40, ["PHOTO:http://example.com/a.jpg"], .version30,
      ["PHOTO;VALUE=uri:http://example.com/a.jpg"]),
    ConversionRow(
      "a photo elsewhere with its type", .version40,
      ["PHOTO;MEDIATYPE=image/jpeg:http://example.com/a.jpg"], .version30,
      ["PHOTO;VALUE=uri;TYPE=JPEG:http://example.com/a.jpg"]),
    ConversionRow(
      "a geo: URI is two numbers (RFC 2426 §3.4.2)", .version40, ["GEO:geo:37.38,-122.08"],
      .version30, ["GEO:37.38;-122.08"]),
    ConversionRow(
      "what a geo: URI says besides is carried", .version40, ["GEO:geo:48.2,16.3;u=40"],
      .version30, ["GEO;X-ORIGINAL=4.0 GEO%3Ageo%3A48.2%2C16.3%3Bu=40:48.2;16.3"]),
    ConversionRow(
      "an offset from UTC (RFC 2426 §3.4.1)", .version40, ["TZ;VALUE=utc-offset:-0500"],
      .version30, ["TZ:-05:00"]),
    ConversionRow(
      "a time zone as text says so (RFC 2426 §3.4.1)", .version40, ["TZ:Europe/Berlin"],
      .version30, ["TZ;VALUE=text:Europe/Berlin"]),
    ConversionRow(
      "REV in the extended form (RFC 2426 §4)", .version40, ["REV:20080424T195243Z"],
      .version30, ["REV:2008-04-24T19:52:43Z"]),
    ConversionRow(
      "a UID as text needs no word for it", .version40, ["UID;VALUE=text:a-1"], .version30,
      ["UID:a-1"]),
    ConversionRow(
      "KIND:individual is what 3.0 means", .version40, ["KIND:individual"], .version30,
      ["X-KIND:individual"]),
    ConversionRow(
      "KIND:org as Apple writes it", .version40, ["KIND:org"], .version30,
      ["X-KIND:org", "X-ABShowAs;X-DERIVED=TRUE:COMPANY"]),
    ConversionRow(
      "a group as Apple writes it", .version40, ["KIND:group", "MEMBER:urn:uuid:1"], .version30,
      [
        "X-KIND:group", "X-ADDRESSBOOKSERVER-KIND;X-DERIVED=TRUE:group", "X-MEMBER:urn:uuid:1",
        "X-ADDRESSBOOKSERVER-MEMBER;X-DERIVED=TRUE:urn:uuid:1",
      ]),
    ConversionRow(
      "KIND:location has no other name", .version40, ["KIND:location"], .version30,
      ["X-KIND:location"]),
    ConversionRow(
      "GENDER is X-GENDER", .version40, ["GENDER:F"], .version30, ["X-GENDER;X-PROPERTY=GENDER:F"]),
    ConversionRow(
      "GENDER with its text", .version40, ["GENDER:O;Fellow"], .version30,
      ["X-GENDER;X-PROPERTY=GENDER:O;Fellow"]),
    ConversionRow(
      "ANNIVERSARY is X-ANNIVERSARY and Apple's date", .version40, ["ANNIVERSARY:20100506"],
      .version30,
      [
        "X-ANNIVERSARY;X-PROPERTY=ANNIVERSARY:2010-05-06",
        "item1.X-ABDATE;X-DERIVED=TRUE:2010-05-06",
        "item1.X-ABLabel;X-DERIVED=TRUE:_$!<Anniversary>!$_",
      ]),
    ConversionRow(
      "RELATED as text is X-ABRELATEDNAMES with its label", .version40,
      ["RELATED;TYPE=spouse;VALUE=text:Jan"], .version30,
      [
        "X-RELATED;TYPE=spouse;VALUE=text:Jan", "item1.X-ABRELATEDNAMES;X-DERIVED=TRUE:Jan",
        "item1.X-ABLabel;X-DERIVED=TRUE:_$!<Spouse>!$_",
      ]),
    ConversionRow(
      "RELATED elsewhere is carried", .version40,
      ["RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"], .version30,
      ["X-RELATED;TYPE=friend:urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"]),
    ConversionRow(
      "an agent elsewhere is AGENT (RFC 2426 §3.5.4)", .version40,
      ["RELATED;TYPE=agent:mailto:b@example.com"], .version30,
      ["AGENT;VALUE=uri:mailto:b@example.com"]),
    ConversionRow(
      "SOCIALPROFILE is X-SOCIALPROFILE", .version40,
      ["SOCIALPROFILE;SERVICE-TYPE=Twitter;USERNAME=ann:https://twitter.com/ann"], .version30,
      [
        "X-SOCIALPROFILE;X-SERVICE-TYPE=Twitter;X-USERNAME=ann;X-PROPERTY=SOCIALPROFILE"
          + ";TYPE=twitter;X-USER=ann:https://twitter.com/ann"
      ]),
    ConversionRow(
      "properties of 4.0 alone keep their names behind X-", .version40,
      [
        "LANG;PREF=1:de", "XML:<a/>", "CLIENTPIDMAP:1;urn:uuid:1", "BIRTHPLACE:Berlin",
        "DEATHPLACE:Bonn", "DEATHDATE:20200101", "EXPERTISE;LEVEL=expert:a", "HOBBY;INDEX=1:b",
        "INTEREST:c", "ORG-DIRECTORY:http://example.com/d", "CONTACT-URI:mailto:a@example.com",
        "GRAMGENDER:neuter", "PRONOUNS:they/them", "LANGUAGE:de", "CREATED:20260101T000000Z",
      ], .version30,
      [
        "X-LANG;TYPE=pref:de", "X-XML:<a/>", "X-CLIENTPIDMAP:1;urn:uuid:1", "X-BIRTHPLACE:Berlin",
        "X-DEATHPLACE:Bonn", "X-DEATHDATE:20200101", "X-EXPERTISE;X-LEVEL=expert:a",
        "X-HOBBY;X-INDEX=1:b", "X-INTEREST:c", "X-ORG-DIRECTORY:http://example.com/d",
        "X-CONTACT-URI:mailto:a@example.com", "X-GRAMGENDER:neuter", "X-PRONOUNS:they/them",
        "X-LANGUAGE:de", "X-CREATED:20260101T000000Z",
      ]),
    ConversionRow(
      "parameters of 4.0 alone keep their names behind X-", .version40,
      [
        "CLIENTPIDMAP:1;urn:uuid:1", "TEL;PID=1.1;ALTID=1:1", "TEL;PROP-ID=p1:2",
        "NOTE;AUTHOR-NAME=Ann;CREATED=20260101T000000Z:a",
      ], .version30,
      [
        "X-CLIENTPIDMAP:1;urn:uuid:1", "TEL;X-PID=1.1;X-ALTID=1:1", "TEL;X-PROP-ID=p1:2",
        "NOTE;X-AUTHOR-NAME=Ann;X-CREATED=20260101T000000Z:a",
      ]),
    ConversionRow(
      "an address of eighteen components (RFC 9554 §2.1)", .version40,
      ["ADR:;;7 Main St;Berlin;;10115;DE;;;;Main St;7;;;;;;"], .version30,
      [
        "ADR;X-ORIGINAL=4.0 ADR%3A%3B%3B7 Main St%3BBerlin%3B%3B10115%3BDE%3B%3B%3B%3BMain St%3B7"
          + "%3B%3B%3B%3B%3B%3B:;;7 Main St;Berlin;;10115;DE"
      ]),
  ]

  // MARK: 2.1

  static let of21: [ConversionRow] = [
    ConversionRow(
      "parameters without names (vCard 2.1 §2.1.2)", .version21, ["TEL;HOME;PREF:1"], .version30,
      ["TEL;TYPE=HOME;TYPE=PREF:1"]),
    ConversionRow(
      "quoted-printable is decoded (vCard 2.1 §2.1.3)", .version21,
      ["NOTE;QUOTED-PRINTABLE;CHARSET=UTF-8:Z=C3=BCrich=0D=0Ab"], .version30,
      ["NOTE:Z\u{FC}rich\\nb"]),
    ConversionRow(
      "base64 (RFC 2426 §2.4.1)", .version21, ["PHOTO;BASE64;JPEG:QUJD\n"], .version30,
      ["PHOTO;ENCODING=b;TYPE=JPEG:QUJD"]),
    ConversionRow(
      "commas are no separators in 2.1 and get a backslash in 3.0 (RFC 2426 §4)", .version21,
      ["NOTE:a, b"], .version30, ["NOTE:a\\, b"]),
    ConversionRow(
      "a nested agent is an inline one (RFC 2426 §3.5.4)", .version21,
      ["AGENT:\nBEGIN:VCARD\nVERSION:2.1\nN:Friday;Fred\nEND:VCARD"], .version30,
      ["AGENT:BEGIN:VCARD\\nVERSION:2.1\\nN:Friday\\;Fred\\nEND:VCARD"]),
    ConversionRow(
      "text beyond ASCII in quoted-printable (vCard 2.1 §2.1.3)", .version30,
      ["NOTE:Z\u{FC}rich\\nb"], .version21,
      ["NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Z=C3=BCrich=0D=0Ab"]),
    ConversionRow(
      "only semicolons are escaped (vCard 2.1 §2.1.4)", .version30, ["NOTE:a\\, b"], .version21,
      ["NOTE:a, b"]),
    ConversionRow(
      "types stand alone (vCard 2.1 §2.1.2)", .version30, ["TEL;TYPE=home,pref:1"], .version21,
      ["TEL;home;pref:1"]),
    ConversionRow(
      "base64 with a blank line after it (vCard 2.1 §2.1.5)", .version30,
      ["PHOTO;ENCODING=b;TYPE=JPEG:QUJD"], .version21, ["PHOTO;ENCODING=BASE64;JPEG:QUJD"]),
    ConversionRow(
      "coordinates with a comma (vCard 2.1 §2.4.6)", .version30, ["GEO:37.24;-17.87"],
      .version21, ["GEO:37.24,-17.87"]),
    ConversionRow(
      "a number is no URI before 4.0 (vCard 2.1 §2.1.8)", .version40,
      ["TEL;VALUE=uri:tel:+1;ext=2"], .version21, ["TEL;X-VALUE=uri:+1 x2"]),
    ConversionRow(
      "what was a tel: URI is none in 2.1 either", .version30, ["TEL;X-VALUE=uri:+1"], .version21,
      ["TEL;X-VALUE=uri:+1"]),
    ConversionRow(
      "a key is octets in 3.0 (RFC 2426 §3.7.2)", .version21,
      ["KEY;VALUE=URL:data:application/pgp-keys;base64,QUJD"], .version30,
      [
        "KEY;TYPE=PGP;X-ORIGINAL=2.1 KEY%3BVALUE=URL%3Adata%3Aapplication/pgp-keys%3Bbase64%2CQUJD"
          + ";ENCODING=b:QUJD"
      ]),
    ConversionRow(
      "components left out at the end are empty (RFC 6350 §6.3.1)", .version21,
      ["ADR;HOME:;;Main St 7"], .version40, ["ADR;TYPE=HOME;X-VERSION=2.1:;;Main St 7;;;;"]),
    ConversionRow(
      "no type says that an address is on the Internet (RFC 6350 §6.4.2)", .version21,
      ["EMAIL;PREF:a@b.c"], .version40, ["EMAIL;PREF=1;X-VERSION=2.1:a@b.c"]),
    ConversionRow(
      "a picture elsewhere, without VALUE", .version21, ["PHOTO;GIF:http://a.example/b.gif"],
      .version40, ["PHOTO;X-VERSION=2.1;MEDIATYPE=image/gif:http://a.example/b.gif"]),
    ConversionRow(
      "the case of VALUE says nothing", .version21, ["LOGO;PNG;VALUE=url:http://a.example/b.png"],
      .version40, ["LOGO;MEDIATYPE=image/png:http://a.example/b.png"]),
    ConversionRow(
      "an offset without its colon (vCard 2.1 §2.4.5)", .version21, ["TZ:-0500"], .version40,
      ["TZ;VALUE=utc-offset;X-VERSION=2.1:-0500"]),
    ConversionRow(
      "a date that says that it is one", .version21, ["BDAY;VALUE=DATE:19590813"], .version40,
      ["BDAY;X-VALUE=DATE;X-VERSION=2.1:19590813"]),
    ConversionRow(
      "a date that is none", .version21, ["BDAY:circa 1800"], .version40,
      ["BDAY;VALUE=text;X-VERSION=2.1:circa 1800"]),
    ConversionRow(
      "X-CLASS, a property of programs", .version21, ["X-CLASS:PRIVATE"], .version40,
      ["X-CLASS;X-VERSION=2.1:PRIVATE"]),
    ConversionRow(
      "CLASS, which 2.1 has not either", .version21, ["CLASS:PRIVATE"], .version40,
      ["X-CLASS:PRIVATE"]),
  ]

  // MARK: The tests

  @Test("what a row says becomes of its lines", arguments: to40 + to30 + of21)
  func there(row: ConversionRow) throws {
    let lines = try Self.lines(converted(row.lines, from: row.from, to: row.to))
    #expect(lines == Self.normal(row.names + row.expected))
  }

  @Test("what a row made becomes what it was", arguments: to40 + to30 + of21)
  func back(row: ConversionRow) throws {
    let there = try converted(row.lines, from: row.from, to: row.to)
    let back = try Reading(ConversionLaws.converted(Reading(there).cards, to: row.from).octets)
    let card = try #require(back.cards.first)
    let input = try Reading(Self.octets(row.lines, row.from))
    let difference = ConversionLaws.difference(
      between: try #require(input.cards.first), and: card,
      row.from == .version21 ? .values : .everything)
    #expect(difference == nil)
  }

  @Test(
    "a backslash before a line end, in a data: URI, or beside an old PREF is nothing that stays",
    arguments: [
      (Version.version40, "NOTE:a\\\nb", Version.version30, "NOTE:a\\nb"),
      (.version40, "NOTE:a\\\\\nb", .version30, "NOTE:a\\\\\\nb"),
      (.version40, "ADR:;;a\\\nb;c;;;", .version30, "ADR:;;a\\nb;c;;;"),
      (
        .version21, "NICKNAME;ENCODING=QUOTED-PRINTABLE:a=5C=0D=0Ab", .version30,
        "NICKNAME:a\\nb"
      ),
      (
        .version40, "PHOTO:data\\:image/png\\;base64\\,QUJD", .version30,
        "PHOTO;ENCODING=b;TYPE=PNG:QUJD"
      ),
      (
        .version40, "PHOTO:data:image/png\\;base64,QUJD", .version21,
        "PHOTO;ENCODING=BASE64;PNG:QUJD"
      ),
      (
        .version40, "KEY:data\\:application/pgp-keys\\;base64\\,QUJD", .version30,
        "KEY;ENCODING=b;TYPE=PGP:QUJD"
      ),
      (
        .version30, "EMAIL;PREF=2;TYPE=work:a@b.c", .version40,
        "EMAIL;PREF=2;TYPE=work;X-VERSION=3.0:a@b.c"
      ),
      // Text in the place of a URI keeps its backslash.
      (.version40, #"URL;VALUE=TEXT:a\nb"#, .version21, #"URL;X-VALUE=TEXT:a\\nb"#),
    ])
  func foundByFuzzing(from: Version, line: String, to: Version, becomes: String) throws {
    let octets = Self.octets([line], from)
    let there = try ConversionLaws.converted(Reading(octets).cards, to: to).octets
    #expect(Self.lines(there) == Self.normal(["FN:K", "N:K;;;;", becomes]))
    for version in Version.allCases where version != from {
      #expect(try ConversionLaws.roundTripFault(octets, by: version) == nil)
    }
  }

  @Test(
    "a name of 2.1 without empty components is whole in 4.0 (RFC 6350 §6.2.2), and comes back",
    arguments: ["N:Bell;Kate", "N:Bell", "N;CHARSET=UTF-8:Bell;Kate;;Dr.", "N:Bell;Kate;;;"])
  func shortName(name: String) throws {
    let input = Array("BEGIN:VCARD\r\nVERSION:2.1\r\n\(name)\r\nFN:K\r\nEND:VCARD\r\n".utf8)
    let there = try ConversionLaws.converted(Reading(input).cards, to: .version40).octets
    let n = try #require(Reading(there).cards.first?.first(.n))
    #expect(n.components.count == 5 && n.parameter("X-ORIGINAL").isEmpty)
    #expect(n.parameter("X-VERSION").isEmpty == name.hasSuffix(";;;"))
    #expect(try ConversionLaws.roundTripFault(input, by: .version40) == nil)
    // By way of 3.0, too.
    let third = try ConversionLaws.converted(Reading(there).cards, to: .version30).octets
    let back = try ConversionLaws.converted(Reading(third).cards, to: .version21).octets
    #expect(
      try Reading(back).cards.first?.first(.n)?.components
        == Reading(input).cards.first?.first(.n)?.components)
  }

  @Test(
    "the lines of a row are valid, and so are those that they become", arguments: to40 + to30 + of21
  )
  func valid(row: ConversionRow) throws {
    let octets = Self.octets(row.lines, row.from)
    #expect(try ConversionLaws.outputFault(octets, to: row.to) == nil)
    #expect(try ConversionLaws.outputFault(octets, to: row.to, losses: .dropped) == nil)
    #expect(try ConversionLaws.constancyFault(octets, to: row.to) == nil)
  }

  // MARK: Lines

  private static func octets(_ lines: [String], _ version: Version) -> [UInt8] {
    let card =
      ["BEGIN:VCARD", "VERSION:\(version.rawValue)"] + names + lines + ["END:VCARD", ""]
    return Array(card.joined(separator: "\n").utf8)
  }

  private func converted(_ lines: [String], from: Version, to: Version) throws -> [UInt8] {
    let reading = try Reading(Self.octets(lines, from))
    return ConversionLaws.converted(reading.cards, to: to).octets
  }

  /// The lines between VERSION and END without folds, soft breaks and blank lines, each with its
  /// parameters in the order of their letters.
  private static func lines(_ octets: [UInt8]) -> [String] {
    let text = String(decoding: octets, as: UTF8.self)
      .replacing("=\r\n", with: "").replacing("\r\n ", with: "")
    return normal(
      text.split(separator: "\r\n").map(String.init).filter { line in
        !["BEGIN:", "END:", "VERSION:"].contains { line.hasPrefix($0) }
      })
  }

  private static func normal(_ lines: [String]) -> [String] {
    lines.map { line in
      var isQuoted = false
      var parts: [String] = [""]
      var index = line.startIndex
      while index < line.endIndex {
        if line[index] == "\"" { isQuoted.toggle() }
        if line[index] == ":", !isQuoted { break }
        if line[index] == ";", !isQuoted {
          parts.append("")
        } else {
          parts[parts.count - 1].append(line[index])
        }
        index = line.index(after: index)
      }
      return ([parts[0]] + parts.dropFirst().sorted()).joined(separator: ";") + line[index...]
    }
  }

  // MARK: Losses

  @Test(
    "each loss is told once, with its property's place",
    arguments: [
      (Version.version30, ["CLASS:PRIVATE"], Version.version40),
      (.version30, ["MAILER:Mutt"], .version40),
      (.version30, ["NAME:Kate"], .version40),
      (.version40, ["KIND:location"], .version30),
      (.version40, ["LANG:de"], .version30),
      (.version40, ["HOBBY:chess"], .version30),
      (.version40, ["BDAY;VALUE=text:circa 1800"], .version30),
      (.version40, ["BDAY:1985-04"], .version30),
      (.version40, ["BDAY:19850412T1022"], .version30),
      (.version40, ["BDAY:19961022T-22"], .version30),
      (.version30, ["REV:1985-04-12"], .version40),
      (.version30, ["REV:2014-01-01T00:00:00.5Z"], .version40),
      (.version40, ["XML:<a/>"], .version30),
      (.version40, ["TEL;PREF=1:1", "TEL;PREF=2:2"], .version30),
      (.version40, ["NOTE;ALTID=1;LANGUAGE=en:a"], .version30),
      (.version40, ["ORG;SORT-AS=a:b"], .version30),
    ])
  func lossIsTold(from: Version, lines: [String], to: Version) throws {
    let reading = try Reading(Self.octets(lines, from))
    let notes = ConversionLaws.converted(reading.cards, to: to).notes
    let last = try #require(reading.cards.first?.properties.reversed().first)
    #expect(notes.map(\.position) == [last.position])
    let note = try #require(notes.first)
    #expect(note.severity == .note)
    #expect(note.code.rawValue.hasPrefix("loss-"))
    #expect(note.message.contains(last.canonicalName), "\(note.message)")
  }

  @Test(
    "what both versions can say is no loss",
    arguments: [
      (Version.version30, ["TEL;TYPE=home,pref:1"], Version.version40),
      (.version30, ["BDAY:1985-04-12"], .version40),
      (.version30, ["PHOTO;ENCODING=b;TYPE=JPEG:QUJD"], .version40),
      (.version30, ["GEO:1;2"], .version40),
      (.version30, ["TZ:-05:00"], .version40),
      (.version30, ["X-AIM:kate"], .version40),
      (.version30, ["UID:a"], .version40),
      (.version40, ["TEL;PREF=1:1"], .version30),
      (.version40, ["BDAY:19850412"], .version30),
      (.version40, ["BDAY:--0412"], .version30),
      (.version40, ["GEO:geo:1,2"], .version30),
      (.version40, ["PHOTO:data:image/jpeg;base64,QUJD"], .version30),
      (.version40, ["NOTE:Z\u{FC}rich"], .version21),
      (.version40, ["KIND:individual"], .version30),
    ])
  func nothingIsLost(from: Version, lines: [String], to: Version) throws {
    let reading = try Reading(Self.octets(lines, from))
    #expect(ConversionLaws.converted(reading.cards, to: to).notes == [])
  }

  @Test("of ten thousand losses each is told, with its own place")
  func manyLosses() throws {
    let count = isDebug ? 300 : 10_000
    let reading = try Reading(
      Self.octets((0..<count).map { "HOBBY:number \($0)" }, .version40))
    let notes = ConversionLaws.converted(reading.cards, to: .version30).notes
    #expect(notes.count == count)
    #expect(Set(notes.map(\.position)).count == count)
  }

  // MARK: Dropping

  @Test(
    "dropped losses leave what the version can say",
    arguments: [
      (
        Version.version30, ["CLASS:PRIVATE", "MAILER:a", "NAME:b", "NOTE:c"], Version.version40,
        ["NOTE:c"]
      ),
      (.version40, ["KIND:location", "LANG:de", "NOTE:c"], .version30, ["NOTE:c"]),
      (.version40, ["TEL;PREF=2:1", "TEL;PREF=1:2"], .version30, ["TEL:1", "TEL;TYPE=pref:2"]),
      (.version40, ["NOTE;ALTID=1;PID=1.1:a"], .version30, ["NOTE:a"]),
      (.version40, ["GEO:geo:1,2;u=3"], .version30, ["GEO:1;2"]),
      (.version40, ["TEL;VALUE=uri:tel:+1;ext=2"], .version30, ["TEL:+1 x2"]),
      (.version40, ["TEL;VALUE=uri:tel:+1;ext=2"], .version21, ["TEL:+1 x2"]),
      (.version40, ["KIND:org"], .version30, ["X-ABShowAs:COMPANY"]),
    ])
  func dropped(from: Version, lines: [String], to: Version, expected: [String]) throws {
    let reading = try Reading(Self.octets(lines, from))
    let octets = ConversionLaws.converted(reading.cards, to: to, losses: .dropped).octets
    #expect(Self.lines(octets) == Self.normal(Self.names + expected))
  }

  // MARK: Lines that are no properties

  @Test(
    "the mark of a line that is no property is a word where it stands in vCard 2.1, and the line comes back",
    arguments: [
      // As the card has it, and as vCard 2.1 does.
      ("no property", "X-VCARD-LINE;X-VERSION=4%2E0:no property"),
      ("X-VCARD-LINE;X-VERSION=3.0:another", "X-VCARD-LINE;X-VERSION=3%2E0:another"),
      ("X-VCARD-LINE:bare", "X-VCARD-LINE:bare"),
    ])
  func marksAreWords(line: String, old: String) throws {
    let start = try Reading(Self.octets([line], .version40)).cards
    let there = ConversionLaws.converted(start, to: .version21).octets
    #expect(Self.lines(there).contains(old))
    let between = ConversionLaws.converted(try Reading(there).cards, to: .version30).octets
    for octets in [there, between] {
      let back = ConversionLaws.converted(try Reading(octets).cards, to: .version40).octets
      #expect(Self.lines(back).contains(line), "\(Self.lines(octets))")
    }
  }

  // MARK: Edits

  @Test(
    "an edit between two conversions wins over what is carried",
    arguments: [
      (
        Version.version40, ["ADR:;;a;b;c;d;e;f;g;h;i;j;k;l;m;n;o;p"], Version.version30,
        "ADR", "ADR:;;Edited 9;b;c;d;e", "Edited 9"
      ),
      (
        .version40, ["ADR;LABEL=\"old\":;;a;b;c;d;e"], .version30, "LABEL", "LABEL:Edited 9",
        "Edited 9"
      ),
      (.version40, ["BDAY:--0412"], .version30, "BDAY", "BDAY:2001-02-03", "20010203"),
      (.version40, ["TEL;VALUE=uri:tel:+1;ext=2"], .version30, "TEL", "TEL:+49 30 9", "30 9"),
      (.version40, ["GEO:geo:1,2;u=3"], .version30, "GEO", "GEO:8;9", "geo:8,9"),
      (.version30, ["X-GENDER:Female"], .version40, "GENDER", "GENDER;DERIVED=TRUE:M", "M"),
      (.version30, ["X-AIM:kate"], .version40, "IMPP", "IMPP;DERIVED=TRUE:aim:edited", "edited"),
      (
        .version30, ["X-SPOUSE:Jan"], .version40, "RELATED",
        "RELATED;DERIVED=TRUE;VALUE=text;TYPE=spouse:Edited", "Edited"
      ),
      (
        .version30, ["X-ANNIVERSARY:2010-05-06"], .version40, "ANNIVERSARY",
        "ANNIVERSARY;DERIVED=TRUE:20010203", "2001"
      ),
      (
        .version30, ["ADR;TYPE=home:;;a;b;;;", "LABEL;TYPE=home:a"], .version40, "ADR",
        "ADR;TYPE=home;LABEL=Edited:;;a;b;;;", "Edited"
      ),
      (.version30, ["BDAY:circa 1800"], .version40, "BDAY", "BDAY:20010203", "2001-02-03"),
      (.version30, ["SORT-STRING:Harten"], .version40, "N", "N;SORT-AS=Edited:K;;;;", "Edited"),
      (.version30, ["EMAIL;TYPE=INTERNET:a@b"], .version40, "EMAIL", "EMAIL:edited@b", "edited@b"),
    ])
  func editWins(
    from: Version, lines: [String], by: Version, name: String, edited: String, heard: String
  ) throws {
    let there = try converted(lines, from: from, to: by)
    // The whole line is another, but for what is carried in its parameters.
    var text = String(decoding: there, as: UTF8.self).replacing("\r\n ", with: "")
      .split(separator: "\r\n").map(String.init)
    let place = try #require(
      text.firstIndex { $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";") }, "\(text)")
    text[place] = edited
    let cards = try Reading(Array(text.joined(separator: "\r\n").utf8)).cards
    let back = Self.lines(ConversionLaws.converted(cards, to: from).octets)
    #expect(back.contains { $0.contains(heard) }, "\(back)")
  }

  // MARK: What chance found

  @Test(
    "of lines that say the same each comes back",
    arguments: [
      (
        Version.version30, Version.version40,
        ["ADR:Ma", "home.LABEL:(1)", "ADR;TYPE=dom:;;a;;;;", "LABEL;TYPE=dom:(1)"]
      ),
      (
        .version30, .version40,
        ["ADR;TYPE=dom:;;a;;;;", "LABEL;TYPE=dom:(1)", "ADR:;;b;;;;", "home.LABEL:(1)"]
      ),
      (
        .version30, .version40,
        ["ADR:;;a;;;;", "ADR:;;b;;;;", "LABEL:(1)", "LABEL:(1)"]
      ),
      (
        .version30, .version40,
        ["ADR;LABEL=\"(1)\":;;a;;;;", "ADR:;;b;;;;", "LABEL:(1)"]
      ),
      (
        .version21, .version40,
        [
          "ADR;TYPE=BILLING,X-CUSTOM:;;a;;;;", "LABEL;TYPE=BILLING,X-CUSTOM:<b>",
          "LABEL;QUOTED-PRINTABLE:<b=3E", "ADR:Ka",
        ]
      ),
      (.version21, .version40, ["N:", "N:a;"]),
      (.version40, .version21, ["X-PHONETIC-ORG:Ka", "FN;DERIVED=TRUE:"]),
      (.version40, .version30, ["FN:a", "GENDER;DERIVED=TRUE:F", "X-GENDER:Female"]),
      (.version30, .version40, ["FN:a", "N:a;;;;", "EMAIL;PREF=1;X-ORIGINAL=\"a\":a@b"]),
      (.version30, .version40, ["FN:a", "N;ALTID=1:a;b;;;", "X-PHONETIC-MIDDLE-NAME:c"]),
      (.version30, .version40, ["LABEL:y", "ADR:;;LABEL"]),
      (.version40, .version21, ["FN:a", "ADR:;;a;;;;", "LABEL;X-\u{C4}=:P"]),
      (.version21, .version30, ["ADR;X-O=\"\" :;;a", "NOTE;X-O=\" a \":b"]),
      (.version21, .version30, ["PHOTO;G:\\\\\\", "URL:a\\\\\\:b"]),
    ])
  func eachComesBack(version: Version, by: Version, lines: [String]) throws {
    let octets = GeneratedCard(version: version, lines: lines).octets
    let fault = try ConversionLaws.roundTripFault(
      octets, by: by, scope: version == .version21 ? .values : .everything)
    #expect(fault == nil)
  }

  @Test("what is derived goes on the way back, wherever a server put it")
  func derivedElsewhere() throws {
    let octets = Self.octets(["GENDER;DERIVED=TRUE:F", "X-GENDER:Female"], .version40)
    let back = ConversionLaws.converted(try Reading(octets).cards, to: .version30).octets
    #expect(Self.lines(back) == Self.normal(Self.names + ["X-GENDER:Female"]))
  }

  @Test("how a name is spoken is an alternative of the name, whose ALTID it has (RFC 6350 §5.4)")
  func alternativeOfName() throws {
    let octets = GeneratedCard(
      version: .version30, lines: ["FN:a", "N;ALTID=1:;US", "X-PHONETIC-MIDDLE-NAME:Ka"]
    ).octets
    for losses in [CardConverter.Losses.kept, .dropped] {
      #expect(try ConversionLaws.outputFault(octets, to: .version40, losses: losses) == nil)
    }
  }

  // MARK: What means harm

  /// Cards that would take a minute if anything were not linear.
  @Test(
    "twenty thousand properties of one kind are converted in no time",
    .timeLimit(.minutes(20)),
    arguments: [
      (Version.version40, "TEL;PREF=1:+1"), (.version40, "ADR;LABEL=\"a^nb\":;;a;b;c;d;e"),
      (.version40, "NOTE;ALTID=1:a"), (.version40, "MEMBER:urn:uuid:1"),
      (.version40, "RELATED;VALUE=text;TYPE=spouse:Jan"), (.version40, "FN;PREF=1:K"),
      (.version40, "N;SORT-AS=\"a,b\":K;;;;"), (.version40, "HOBBY:x"),
      (.version40, "IMPP:aim:kate"), (.version40, "BDAY;VALUE=text:x"),
      (.version40, "X-AIM:kate"), (.version40, "GEO:geo:1,2;u=3"),
      (.version30, "TEL;TYPE=pref:+1"), (.version30, "ADR;TYPE=home:;;a;b;c;d;e"),
      (.version30, "LABEL;TYPE=home:a\\nb"), (.version30, "X-AIM:kate"),
      (.version30, "item1.X-ABDATE:2010-05-06"), (.version30, "item1.X-ABLabel:_$!<Spouse>!$_"),
      (.version30, "X-SPOUSE:Jan"), (.version30, "SORT-STRING:x"), (.version30, "CLASS:x"),
      (.version30, "AGENT:BEGIN:VCARD\\nN:a\\nFN:a\\nEND:VCARD"), (.version30, "no property"),
      (.version30, "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1"), (.version30, "UID:x"),
      (.version30, "X-VCARD-LINE;X-VERSION=4.0:KIND:org"), (.version30, "X-KIND:org"),
      (.version30, "X-LABEL:x"), (.version21, "TEL;HOME;PREF:+1"), (.version21, "LABEL;HOME:x"),
      (.version21, "NOTE;QUOTED-PRINTABLE:=C3=A4"), (.version21, "PHOTO;BASE64:QUJD\n"),
    ])
  func manyOfAKind(version: Version, line: String) throws {
    let count = isDebug ? 500 : 20_000
    let lines = [String](repeating: line, count: count / 2)
    // Of a second kind, that every property of the first may look for.
    let partner = line.hasPrefix("ADR") ? "LABEL;TYPE=work:b" : "ADR;TYPE=home:;;x;;;;"
    let others = (0..<count / 2).map { index in
      index % 2 == 0 ? line.replacing("item1", with: "item\(index)") : partner
    }
    let octets = Self.octets(lines + others, version)
    for to in Version.allCases where to != version {
      let cards = try Reading(octets).cards
      let there = ConversionLaws.converted(cards, to: to)
      let middle = try Reading(there.octets).cards
      #expect(middle.count == 1)
      let back = ConversionLaws.converted(middle, to: version)
      #expect(try Reading(back.octets).cards.count == 1)
    }
  }

  @Test("megabytes in one value go through, there and back", .timeLimit(.minutes(20)))
  func megabytes() throws {
    let size = isDebug ? 20_000 : 1_500_000
    let text = String(repeating: "Main Street 7^n, \u{E9}", count: size / 18)
    let cards: [(Version, String)] = [
      (.version40, "ADR;LABEL=\"\(text)\":;;a;;;;"), (.version40, "NOTE:\(text)"),
      (.version40, "FN;SORT-AS=\"\(text)\":a"), (.version40, "X-A;X-B=\"\(text)\":c"),
      (.version40, "PHOTO:data:image/png;base64," + String(repeating: "QUJD", count: size / 4)),
      (.version40, "BDAY;VALUE=text:\(text)"), (.version40, "HOBBY:\(text)"),
      (.version40, "ADR:;;a;;;;;\(text)"), (.version40, "TEL;VALUE=uri:tel:\(text)"),
      (.version30, "LABEL:\(text)"), (.version30, "CLASS:\(text)"), (.version30, "BDAY:\(text)"),
      (.version30, "TEL;TYPE=\(text):1"), (.version30, "no property \(text)"),
      (.version30, "PHOTO;ENCODING=b:" + String(repeating: "QUJD", count: size / 4)),
      (.version30, "AGENT:BEGIN:VCARD\\nN:a\\nFN:a\\nNOTE:\(text)\\nEND:VCARD"),
      (.version30, "X-SPOUSE:\(text)"), (.version30, "SORT-STRING:\(text)"),
      (.version30, "NICKNAME:" + String(repeating: "a,", count: size / 2)),
      (.version30, "N:" + String(repeating: ";", count: size / 2)),
      (
        .version21, "NOTE;ENCODING=QUOTED-PRINTABLE:" + String(repeating: "=C3=A4", count: size / 6)
      ),
    ]
    for (version, line) in cards {
      let octets = Self.octets([line], version)
      for to in Version.allCases where to != version {
        let fault =
          try ConversionLaws.outputFault(octets, to: to)
          ?? ConversionLaws.roundTripFault(
            octets, by: to, scope: version == .version21 ? .values : .everything)
        #expect(fault.map { $0.prefix(300) } == nil, "\(line.prefix(40)) to \(to.rawValue)")
      }
    }
  }

  @Test(
    "a parameter that stands twice, whatever it is, stops no conversion, there and back",
    arguments: Version.allCases)
  func repeatedParameters(version: Version) throws {
    let names = [
      "TYPE", "VALUE", "LANGUAGE", "PREF", "ALTID", "PID", "MEDIATYPE", "CALSCALE", "SORT-AS",
      "GEO", "TZ", "LABEL", "LEVEL", "INDEX", "CC", "AUTHOR", "AUTHOR-NAME", "CREATED", "DERIVED",
      "PHONETIC", "PROP-ID", "SCRIPT", "SERVICE-TYPE", "USERNAME", "JSCOMPS", "JSPTR", "CONTEXT",
      "ENCODING", "CHARSET", "X-ORIGINAL", "X-VERSION", "X-PROPERTY", "X-DERIVED", "X-VALUE",
      "X-PREF", "X-NESTED", "X-REPEATED", "X-APPLE-OMIT-YEAR", "X-SERVICE-TYPE", "X-USER",
      "SORT-STRING", "X-FOO", "FOO",
    ]
    let properties = [
      "X-A:b", "FOO:b", "TEL:1", "TEL:tel:1", "ADR:;;a;;;;", "N:a;b;c;d;e;f", "BDAY:19850412",
      "PHOTO:data:image/png;base64,QUJD", "URL:http://example.com/", "RELATED:mailto:a@b",
      "KIND:org", "GENDER:F", "LABEL:a", "X-AIM:a", "GEO:geo:1,2", "TZ:-0500", "UID:a",
      "EMAIL:a@b", "KEY:http://example.com/k", "AGENT:a", "no property",
    ]
    for name in names {
      for property in properties {
        var parts = property.split(separator: ":", maxSplits: 1)
        parts[0] += ";\(name)=a;\(name)=b"
        let octets = Self.octets([parts.joined(separator: ":")], version)
        for to in Version.allCases where to != version {
          let cards = try Reading(octets).cards
          let there = ConversionLaws.converted(cards, to: to).octets
          let middle = try Reading(there).cards
          let back = try Reading(ConversionLaws.converted(middle, to: version).octets).cards
          #expect((cards.count, middle.count, back.count) == (1, 1, 1))
          #expect(try ConversionLaws.constancyFault(octets, to: to) == nil)
        }
      }
    }
  }

  @Test("agents within agents, as deep as somebody cares to write", .timeLimit(.minutes(20)))
  func deepAgents() throws {
    for depth in [1, 2, 5, 20, 300] {
      let nested =
        String(repeating: "BEGIN:VCARD\nVERSION:2.1\nN:a\nAGENT:\n", count: depth)
        + "BEGIN:VCARD\nVERSION:2.1\nN:b\nEND:VCARD\n"
        + String(repeating: "END:VCARD\n", count: depth)
      for to in [Version.version30, .version40] {
        if let fault = try ConversionLaws.outputFault(Array(nested.utf8), to: to) {
          Issue.record("\(depth) nested, to \(to.rawValue): \(fault.prefix(300))")
        }
      }
    }
    // Inline, where each step doubles the backslashes.
    var inline = "BEGIN:VCARD\nVERSION:3.0\nFN:x\nN:x\nEND:VCARD\n"
    for depth in 1...(isDebug ? 6 : 12) {
      let value = inline.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
        .replacing(",", with: "\\,").replacing(";", with: "\\;")
      inline = "BEGIN:VCARD\nVERSION:3.0\nFN:x\nN:x\nAGENT:\(value)\nEND:VCARD\n"
      for to in [Version.version21, .version40] {
        let octets = Array(inline.utf8)
        if let fault = try ConversionLaws.outputFault(octets, to: to)
          ?? ConversionLaws.roundTripFault(octets, by: to)
        {
          Issue.record("\(depth) inline, to \(to.rawValue): \(fault.prefix(300))")
        }
      }
    }
  }

  @Test(
    "octets that are no text become valid cards",
    arguments: [
      [0xFF], [0xC3], [0xE9, 0x20], [0x00], [0x1B, 0x5B], [0x7F], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xC2, 0x85], [0xE2, 0x80, 0xA8], [0x0B], [0x5C], [0x22], [0x5E],
    ] as [[UInt8]])
  func noText(octets: [UInt8]) throws {
    let heads = [
      "NOTE:a", "TEL;TYPE=a", "X-A;X-B=\"", "N:a;", "ADR;LABEL=\"a", "BDAY:", "a", "PHOTO:",
      "NICKNAME:a,", "UID:", "LABEL:", "AGENT:BEGIN:VCARD\\nFN:", "KIND:", "GEO:", "TZ:", "REV:",
      "URL:", "X-VCARD-LINE:", "PHOTO;ENCODING=b:", "NOTE;ENCODING=QUOTED-PRINTABLE:", "CLASS:",
      "NOTE;CHARSET=UTF-8:", "NOTE;CHARSET=ISO-8859-1:", "GENDER:", "RELATED:",
    ]
    for version in Version.allCases {
      for head in heads {
        let tail = head.contains("=\"") ? "b\":c" : head.contains(";TYPE") ? ":1" : "b"
        let line = Array(head.utf8) + octets + Array(tail.utf8)
        let card =
          Array("BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\nFN:K\r\nN:K;;;;\r\n".utf8)
          + line + Array("\r\nEND:VCARD\r\n".utf8)
        for to in Version.allCases where to != version {
          let fault =
            try ConversionLaws.outputFault(card, to: to)
            ?? ConversionLaws.outputFault(card, to: to, losses: .dropped)
            ?? ConversionLaws.constancyFault(card, to: to)
          #expect(
            fault == nil, "\(String(decoding: line, as: UTF8.self).debugDescription) of \(version)")
        }
      }
    }
  }
}
