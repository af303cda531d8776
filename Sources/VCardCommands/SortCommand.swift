public import ArgumentParser
public import ContactModel
import ContactStore
import ICU
import VCard

/// `vcard sort`: writes the cards in the order in which people look names up.
struct SortCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sort",
    abstract: "Sort cards by name, as a language sorts.",
    usage: "vcard sort [<file> …] [--locale <tag>] [--by <name>] [--reverse] [-o <file>]",
    discussion: """
      EXAMPLES:
        vcard sort contacts.vcf -o sorted.vcf
        vcard sort --locale sv --by given phone.vcf cloud.vcf

      Names are compared by ICU's collation for the language, phonetic names before written ones. \
      Cards of equal names keep their order, and cards without a name come last.
      """)

  @Argument(help: ArgumentHelp("vCard files or folders; '-' is standard input.", valueName: "file"))
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "The language, as in sv, de-u-co-phonebk or zh-u-co-stroke (default: that of $LC_ALL, "
        + "$LC_COLLATE or $LANG).",
      valueName: "tag"))
  var locale: String?

  @Option(help: ArgumentHelp("The name to sort by.", valueName: "name"))
  var by = NameSorter.Order.family

  @Flag(help: "Sort backwards; cards of equal names keep their order.")
  var reverse = false

  @Option(name: .shortAndLong, help: ArgumentHelp("Write here, atomically.", valueName: "file"))
  var output: String?

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let console = options.reporting.console
    let reporter = options.reporting.reporter(on: console)
    let sorter = try makeSorter()
    let input = try CardInput(files, options, reporter: reporter, console: console)
    let output = try OutputFile(output)
    var order = SortOrder()
    var spool = try Spool()
    let writer = CardWriter()
    var text: [UInt8] = []
    try input.forEachCard { card, _ in
      let key = try sorter.sortKey(for: Contact(card, keys: .sorting))
      text.removeAll(keepingCapacity: true)
      writer.write(card, into: &text)
      order.append(key.bytes, offset: spool.count, count: text.count)
      try spool.append(text)
    }
    try spool.finishWriting()
    for place in order.sorted(backwards: reverse) {
      if text.count > place.count { text.removeLast(text.count - place.count) }
      if text.count < place.count {
        text.append(contentsOf: repeatElement(0, count: place.count - text.count))
      }
      try spool.read(at: place.offset, into: &text)
      try output.writer.write(text)
    }
    try output.commit()
  }

  private func makeSorter() throws -> NameSorter {
    let tag = locale ?? UserLocale.collation
    do {
      return try NameSorter(by, locale: tag)
    } catch {
      guard error.kind == .unknownLocale else { throw error }
      throw CommandFailure(
        .usage, "there is no language \"\(tag)\"",
        suggestion: "tags are those of BCP 47, such as sv or de-u-co-phonebk")
    }
  }
}

extension NameSorter.Order: ExpressibleByArgument {}

/// The language that the user's environment asks for.
enum UserLocale {
  /// The locale to sort by; `root` when none is asked for or it has no name that ICU knows.
  static var collation: String {
    let names = ["LC_ALL", "LC_COLLATE", "LANG"].lazy.compactMap(Platform.environment)
    guard let name = names.first(where: { !$0.isEmpty }) else { return "root" }
    // `sv_SE.UTF-8@euro`: only the part before the charset names a language.
    let language = String(name.prefix { $0 != "." && $0 != "@" })
    if language == "C" || language == "POSIX" { return "root" }
    return (try? Collator(locale: language)) == nil ? "root" : language
  }
}

/// Sort keys with where each card stands, 32 octets a card beside its key.
private struct SortOrder {
  struct Place {
    var offset: Int
    var count: Int
  }

  private struct Entry {
    /// The first eight octets of the key, by which most comparisons are settled.
    var prefix: UInt64
    var key: Int
    var keyCount: Int32
    var count: Int32
    var offset: Int
  }

  private var keys: [UInt8] = []
  private var entries: [Entry] = []

  mutating func append(_ key: [UInt8], offset: Int, count: Int) {
    var prefix: UInt64 = 0
    for index in 0..<8 { prefix = prefix << 8 | UInt64(index < key.count ? key[index] : 0) }
    entries.append(
      Entry(
        prefix: prefix, key: keys.count, keyCount: Int32(key.count), count: Int32(count),
        offset: offset))
    keys.append(contentsOf: key)
  }

  /// The places of the cards in the order of their keys; equal keys stay in the order of input.
  mutating func sorted(backwards: Bool) -> [Place] {
    let keys = keys
    func order(_ left: Entry, _ right: Entry) -> Int {
      if left.prefix != right.prefix { return left.prefix < right.prefix ? -1 : 1 }
      var index = 8
      let count = Int(min(left.keyCount, right.keyCount))
      while index < count {
        let (a, b) = (keys[left.key + index], keys[right.key + index])
        if a != b { return a < b ? -1 : 1 }
        index += 1
      }
      return Int(left.keyCount) - Int(right.keyCount)
    }
    entries.sort { left, right in
      let order = order(left, right)
      if order != 0 { return backwards ? order > 0 : order < 0 }
      return left.offset < right.offset
    }
    return entries.map { Place(offset: $0.offset, count: Int($0.count)) }
  }
}
