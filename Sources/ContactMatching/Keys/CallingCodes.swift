/// The country calling codes, what is dialled before a national number, and whose they are.
///
/// Source: ITU-T E.164, list of assigned country codes, and the national (trunk) prefixes of ITU's
/// "Dialling procedures"; checked against version 9.0 of the `phonenumbers` package.
enum CallingCodes {
  /// The trunk prefix of a calling code.
  ///
  /// - Parameter code: 1 to 999.
  /// - Returns: `nil` for a code that is not assigned.
  static func trunk(of code: Int) -> Trunk? {
    code < 1000 && code > 0 ? table.trunks[code] : nil
  }

  /// The calling code of a region by its ISO 3166-1 code in upper case.
  static func code(ofRegion region: String) -> Int? { table.codes[region] }

  /// What is dialled before a national number inside the country.
  enum Trunk: UInt8, Sendable, CaseIterable {
    case none, zero, eight, one, zeroSix

    var digits: [UInt8] {
      switch self {
      case .none: []
      case .zero: [0]
      case .eight: [8]
      case .one: [1]
      case .zeroSix: [0, 6]
      }
    }
  }

  /// What is dialled in a country before a calling code, where it is not 00.
  static func internationalPrefix(of code: Int) -> [UInt8] {
    switch code {
    case 1, 692: [0, 1, 1]
    case 7, 375, 992, 993: [8, 1, 0]
    case 61: [0, 0, 1, 1]
    case 81: [0, 1, 0]
    case 254: [0, 0, 0]
    case 66, 592, 976: [0, 0, 1]
    default: [0, 0]
    }
  }

  /// The digits of a national number in the countries whose trunk prefix is 1 or 8.
  static func nationalLength(of code: Int) -> Int {
    switch code {
    case 375: 9
    case 692: 7
    case 993: 8
    default: 10
    }
  }

  private struct Table: Sendable {
    var trunks: [Trunk?] = [Trunk?](repeating: nil, count: 1000)
    var codes: [String: Int] = [:]

    init() {
      for (trunk, list) in lists {
        for entry in list.split(separator: ",") {
          let words = entry.split(whereSeparator: { $0 == " " || $0 == "\n" })
          guard let code = words.first.flatMap({ Int($0) }) else { continue }
          trunks[code] = trunk
          for region in words.dropFirst() { codes[String(region)] = code }
        }
      }
    }
  }

  private static let table = Table()

  private static let lists: [(Trunk, String)] = [
    (
      .zero,
      """
      20 EG, 27 ZA, 31 NL, 32 BE, 33 FR, 40 RO, 41 CH, 43 AT, 44 GB GG IM JE, 46 SE, 49 DE,
      51 PE, 53 CU, 54 AR, 55 BR, 57 CO, 58 VE, 60 MY, 61 AU CC CX, 62 ID, 63 PH, 64 NZ,
      66 TH, 81 JP, 82 KR, 84 VN, 86 CN, 90 TR, 91 IN, 92 PK, 93 AF, 94 LK, 95 MM, 98 IR,
      211 SS, 212 MA EH, 213 DZ, 218 LY, 231 LR, 232 SL, 233 GH, 234 NG, 243 CD, 249 SD,
      250 RW, 251 ET, 252 SO, 254 KE, 255 TZ, 256 UG, 260 ZM, 261 MG, 262 RE YT, 263 ZW,
      264 NA, 265 MW, 291 ER, 353 IE, 355 AL, 358 FI AX, 359 BG, 370 LT, 373 MD, 374 AM,
      377 MC, 380 UA, 381 RS, 382 ME, 383 XK, 385 HR, 386 SI, 387 BA, 389 MK, 421 SK,
      423 LI, 508 PM, 590 GP BL MF, 591 BO, 593 EC, 594 GF, 595 PY, 596 MQ, 598 UY, 686 KI,
      850 KP, 855 KH, 856 LA, 880 BD, 886 TW, 961 LB, 962 JO, 963 SY, 964 IQ, 966 SA,
      967 YE, 970 PS, 971 AE, 972 IL, 976 MN, 977 NP, 994 AZ, 995 GE, 996 KG
      """
    ),
    (
      .none,
      """
      30 GR, 34 ES, 39 IT VA, 45 DK, 47 NO SJ, 48 PL, 52 MX, 56 CL, 65 SG, 216 TN, 220 GM,
      221 SN, 222 MR, 223 ML, 224 GN, 225 CI, 226 BF, 227 NE, 228 TG, 229 BJ, 230 MU,
      235 TD, 236 CF, 237 CM, 238 CV, 239 ST, 240 GQ, 241 GA, 242 CG, 244 AO, 245 GW,
      246 IO, 247 AC, 248 SC, 253 DJ, 257 BI, 258 MZ, 266 LS, 267 BW, 268 SZ, 269 KM,
      290 SH TA, 297 AW, 298 FO, 299 GL, 350 GI, 351 PT, 352 LU, 354 IS, 356 MT, 357 CY,
      371 LV, 372 EE, 376 AD, 378 SM, 420 CZ, 500 FK, 501 BZ, 502 GT, 503 SV, 504 HN,
      505 NI, 506 CR, 507 PA, 509 HT, 592 GY, 597 SR, 599 CW BQ, 670 TL, 672 NF, 673 BN,
      674 NR, 675 PG, 676 TO, 677 SB, 678 VU, 679 FJ, 680 PW, 681 WF, 682 CK, 683 NU,
      685 WS, 687 NC, 688 TV, 689 PF, 690 TK, 691 FM, 800, 808, 852 HK, 853 MO, 870, 878,
      881, 882, 883, 888, 960 MV, 965 KW, 968 OM, 973 BH, 974 QA, 975 BT, 979, 992 TJ, 998 UZ
      """
    ),
    (
      .one,
      """
      1 US AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI, 692 MH
      """
    ),
    (.eight, "7 RU KZ, 375 BY, 993 TM"),
    (.zeroSix, "36 HU"),
  ]
}

/// The country whose numbers are written without their country code.
public struct PhoneRegion: Hashable, Sendable {
  let callingCode: Int

  /// Finds a region by its ISO 3166-1 alpha-2 code in any case, such as `DE`; `nil` for none that
  /// has telephones of its own.
  public init?(_ code: String) {
    let upper = code.utf8.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 & 0xDF : $0 }
    guard let found = CallingCodes.code(ofRegion: String(decoding: upper, as: UTF8.self)) else {
      return nil
    }
    callingCode = found
  }
}
