/// What a charset's name stands for in practice: one table to read by, one to write by.
///
/// Programs write the name of the standard and the bytes of the vendor's superset of it, so reading
/// goes by the superset, as browsers do (WHATWG Encoding). Writing stays with what the name says,
/// for the reader may know no more than that.
struct CharsetPlan: Hashable {
  /// ICU's name of the table to read by.
  let decoder: String
  /// ICU's name of the table to write by.
  let encoder: String
  /// Whether a byte 0x80, which the table lacks, reads as the euro sign.
  let readsEuroAt80: Bool

  /// Finds the plan for a name as it stands in a file, `nil` when nobody knows the charset.
  static func named(_ label: String) throws(ICUError) -> CharsetPlan? {
    guard let name = plausible(label) else { return nil }
    if let canonical = try Bridge.canonicalCharsetName(name) {
      return CharsetPlan(canonical: canonical)
    }
    guard let alias = aliases[name.lowercased()],
      let canonical = try Bridge.canonicalCharsetName(alias)
    else { return nil }
    return CharsetPlan(canonical: canonical)
  }

  private init(canonical: String) {
    decoder = Self.supersets[canonical] ?? canonical
    encoder = Self.writers[canonical] ?? canonical
    // Windows code page 936 has the euro there, and its users call it GB2312, GBK and GB18030.
    readsEuroAt80 = decoder == "gb18030"
  }

  /// Trims white space and refuses what cannot be a name.
  ///
  /// In ICU a comma begins options, such as one that swaps line ends.
  private static func plausible(_ label: String) -> String? {
    var bytes = label.utf8[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    // ICU's own limit is 59.
    guard (1...59).contains(bytes.count) else { return nil }
    let isName = bytes.allSatisfy {
      $0 > 0x1F && $0 < 0x7F && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "/")
        && $0 != UInt8(ascii: "\\")
    }
    return isName ? String(Substring(bytes)) : nil
  }

  /// ICU's names of charsets, and of the supersets that are really meant.
  private static let supersets = [
    "US-ASCII": "ibm-5348_P100-1997",  // windows-1252
    "ISO-8859-1": "ibm-5348_P100-1997",  // windows-1252
    "ibm-920_P100-1995": "ibm-5350_P100-1998",  // ISO-8859-9: windows-1254
    "iso-8859_11-2001": "windows-874-2000",
    "ibm-1383_P110-1999": "gb18030",  // GB2312
    "ibm-5478_P100-1995": "gb18030",  // GB_2312-80, the bare table, which has no ASCII
    "windows-936-2000": "gb18030",  // GBK
    "windows-950-2000": "ibm-1375_P100-2008",  // Big5: with the characters of Hong Kong
    "ibm-970_P110_P110-2006_U2": "windows-949-2000",  // EUC-KR
    "ibm-949_P110-1999": "windows-949-2000",  // cp949, where IBM's 0x5C is a won sign
    "ibm-943_P130-1999": "ibm-943_P15A-2003",  // as in Shift_JIS, where IBM's 0x5C is a yen sign
    "ISO_2022,locale=ko,version=0": "ISO_2022,locale=ko,version=1",  // RFC 1557: ASCII, no won
  ]

  /// ICU's names of charsets that are written by another table than the one of that name.
  private static let writers = [
    "ibm-5478_P100-1995": "ibm-1383_P110-1999",
    "ibm-949_P110-1999": "windows-949-2000",
    "ibm-943_P130-1999": "ibm-943_P15A-2003",
    "ISO_2022,locale=ko,version=0": "ISO_2022,locale=ko,version=1",
  ]

  /// Names in use that ICU does not know: the rest of WHATWG's labels, and Windows' and Java's.
  private static let aliases = [
    "cn-big5": "big5",
    "cn-gb": "gb2312",
    "cp65001": "utf-8",
    "csiso88596e": "iso-8859-6",
    "csiso88596i": "iso-8859-6",
    "csiso88598e": "iso-8859-8",
    "csiso88598i": "iso-8859-8",
    "dos-874": "windows-874",
    "eucjp-win": "euc-jp",
    "koi": "koi8-r",
    "koi8-ru": "koi8-u",
    "logical": "iso-8859-8",
    "sjis-win": "shift_jis",
    "ucs-2be": "utf-16be",
    "ucs-2le": "utf-16le",
    "uhc": "windows-949",
    "unicodefeff": "utf-16le",
    "unicodefffe": "utf-16be",
    "visual": "iso-8859-8",
    "windows-28591": "iso-8859-1",
    "x-mac-ukrainian": "x-mac-cyrillic",
  ]
}
