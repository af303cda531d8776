import ArgumentParser
import ContactModel
import ContactPages
import Files
import ICU
import Images

/// How people are shown.
struct PageOptions: ParsableArguments {
  /// When photos are shown, and how.
  enum Pictures: String, CaseIterable, ExpressibleByArgument {
    case auto
    case kitty
    case sixel
    case never
  }

  /// Which part of a name goes first.
  enum Order: String, CaseIterable, ExpressibleByArgument {
    case automatic
    case given
    case family

    var nameOrder: NameOrder {
      switch self {
      case .automatic: .automatic
      case .given: .givenNameFirst
      case .family: .familyNameFirst
      }
    }
  }

  @OptionGroup var words: WordOptions

  @Option(
    help: ArgumentHelp(
      "How photos are shown (default: as the terminal can).", valueName: "way"))
  var pictures = Pictures.auto

  /// The pages of a run.
  ///
  /// - Parameters:
  ///   - output: Where they go.
  ///   - reporting: Whether there are colours; `--verbose` shows all that a card says.
  ///   - reporter: Is told of a language that nobody knows.
  ///   - sheet: What is written besides lines for a terminal.
  /// - Returns: What writes them.
  /// - Throws: A failure that ends with 64 when there is no such language, and errors of ICU.
  func page(
    for output: OutputFile, _ reporting: ReportingOptions, _ reporter: DiagnosticReporter,
    _ sheet: SheetOptions? = nil
  ) throws -> ContactPage {
    let preferences = Preferences.current
    let isTerminal = output.columns != nil
    let term = Platform.environment("TERM") ?? "dumb"
    var style = ContactPage.Style()
    style.columns = output.columns
    style.usesColor = preferences.color(flag: reporting.color).holds(
      when: isTerminal && (Platform.environment("NO_COLOR") ?? "").isEmpty && term != "dumb")
    style.format = sheet?.format ?? .text
    style.labels = sheet?.labelChoice(in: preferences.country)
    style.embedsPictures = style.format != .text && pictures != .never
    style.graphics =
      switch pictures {
      case _ where style.format != .text: .none
      case .never: .none
      case .kitty: .kitty
      case .sixel: .sixel
      case .auto:
        isTerminal ? TerminalGraphics.detect(environment: Platform.environment) : .none
      }
    style.isComplete = reporting.verbose
    return try words.page(style, reporter)
  }
}

/// The language in which people are shown, and the order of their names.
struct WordOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The language of labels and dates, as in de or zh-Hant (default: that of $LC_ALL, "
        + "$LC_MESSAGES or $LANG).",
      valueName: "tag"))
  var locale: String?

  @Option(
    help: ArgumentHelp(
      "Which name goes first; automatic, the default, is as script and language ask.",
      valueName: "name"))
  var nameOrder: PageOptions.Order?

  /// What writes people.
  ///
  /// - Parameters:
  ///   - style: How they are written; its language, country and order of names follow from here.
  ///   - reporter: Is told of a language that nobody knows.
  /// - Returns: What writes them.
  /// - Throws: A failure that ends with 64 when there is no such language, and errors of ICU.
  func page(_ style: ContactPage.Style, _ reporter: DiagnosticReporter) throws -> ContactPage {
    let preferences = Preferences.current
    let asked = try preferences.language(for: .words, flag: locale, reporter)
    var style = style
    style.order = (preferences.value(.nameOrder, flag: nameOrder) ?? .automatic).nameOrder
    // One page is in one language: a tag of which there are no labels gives no dates either.
    style.language = ContactLabel.localizedLanguage(for: asked)
    style.country = preferences.country
    do {
      _ = try DateWords(asked)
      return ContactPage(style, dates: try DateWords(style.language))
    } catch {
      guard error.kind == .unknownLocale else { throw error }
      throw CommandFailure(
        .usage, "there is no language \"\(asked)\"",
        suggestion: "tags are those of BCP 47, such as sv or zh-Hant")
    }
  }
}

/// What people are shown in, and what is shown of them.
struct SheetOptions: ParsableArguments {
  /// What an address is for.
  enum AddressUse: String, CaseIterable, ExpressibleByArgument {
    case home
    case work

    fileprivate var label: ContactLabel { self == .home ? .home : .work }
  }

  @Option(
    help: ArgumentHelp(
      "What to write: lines for a terminal, or a sheet to print (default: text).",
      valueName: "format"))
  var format = SheetFormat.text

  @Flag(help: "Write labels for envelopes: names and addresses, as the post wants them.")
  var labels = false

  @Option(
    name: .customLong("address"),
    help: ArgumentHelp(
      "The address of labels (default: the one preferred, else the first).", valueName: "which"))
  var use: AddressUse?

  @Option(
    help: ArgumentHelp(
      "The paper of labels in HTML: three by eight on A4, three by ten on letter paper (default: "
        + "what the reader's country has).", valueName: "paper"))
  var paper: EnvelopeLabel.Paper?

  func validate() throws {
    if labels, format == .markdown { throw ValidationError("labels are text or HTML") }
    if use != nil, !labels { throw ValidationError("--address is for --labels") }
    if paper != nil, !labels || format != .html {
      throw ValidationError("--paper is for '--labels --format html'")
    }
  }

  fileprivate func labelChoice(in country: String?) -> EnvelopeLabel.Choice? {
    labels ? .init(use: use?.label, paper: paper ?? .usual(in: country)) : nil
  }
}

extension SheetFormat: ExpressibleByArgument {}
extension EnvelopeLabel.Paper: ExpressibleByArgument {}
