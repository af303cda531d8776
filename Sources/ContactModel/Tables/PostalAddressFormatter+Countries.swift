internal import ICU

/// Names of countries, to know them again and to write them on envelopes.
enum CountryNames {
  /// The ISO 3166-1 code of a country that is written as a code or by name, in any case.
  ///
  /// Known are codes of two and three letters, the English name, the names in the languages of the
  /// country, and common variants such as `USA` and `Great Britain`.
  static func code(of text: String) -> String? {
    // Bytes. No name in the table is longer.
    guard text.utf8.count <= 120 else { return nil }
    return codes[key(text)]
  }

  /// The English name of a country by its code of two capital letters.
  static func englishName(of code: String) -> String? { names[code] }

  private static let (codes, names): ([String: String], [String: String]) = {
    var codes: [String: String] = [:]
    var names: [String: String] = [:]
    for row in table.split(separator: "\n") {
      let columns = row.split(separator: " ", maxSplits: 2).map(String.init)
      guard columns.count == 3 else { continue }
      let all = columns[2].split(separator: ";").map(String.init)
      names[columns[0]] = all.first
      for name in [columns[0], columns[1]] + all where key(name) != "" {
        let key = key(name)
        if codes[key] == nil { codes[key] = columns[0] }
      }
    }
    return (codes, names)
  }()

  /// A name without case, marks, white space and punctuation, and without a leading article.
  ///
  /// Capitals lose their accents in Greek, and in other languages where a keyboard has none; `ı` and
  /// `İ` are `i`, `ς` is `σ`. Marks that are vowels, as in Hindi and Thai, stay.
  private static func key(_ name: String) -> String {
    var name = plain(name)
    if name.hasPrefix("the ") { name.removeFirst(4) }
    var key = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where scalar.properties.isAlphabetic || isMark(scalar) {
      key.append(scalar)
    }
    return String(key)
  }

  /// A name with its case folded, without the marks of Latin, Greek and Cyrillic letters.
  private static func plain(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
    guard let folded = try? Normalizer.nfkcCasefold.normalize(name),
      let apart = try? Normalizer.nfd.normalize(folded)
    else { return name.lowercased() }
    var result = String.UnicodeScalarView()
    for scalar in apart.unicodeScalars where !(0x300...0x36F ~= scalar.value) {
      result.append(scalar == "ı" ? "i" : scalar)
    }
    return String(result)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .nonspacingMark
      || scalar.properties.generalCategory == .spacingMark
  }

