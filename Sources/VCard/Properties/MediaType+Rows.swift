extension MediaType {
  /// A media type, as TYPE, older names of it and files name it: a row.
  private struct Row {
    let type: String
    /// The word of TYPE in vCard 2.1 and 3.0 to write; `nil` where there is none.
    let word: String?
    /// Other words of TYPE, in lower case.
    let others: [String]
    /// Other names, in lower case.
    let aliases: [String]
    let fileExtension: String

    init(
      _ type: String, _ word: String? = nil, others: [String] = [], aliases: [String] = [],
      file: String = "bin"
    ) {
      (self.type, self.word, self.others) = (type, word, others)
      (self.aliases, fileExtension) = (aliases, file)
    }
  }

  // RFC 2426 §3.1.4 and §3.7.2, vCard 2.1 §2.2.4.2 and §2.5, and what programs write.
  private static let rows: [Row] = [
    Row(
      "image/jpeg", "JPEG", others: ["jpg", "pjpeg"], aliases: ["image/jpg", "image/pjpeg"],
      file: "jpg"),
    Row("image/png", "PNG", others: ["x-png"], aliases: ["image/x-png"], file: "png"),
    Row("image/gif", "GIF", file: "gif"),
    Row(
      "image/bmp", "BMP", others: ["dib"], aliases: ["image/x-bmp", "image/x-ms-bmp"], file: "bmp"),
    Row("image/tiff", "TIFF", others: ["tif"], file: "tif"),
    Row("image/webp", "WEBP", file: "webp"),
    Row("image/heic", others: ["heic"], file: "heic"),
    Row("image/svg+xml", others: ["svg"], file: "svg"),
    Row(
      "audio/wav", "WAVE", others: ["wav"],
      aliases: ["audio/wave", "audio/x-wav", "audio/vnd.wave"]),
    Row("audio/basic", others: ["pcm", "basic"]), Row("audio/aiff", others: ["aiff"]),
    Row("audio/mpeg", others: ["mp3"], aliases: ["audio/mp3"]), Row("audio/ogg", others: ["ogg"]),
    Row("application/pgp-keys", "PGP"), Row("application/x-x509-user-cert", "X509"),
  ]

  private static let byType = Dictionary(uniqueKeysWithValues: rows.map { ($0.type, $0) })

  /// The media types by the words of TYPE, in lower case.
  static let words: [String: String] = Dictionary(
    uniqueKeysWithValues: rows.flatMap { row in
      ((row.word.map { [$0.lowercased()] } ?? []) + row.others).map { ($0, row.type) }
    })

  private static let aliases: [String: String] = Dictionary(
    uniqueKeysWithValues: rows.flatMap { row in row.aliases.map { ($0, row.type) } })

  /// The word by which TYPE says a media type in vCard 2.1 and 3.0, or `nil` when it has none.
  static func typeWord(_ mediaType: String) -> String? { byType[mediaType]?.word }

  /// The usual name of a media type that is in lower case.
  static func plain(_ mediaType: String) -> String { aliases[mediaType] ?? mediaType }

  /// The extension of files of a media type.
  package static func fileExtension(of mediaType: String) -> String {
    byType[mediaType]?.fileExtension ?? "bin"
  }
}
