import ArgumentParser
import ContactDedupe
import ContactMatching
import ContactMerging
import ContactPages
import ContactStore
import Files
import Page
import SystemPackage
import VCard

/// `vcard review`: asks about the pairs of a plan that a person should decide.
struct ReviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Decide, pair by pair, which cards are of one person.",
    usage: "vcard review <plan> --decisions <file> [--web] [--same <n>] [--different <n>]",
    discussion: """
      EXAMPLES:
        vcard review plan.jsonl --decisions answers.jsonl
        vcard review plan.jsonl --decisions answers.jsonl --same 17 --different 21
        vcard review plan.jsonl --decisions answers.jsonl --web

      Shows two cards side by side, a pair a screen, and takes a key: 's' or 'y' same, 'd' or 'n' \
      different, 'u' undecided, 'b' back to the pair before, 'q' quit, '?' help; where the cards have several \
      values of what a person has one of, '1' and '2' say which stands, and the other is kept beside it. Each answer is \
      written at once and never asked again, in no plan: cards are known by what they say and by \
      their UID; the last answer about a pair counts. 'vcard dedupe apply' and 'plan' heed the \
      answers with --decisions. With --book they are kept beside the address book. --same and \
      --different answer without a terminal; N is the number of a cluster in the plan. --web shows the same \
      in the browser of this machine, with the evidence drawn; who answers here and there at once shares \
      the answers.
      """)

  @Argument(help: ArgumentHelp("The plan.", valueName: "plan"), completion: .file())
  var plan: String

  @Option(help: ArgumentHelp("This pair is one person.", valueName: "n"))
  var same: [Int] = []

  @Option(help: ArgumentHelp("These are two people.", valueName: "n"))
  var different: [Int] = []

  @Flag(help: "Decide in the browser of this machine, as 'vcard serve' shows a book.")
  var web = false

  @OptionGroup var serving: ServingOptions

  @OptionGroup var words: WordOptions

  @OptionGroup var remembered: DecisionOptions

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if remembered.decisions == nil, remembered.book == nil {
      throw ValidationError("say where answers are kept: --decisions FILE or --book BOOK")
    }
    if web, !same.isEmpty || !different.isEmpty {
      throw ValidationError("--same and --different answer without --web")
    }
    if let both = Set(same).intersection(different).min() {
      throw ValidationError("\(both) cannot be --same and --different")
    }
  }

  func run() async throws {
    TemporaryFiles.changeBitByBit()
    let (console, reporter) = try options.reporting.start()
    let plan = try DedupePlan.open(plan)
    guard let book = try remembered.open() else {
      preconditionFailure("validation has seen where answers are kept")
    }
    let input = try plan.readInputs(options, reporter: reporter)
    var review = try Review(plan, input.table, book)
    if !same.isEmpty || !different.isEmpty {
      for (numbers, isSame) in [(same, true), (different, false)] {
        for number in numbers {
          guard let pair = review.pair(cluster: number) else {
            throw CommandFailure(.usage, "there is no pair \(number) to review in \(plan.name)")
          }
          try review.answer(pair, isSame: isSame)
        }
      }
      try review.save()
      let open = review.openPairs.count
      return Self.tell(same.count + different.count, open: open, console: console)
    }
    if web {
      var site = PageSite.Options(
        try words.page(.served, reporter), book: try bookOfPage(), review: review,
        isReadOnly: serving.readOnly)
      site.rereader = try rereader(plan, book: site.book)
      return try await serving.serve(PageSite(site), "the review of \(plan.name)", console)
    }
    let open = review.openPairs
    if open.isEmpty { return console.tell("nothing is left to review") }
    guard var interview = ReviewInterview(open, console: console) else {
      let output = try OutputFile()
      var table = Table([
        .init("pair", .right), .init("bits", .right), .init("left"), .init("right"),
      ])
      for pair in open { table.append(try review.row(of: pair)) }
      try output.writer.append { table.render(into: &$0, maximumWidth: output.columns) }
      try output.commit()
      throw CommandFailure(
        .usage,
        "\(open.count.counted("pair is", "pairs are")) left to review, and nobody is there to ask",
        suggestion: "run it on a terminal, or answer with --same N and --different N")
    }
    let answered = try interview.run(&review)
    Self.tell(answered, open: review.openPairs.count, console: console)
  }

  /// The book of the answers, where the page can show it: then the plan can be carried out there.
  private func bookOfPage() throws -> PageBookOptions? {
    guard let path = remembered.book.map({ Platform.path($0) }), try BookKind.isDatabase(path)
    else {
      return nil
    }
    let locale = try Preferences.current.language(for: .sorting, nil)
    return PageBookOptions(
      path, for: serving.readOnly ? .reading : .writing,
      decoding: try options.input.text.textDecoding, locale: locale == "root" ? nil : locale,
      threads: options.threads.count)
  }

  /// Reads the cards again as `dedupe plan` does, to be compared; `nil` for what can be read once only.
  private func rereader(_ plan: DedupePlan, book: PageBookOptions?) throws -> CardRereader? {
    let places = plan.places
    guard !places.contains("-") else { return nil }
    var settings = DedupeSettings(threads: options.threads.count, memory: nil)
    settings.options = try options.input.matchOptions
    let (options, console) = (options, Console(verbosity: .quiet))
    return CardRereader(settings) { settings in
      if let book, places == [book.path.string] {
        return try DedupeInput(
          book.open(for: .reading), settings, decoding: book.decoding)
      }
      return try DedupeInput.read(
        places, settings: settings, options: options,
        reporter: DiagnosticReporter(console: console))
    }
  }

  private static func tell(_ answered: Int, open: Int, console: Console) {
    console.tell("remembered \(answered.counted("answer")); \(open.counted("pair")) left")
  }
}