  /// A country a row: the codes of ISO 3166-1, the English name, then names to know it by.
  ///
  /// The English names and those in the languages of each country are ICU 72's (CLDR 42); the
  /// variants behind them are ours.
  private static let table = """
    AC ASC Ascension Island
    AD AND Andorra
    AE ARE United Arab Emirates;الإمارات العربية المتحدة;UAE;U.A.E.
    AF AFG Afghanistan;افغانستان
    AG ATG Antigua and Barbuda;Antigua & Barbuda
    AI AIA Anguilla
    AL ALB Albania;Shqipëri
    AM ARM Armenia;Հայաստան
    AO AGO Angola
    AQ ATA Antarctica
    AR ARG Argentina;Argentine Republic
    AS ASM American Samoa
    AT AUT Austria;Österreich;Ausztria;Oesterreich;Osterreich;Autriche;Oostenrijk
    AU AUS Australia;Australien
    AW ABW Aruba
    AX ALA Åland Islands
    AZ AZE Azerbaijan;Azərbaycan
    BA BIH Bosnia and Herzegovina;Bosnia & Herzegovina;Bosna i Hercegovina;Bosnia
    BB BRB Barbados
    BD BGD Bangladesh;বাংলাদেশ
    BE BEL Belgium;België;Belgique;Belgien;Bélgica
    BF BFA Burkina Faso
    BG BGR Bulgaria;България
    BH BHR Bahrain;البحرين
    BI BDI Burundi;Uburundi
    BJ BEN Benin;Bénin
    BL BLM St. Barthélemy;Saint-Barthélemy;Saint Barthélemy
    BM BMU Bermuda
    BN BRN Brunei;Brunei Darussalam
    BO BOL Bolivia;Plurinational State of Bolivia
    BQ BES Caribbean Netherlands
    BR BRA Brazil;Brasil;Brasilien;Brésil
    BS BHS Bahamas;The Bahamas
    BT BTN Bhutan;འབྲུག
    BV BVT Bouvet Island
    BW BWA Botswana
    BY BLR Belarus;Беларусь
    BZ BLZ Belize
    CA CAN Canada;Kanada
    CC CCK Cocos (Keeling) Islands
    CD COD Congo (Democratic Republic);Congo - Kinshasa;Jamhuri ya Kidemokrasia ya Kongo;\
    DR Congo;Democratic Republic of the Congo;République démocratique du Congo
    CF CAF Central African Republic;République centrafricaine
    CG COG Congo (Republic);Congo - Brazzaville;Congo-Brazzaville;Republic of the Congo
    CH CHE Switzerland;Schweiz;Suisse;Svizzera;Schweiz/Suisse;Confoederatio Helvetica;Suiza;\
    Svizra;Zwitserland
    CI CIV Côte d'Ivoire;Cote d'Ivoire;Ivory Coast
    CK COK Cook Islands
    CL CHL Chile
    CM CMR Cameroon;Cameroun
    CN CHN China;中国;People's Republic of China;PRC;P.R. China;P.R.C.;China, PR;中华人民共和国;中華人民共和國;\
    中國;中国大陆;Chine
    CO COL Colombia
    CR CRI Costa Rica
    CU CUB Cuba
    CV CPV Cape Verde;Cabo Verde
    CW CUW Curaçao
    CX CXR Christmas Island
    CY CYP Cyprus;Κύπρος;Kıbrıs
    CZ CZE Czechia;Česko;Czech Republic;Česká republika;Tschechien;Tschechische Republik
    DE DEU Germany;Deutschland;Federal Republic of Germany;Bundesrepublik Deutschland;BRD;\
    Allemagne;Alemania;Germania;Duitsland;Tyskland;ドイツ;德国;Германия;Niemcy
    DJ DJI Djibouti
    DK DNK Denmark;Danmark;Dänemark;Danemark
    DM DMA Dominica
    DO DOM Dominican Republic;República Dominicana
    DZ DZA Algeria;الجزائر;Algérie
    EC ECU Ecuador
    EE EST Estonia;Eesti
    EG EGY Egypt;مصر;Ägypten
    EH ESH Western Sahara;الصحراء الغربية
    ER ERI Eritrea;ኤርትራ
    ES ESP Spain;España;Espanya;Espainia;Spanien;Espagne;Spagna;Espanha;Spanje;スペイン;西班牙;Испания
    ET ETH Ethiopia;ኢትዮጵያ
    FI FIN Finland;Suomi;Finnland;Finlande
    FJ FJI Fiji
    FK FLK Falkland Islands
    FM FSM Micronesia;Federated States of Micronesia
    FO FRO Faroe Islands;Føroyar
    FR FRA France;Frankreich;Francia;França;Frankrijk;フランス;法国;Франция
    GA GAB Gabon
    GB GBR United Kingdom;Y Deyrnas Unedig;UK;U.K.;Great Britain;Britain;England;Scotland;Wales;\
    Northern Ireland;Großbritannien;Vereinigtes Königreich;Royaume-Uni;Reino Unido;Regno Unito;\
    イギリス;英国;Великобритания
    GD GRD Grenada
    GE GEO Georgia;საქართველო
    GF GUF French Guiana;Guyane française
    GG GGY Guernsey
    GH GHA Ghana;Gaana
    GI GIB Gibraltar
    GL GRL Greenland;Kalaallit Nunaat
    GM GMB Gambia;The Gambia
    GN GIN Guinea;Guinée
    GP GLP Guadeloupe
    GQ GNQ Equatorial Guinea;Guinea Ecuatorial
    GR GRC Greece;Ελλάδα;Hellas;Ellada;Griechenland;Grèce
    GS SGS South Georgia and South Sandwich Islands;South Georgia & South Sandwich Islands
    GT GTM Guatemala
    GU GUM Guam
    GW GNB Guinea-Bissau;Guiné-Bissau
    GY GUY Guyana
    HK HKG Hong Kong;Hong Kong SAR China;中國香港特別行政區;Hongkong;香港
    HM HMD Heard & McDonald Islands;Heard and McDonald Islands
    HN HND Honduras
    HR HRV Croatia;Hrvatska
    HT HTI Haiti;Haïti
    HU HUN Hungary;Magyarország;Ungarn;Hongrie
    ID IDN Indonesia;Republik Indonesia
    IE IRL Ireland;Éire;Republic of Ireland;Irland;Irlande
    IL ISR Israel;ישראל;إسرائيل
    IM IMN Isle of Man
    IN IND India;भारत;Bharat;Republic of India;Indien
    IO IOT British Indian Ocean Territory
    IQ IRQ Iraq;العراق
    IR IRN Iran;ایران;Islamic Republic of Iran
    IS ISL Iceland;Ísland
    IT ITA Italy;Italia;Italien;Italie;Itália;Italië;イタリア;意大利;Италия
    JE JEY Jersey
    JM JAM Jamaica
    JO JOR Jordan;الأردن
    JP JPN Japan;日本;Nippon;Nihon;Japon;日本国;Япония
    KE KEN Kenya
    KG KGZ Kyrgyzstan;Кыргызстан;Киргизия
    KH KHM Cambodia;កម្ពុជា
    KI KIR Kiribati
    KM COM Comoros;جزر القمر
    KN KNA St. Kitts and Nevis;St. Kitts & Nevis;Saint Kitts and Nevis
    KP PRK North Korea;북한;Democratic People's Republic of Korea;DPRK;조선민주주의인민공화국
    KR KOR South Korea;대한민국;Korea;Republic of Korea;Korea, Republic of;Korea (South);한국;韓国;\
    Südkorea;Corée du Sud
    KW KWT Kuwait;الكويت
    KY CYM Cayman Islands
    KZ KAZ Kazakhstan;Казахстан
    LA LAO Laos;ລາວ;Lao PDR
    LB LBN Lebanon;لبنان
    LC LCA St. Lucia;Saint Lucia
    LI LIE Liechtenstein
    LK LKA Sri Lanka;ශ්‍රී ලංකාව;இலங்கை
    LR LBR Liberia
    LS LSO Lesotho
    LT LTU Lithuania;Lietuva
    LU LUX Luxembourg;Luxemburg;Lëtzebuerg
    LV LVA Latvia;Latvija
    LY LBY Libya;ليبيا
    MA MAR Morocco;المغرب;Maroc
    MC MCO Monaco
    MD MDA Moldova;Republica Moldova;Молдова;Republic of Moldova
    ME MNE Montenegro;Crna Gora;Црна Гора
    MF MAF St. Martin;Saint-Martin;Saint Martin
    MG MDG Madagascar;Madagasikara
    MH MHL Marshall Islands
    MK MKD North Macedonia;Северна Македонија;Maqedonia e Veriut;Macedonia;FYROM
    ML MLI Mali
    MM MMR Myanmar;Myanmar (Burma);မြန်မာ;Burma
    MN MNG Mongolia;Монгол
    MO MAC Macao;Macao SAR China;中國澳門特別行政區;Macau;澳門;澳门
    MP MNP Northern Mariana Islands
    MQ MTQ Martinique
    MR MRT Mauritania;موريتانيا
    MS MSR Montserrat
    MT MLT Malta
    MU MUS Mauritius;Moris
    MV MDV Maldives
    MW MWI Malawi
    MX MEX Mexico;México;Mexique;Mexiko
    MY MYS Malaysia;马来西亚
    MZ MOZ Mozambique;Moçambique
    NA NAM Namibia;Namibië
    NC NCL New Caledonia;Nouvelle-Calédonie
    NE NER Niger;Nijar
    NF NFK Norfolk Island
    NG NGA Nigeria
    NI NIC Nicaragua
    NL NLD Netherlands;Nederland;Holland;The Netherlands;Niederlande;Pays-Bas;Países Bajos
    NO NOR Norway;Norge;Noreg;Norwegen;Norvège
    NP NPL Nepal;नेपाल
    NR NRU Nauru
    NU NIU Niue
    NZ NZL New Zealand;Aotearoa
    OM OMN Oman;عُمان
    PA PAN Panama;Panamá
    PE PER Peru;Perú
    PF PYF French Polynesia;Polynésie française
    PG PNG Papua New Guinea
    PH PHL Philippines;Pilipinas;The Philippines
    PK PAK Pakistan;پاکستان
    PL POL Poland;Polska;Rzeczpospolita Polska;Polen;Pologne
    PM SPM St. Pierre and Miquelon;St. Pierre & Miquelon;Saint-Pierre-et-Miquelon;\
    Saint Pierre and Miquelon
    PN PCN Pitcairn Islands
    PR PRI Puerto Rico
    PS PSE Palestine;Palestinian Territories;الأراضي الفلسطينية
    PT PRT Portugal;Portuguese Republic
    PW PLW Palau
    PY PRY Paraguay
    QA QAT Qatar;قطر
    RE REU Réunion;La Réunion
    RO ROU Romania;România
    RS SRB Serbia;Србија;Srbija
    RU RUS Russia;Россия;Russian Federation;Российская Федерация;Russland;Russie;РФ
    RW RWA Rwanda;U Rwanda
    SA SAU Saudi Arabia;المملكة العربية السعودية;KSA
    SB SLB Solomon Islands
    SC SYC Seychelles
    SD SDN Sudan;السودان
    SE SWE Sweden;Sverige;Schweden;Suède
    SG SGP Singapore;新加坡
    SH SHN St. Helena;Saint Helena
    SI SVN Slovenia;Slovenija
    SJ SJM Svalbard and Jan Mayen;Svalbard & Jan Mayen;Svalbard og Jan Mayen
    SK SVK Slovakia;Slovensko;Slovak Republic;Slovenská republika;Slowakei
    SL SLE Sierra Leone
    SM SMR San Marino
    SN SEN Senegal;Sénégal
    SO SOM Somalia;Soomaaliya
    SR SUR Suriname
    SS SSD South Sudan
    ST STP São Tomé and Príncipe;São Tomé & Príncipe;São Tomé e Príncipe
    SV SLV El Salvador
    SX SXM Sint Maarten
    SY SYR Syria;سوريا;Syrian Arab Republic
    SZ SWZ Eswatini;Swaziland
    TA TAA Tristan da Cunha
    TC TCA Turks and Caicos Islands;Turks & Caicos Islands
    TD TCD Chad;Tchad
    TF ATF French Southern Territories;Terres australes françaises
    TG TGO Togo
    TH THA Thailand;ไทย
    TJ TJK Tajikistan;Тоҷикистон
    TK TKL Tokelau
    TL TLS Timor-Leste;East Timor
    TM TKM Turkmenistan;Türkmenistan
    TN TUN Tunisia;تونس;Tunisie
    TO TON Tonga
    TR TUR Turkey;Türkiye;Türkei;Turkiye;Turquie
    TT TTO Trinidad and Tobago;Trinidad & Tobago
    TV TUV Tuvalu
    TW TWN Taiwan;台灣;Republic of China;R.O.C.;臺灣;台湾;中華民國
    TZ TZA Tanzania;United Republic of Tanzania
    UA UKR Ukraine;Україна;Украина;The Ukraine
    UG UGA Uganda
    UM UMI U.S. Outlying Islands
    US USA United States;United States of America;U.S.A.;U.S.;Vereinigte Staaten;\
    Vereinigte Staaten von Amerika;États-Unis;Estados Unidos;Stati Uniti;EE. UU.;EEUU;アメリカ合衆国;\
    アメリカ;美国;美國;미국;США;America
    UY URY Uruguay
    UZ UZB Uzbekistan;Oʻzbekiston
    VA VAT Vatican City;Città del Vaticano;Holy See
    VC VCT St. Vincent and Grenadines;St. Vincent & Grenadines;Saint Vincent and Grenadines
    VE VEN Venezuela;Bolivarian Republic of Venezuela
    VG VGB British Virgin Islands
    VI VIR U.S. Virgin Islands
    VN VNM Vietnam;Việt Nam;Viet Nam
    VU VUT Vanuatu
    WF WLF Wallis and Futuna;Wallis & Futuna;Wallis-et-Futuna
    WS WSM Samoa
    XK XKK Kosovo;Kosovë;Косово;Republic of Kosovo
    YE YEM Yemen;اليمن
    YT MYT Mayotte
    ZA ZAF South Africa;Suid-Afrika;RSA;Republic of South Africa
    ZM ZMB Zambia
    ZW ZWE Zimbabwe
    """
}
