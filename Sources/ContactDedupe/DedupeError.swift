/// Why a plan, a journal, answers or tables cannot be used.
///
/// What files themselves are to blame for is a `FileError`. Names quote what was given:
/// escape them before they go to a terminal.
public enum DedupeError: Error, Hashable, Sendable {
  /// A file is no plan.
  case notAPlan(String)
  /// A plan names no input.
  case noInputs(String)
  /// A line of a plan, counted from 1, cannot be used.
  case damagedPlan(String, line: Int, reason: String)
  /// The merged card on a line of a plan was edited, and by the answers it is of other cards.
  case editedCluster(String, line: Int)
  /// The merged card on a line of a plan was edited, and its cards are linked and not merged.
  case editedLink(String, line: Int)
  /// A plan is of other files than this book.
  case notOfBook(String, book: String)
  /// An input is not what the plan was made from.
  case stale(String)
  /// An input has changed since it was read.
  case changed(String)
  /// An input holds no card.
  case noCards(String)
  /// A line of a file of answers, counted from 1, is none.
  case notAnAnswer(String, line: Int)
  /// A line of the weights, counted from 1, is none.
  case notWeights(line: Int)
  /// A line of the statistics, counted from 1, is none.
  case notStatistics(line: Int)
  /// So many cards take at least so many octets of memory, and fewer were given.
  case tooLittleMemory(octets: Int, least: Int, cards: Int)
  /// So many cards, or about so many, are more than one machine can number.
  case tooManyCards(Int)
  /// A file is no journal.
  case notAJournal(String)
  /// A journal has no end.
  case unfinishedJournal(String)
  /// A journal is damaged, on this line, counted from 1, if that is known.
  case damagedJournal(String, line: Int?)
  /// A journal that nobody wrote here says that it is about this file.
  case foreignJournal(String, of: String)
  /// The file that a journal is about cannot be read, for this reason.
  case noMergedFile(String)
  /// The file that a journal is about has changed since.
  case changedSinceMerge(String)
  /// A file that would be written is there already.
  case exists(String)
}

extension DedupeError: CustomStringConvertible {
  /// One line for people, without a full stop.
  public var description: String {
    switch self {
    case .notAPlan(let name): "\(name): not a plan"
    case .noInputs(let name): "\(name): the plan names no input"
    case .damagedPlan(let name, let line, let reason): "\(name):\(line): \(reason)"
    case .editedCluster(let name, let line):
      "\(name):\(line): the merged card was edited, and by the answers it is of other cards"
    case .editedLink(let name, let line):
      "\(name):\(line): the merged card was edited, and its cards are linked, not merged"
    case .notOfBook(let name, let book): "\(name) is not a plan of \(book)"
    case .stale(let name): "\(name) is not what the plan was made from"
    case .changed(let name): "\(name) has changed since it was read"
    case .noCards(let name): "\(name): not a vCard: nothing in it starts with BEGIN:VCARD"
    case .notAnAnswer(let name, let line): "\(name):\(line): not an answer about two cards"
    case .notWeights(let line): "line \(line): not a table of weights"
    case .notStatistics(let line): "line \(line): not a table of statistics"
    case .tooLittleMemory(let octets, let least, let cards):
      "\(octets) octets of memory are too little for \(cards) cards, which take \(least)"
    case .tooManyCards(let cards):
      "some \(cards) cards are more than the \(BookForecast.mostCards) that one machine can number"
    case .notAJournal(let name): "\(name): not a journal"
    case .unfinishedJournal(let name): "\(name): the journal has no end"
    case .damagedJournal(let name, nil): "\(name): the journal is damaged"
    case .damagedJournal(let name, let line?): "\(name):\(line): not a line of a journal"
    case .foreignJournal(let name, let file):
      "\(name): the journal is a copy or from elsewhere, and says it is about \(file)"
    case .noMergedFile(let reason): reason
    case .changedSinceMerge(let name): "\(name) has changed since the journal was written"
    case .exists(let name): "\(name) exists already, and nothing was written"
    }
  }
}