extension Review {
  /// A pair as a row of a list.
  func row(of pair: DedupePlan.Group) throws -> [String] {
    let entry = try plan.entry(pair.line)
    let bits = entry.comparisons.first?.sum ?? .zero
    return ["\(pair.cluster)", "\(bits)"] + entry.cards.map { "\($0.name) (\($0.file) \($0.card))" }
  }

  /// A pair side by side, with what speaks for it, and how many are left.
  ///
  /// - Parameters:
  ///   - pair: The pair.
  ///   - answer: What was answered when it was shown before.
  ///   - marks: The values that would stand.
  ///   - console: Where it is shown.
  /// - Returns: Lines that are safe to print.
  /// - Throws: A failure when the plan or a card cannot be read again.
  func screen(
    of pair: DedupePlan.Group, answered answer: Bool?, _ marks: ReviewInterview.Marks,
    _ console: Console
  ) throws -> [UInt8] {
    let columns = console.stream.columns ?? 80
    let entry = try plan.entry(pair.line)
    var text: [UInt8] = []
    text.append("\npair \(pair.cluster); \(openPairs.count.counted("pair is", "pairs are")) left")
    if let answer { text.append("; your answer was \(answer ? "same" : "different")") }
    text.append("\n")
    let sides = try pair.cards.map { Self.values(of: try self.table.card($0)) }
    var names: [String] = []
    for side in sides { for (name, _) in side where !names.contains(name) { names.append(name) } }
    var page = Table([.init(), .init(), .init(), .init()])
    page.append(["", ""] + entry.cards.map { "\($0.file), card \($0.card)" })
    page.append(["", ""] + entry.cards.map(\.name))
    for name in names {
      let left = sides[0].filter { $0.name == name }.map { $0.value }
      let right = sides[1].filter { $0.name == name }.map { $0.value }
      let shared = left.filter { right.contains($0) }
      for value in shared { page.append([name, "=", value, value]) }
      let (mine, others) = (
        left.filter { !shared.contains($0) }, right.filter { !shared.contains($0) }
      )
      for index in 0..<max(mine.count, others.count) {
        page.append([
          name, "", mine.indices.contains(index) ? mine[index] : "",
          others.indices.contains(index) ? others[index] : "",
        ])
      }
    }
    page.render(into: &text, maximumWidth: columns)
    text.append("\n")
    for comparison in entry.comparisons {
      EvidenceRows(comparison).render(into: &text, maximumWidth: columns)
    }
    if !marks.contests.isEmpty {
      text.append("\n  of one person one value stands, and the other is kept beside it\n")
      var values = Table([.init(), .init(), .init()])
      for (number, contest) in marks.contests.enumerated() {
        let sides = (0...1).map { side in
          let text = contest.values.first { $0.cards.contains(side) }?.text ?? ""
          return "\(marks.values[contest.name] == side ? "(*)" : "( )") \(text)"
        }
        values.append(["\(number == marks.next ? ">" : " ") \(contest.name)"] + sides)
      }
      values.render(into: &text, maximumWidth: columns)
    }
    return text
  }

  /// What a card says, for people.
  private static func values(of card: Card) -> [(name: String, value: String)] {
    var values: [(name: String, value: String)] = []
    for property in card.properties where !property.isMalformed {
      let value: String
      if property.isBase64, let binary = property.binary {
        value = "\(binary.mediaType), \(binary.octets.count) bytes"
      } else {
        switch property.shape {
        case .single: value = property.text
        case .list: value = property.list.joined(separator: ", ")
        case .structure:
          value = property.components.map { $0.joined(separator: ",") }
            .filter { !$0.isEmpty }.joined(separator: "; ")
        }
      }
      if !value.isEmpty { values.append((property.canonicalName, value)) }
    }
    return values
  }
}
