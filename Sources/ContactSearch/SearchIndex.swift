public import ContactModel
public import ICU
import VCard

/// A search for contacts by the beginnings of words, for many queries over many contacts.
///
/// It finds whom ``NameSearch`` finds, and puts those first who answer the query best, as
/// ``SearchRank`` says; equal ones in the order of a sorter, or as they were added.
/// ```
/// forms      muller  mulligan  mumm     sorted, a list for each family of forms
///              │        │        │
/// words        7        8        9      numbered as their forms are sorted
///            ┌─┴─┐    ┌─┘        │
/// postings   3   5    3          4      people, numbered as they are sorted, with field and place
/// ```
/// The words that begin with a typed one are neighbours, and so are their postings: a query goes
/// through contiguous memory, and keeps for each typed word and person the best match.
///
/// An index never changes and may be used by any number of threads.
public final class SearchIndex: Sendable {
  /// Somebody who was found.
  public struct Hit: Hashable, Sendable {
    /// The number of the contact, from 0, as they were added.
    public let contact: Int
    /// How well the contact answers the query.
    public let rank: SearchRank
  }

  /// How many contacts there are.
  public var count: Int { contacts.count }

  private let spelling: SearchSpelling
  /// The forms of all words, a list for each ``SearchForm/Family``.
  private let forms: [FormList]
  /// Where the postings of each word end.
  private let postingEnds: [UInt32]
  private let postingPeople: [UInt32]
  /// Field and place of each posting.
  private let postingPlaces: [UInt8]
  /// How many words the name of each person has.
  private let shownWords: [UInt8]
  /// The contact that each person is.
  private let contacts: [UInt32]

  /// Indexes contacts.
  ///
  /// - Parameters:
  ///   - contacts: Contacts with the keys `Contact.Keys.searching`, and with
  ///     `Contact.Keys.sorting` where there is a sorter.
  ///   - sorter: Puts in order who answers a query as well; `nil` leaves them as they are.
  ///   - threads: How many threads work; the index is the same.
  /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
  /// - Complexity: O(*n* log *n*) in their words.
  public convenience init(
    _ contacts: [Contact], sorter: NameSorter? = nil, threads: Int = 1
  ) throws(ICUError) {
    let size = max(1, (contacts.count + threads - 1) / max(1, threads))
    let parts = OrderedTasks.pieces(contacts.count, of: size)
    let batches = try OrderedTasks.map(parts, threads: threads) { (part) throws(ICUError) in
      var batch = Batch(sorter: sorter)
      for contact in contacts[part] { try batch.append(contact) }
      return batch
    }
    try self.init(batches, order: nil, threads: threads)
  }

  /// Makes one index of batches that several threads may have prepared.
  ///
  /// - Parameter batches: The batches in the order in which their contacts are numbered; all were
  ///   made with the same sorter, or all without one.
  /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
  public convenience init(_ batches: [Batch]) throws(ICUError) {
    try self.init(batches, order: nil, threads: 1)
  }

  /// Makes one index of batches of contacts whose order is known.
  ///
  /// - Parameters:
  ///   - batches: As for ``init(_:)``.
  ///   - order: The number of each contact, in the order of who answers as well; `nil` for that of the
  ///     sorter.
  ///   - threads: How many threads work; the index is the same.
  /// - Throws: `ICUError` when ICU's data are missing or memory runs out.
  package init(_ batches: [Batch], order: [UInt32]?, threads: Int) throws(ICUError) {
    let spelling = try SearchSpelling()
    let merged = Batch.merged(batches)
    var lists = merged.sortedForms(threads: threads)
    let numbers = SearchIndex.renumber(&lists, count: merged.wordCount)
    let order = order ?? merged.order()

    // Counting sort by word; people go up within each.
    var ends = [UInt32](repeating: 0, count: merged.wordCount + 1)
    for word in merged.postingWords { ends[Int(numbers[Int(word)]) + 1] += 1 }
    for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
    var people = [UInt32](repeating: 0, count: merged.postingWords.count)
    var places = [UInt8](repeating: 0, count: merged.postingWords.count)
    var shownWords: [UInt8] = []
    shownWords.reserveCapacity(order.count)
    for (person, contact) in order.enumerated() {
      let contact = Int(contact)
      shownWords.append(merged.shownWords[contact])
      for posting in merged.postings(of: contact) {
        let word = Int(numbers[Int(merged.postingWords[posting])])
        let next = Int(ends[word])
        people[next] = UInt32(truncatingIfNeeded: person)
        places[next] = merged.postingPlaces[posting]
        ends[word] += 1
      }
    }
    ends.removeLast()
    self.spelling = spelling
    forms = lists
    postingEnds = ends
    postingPeople = people
    postingPlaces = places
    self.shownWords = shownWords
    contacts = order
  }

  /// Numbers the words as their forms stand in the lists.
  ///
  /// - Returns: The new number of each.
  private static func renumber(_ lists: inout [FormList], count: Int) -> [UInt32] {
    var numbers = [UInt32](repeating: .max, count: count)
    var next: UInt32 = 0
    for list in lists.indices {
      for index in lists[list].words.indices {
        let word = Int(lists[list].words[index])
        if numbers[word] == .max {
          numbers[word] = next
          next += 1
        }
        lists[list].words[index] = numbers[word]
      }
    }
    return numbers
  }

  // MARK: Queries

  /// Finds the contacts that answer a query, the best first.
  ///
  /// - Parameters:
  ///   - query: Words with spaces between them; the first 32 count.
  ///   - limit: How many are wanted at most; `nil` for all.
  /// - Returns: Nobody when the query has no word.
  /// - Throws: `ICUError` when memory runs out.
  /// - Complexity: O(*n*) in the contacts, some instructions each, and in the places where words
  ///   begin with a typed one.
  public func search(_ query: String, limit: Int? = nil) throws(ICUError) -> [Hit] {
    let query = try SearchQuery(query, spelling)
    guard !query.terms.isEmpty, limit ?? 1 > 0 else { return [] }
    var terms: [[UInt16]] = []
    for term in query.terms {
      var best = matches(term.whole)
      if !term.pieces.isEmpty {
        let pieces = term.pieces.map(matches)
        for person in best.indices {
          let combined = TermMatch.combined(
            pieces.lazy.map { TermMatch(number: $0[person]) })
          best[person] = min(best[person], combined.number)
        }
      }
      terms.append(best)
    }
    return best(ranks(of: terms), limit: limit ?? .max)
  }

  /// The best match of some probes in each person.
  private func matches(_ probes: [SearchProbe]) -> [UInt16] {
    var best = [UInt16](repeating: TermMatch.none.number, count: contacts.count)
    var target = best.mutableSpan
    let (postingEnds, postingPeople, postingPlaces) = (postingEnds, postingPeople, postingPlaces)
    let ends = postingEnds.span
    let people = postingPeople.span
    let places = postingPlaces.span
    for probe in probes {
      let list = forms[Int(probe.form.family.rawValue)]
      let words = list.words.span
      let formEnds = list.ends.span
      for form in list.range(beginningWith: probe.form.octets) {
        let word = Int(words[form])
        let length = Int(formEnds[form]) - (form == 0 ? 0 : Int(formEnds[form - 1]))
        let isWhole = length == probe.form.octets.count
        if probe.isWholeOnly, !isWhole { continue }
        let price = TermMatch.price(isWhole: isWhole, distance: probe.distance)
        var posting = word == 0 ? 0 : Int(ends[word - 1])
        let end = Int(ends[word])
        while posting < end {
          let person = Int(people[posting])
          let match = price &+ Batch.place(places[posting])
          if match < target[person] { target[person] = match }
          posting += 1
        }
      }
    }
    return best
  }

  private static let notFound = UInt32.max

  private func ranks(of terms: [[UInt16]]) -> [UInt32] {
    var ranks = [UInt32](repeating: SearchIndex.notFound, count: contacts.count)
    people: for person in ranks.indices {
      var sum = SearchRank.Sum()
      for term in terms.indices {
        let match = TermMatch(number: terms[term][person])
        if match == .none { continue people }
        sum.add(match)
      }
      ranks[person] = sum.rank(shownWords: Int(shownWords[person])).number
    }
    return ranks
  }

  /// Those with the lowest ranks; equal ones stay in their order.
  ///
  /// A counting sort: ranks are small numbers.
  private func best(_ ranks: [UInt32], limit: Int) -> [Hit] {
    var highest = 0
    for rank in ranks where rank != SearchIndex.notFound { highest = max(highest, Int(rank)) }
    var counts = [Int](repeating: 0, count: highest + 2)
    for rank in ranks where rank != SearchIndex.notFound { counts[Int(rank) + 1] += 1 }
    for index in counts.indices.dropFirst() { counts[index] += counts[index - 1] }
    let count = min(limit, counts[highest + 1])
    var hits = [Hit](
      repeating: Hit(contact: 0, rank: SearchRank(number: 0)), count: count)
    for person in ranks.indices where ranks[person] != SearchIndex.notFound {
      let rank = Int(ranks[person])
      let place = counts[rank]
      guard place < count else { continue }
      counts[rank] += 1
      hits[place] = Hit(
        contact: Int(contacts[person]), rank: SearchRank(number: ranks[person]))
    }
    return hits
  }
}

/// Forms of one family, each with its word.
struct FormList: Sendable {
  private(set) var octets: [UInt8] = []
  fileprivate(set) var ends: [UInt32] = []
  fileprivate(set) var words: [UInt32] = []

  var count: Int { ends.count }

  /// Appends a form of a word.
  mutating func append(_ form: Span<UInt8>, _ word: Int) {
    precondition(
      octets.count + form.count <= UInt32.max, "the forms of one index have 4 GiB at most")
    octets.append(form)
    ends.append(UInt32(truncatingIfNeeded: octets.count))
    words.append(UInt32(truncatingIfNeeded: word))
  }

  /// Where a form stands in ``octets``.
  func range(_ form: Int) -> Range<Int> {
    (form == 0 ? 0 : Int(ends[form - 1]))..<Int(ends[form])
  }

  /// The same forms in the order of their octets.
  func sorted() -> FormList {
    var result = FormList()
    result.octets.reserveCapacity(octets.count)
    result.ends.reserveCapacity(count)
    result.words.reserveCapacity(count)
    var order = KeyOrder()
    order.sort(octets, ends: ends)
    let octets = octets.span
    for form in order.indices {
      result.append(octets.extracting(range(Int(form))), Int(words[Int(form)]))
    }
    return result
  }

  /// The forms that begin with some octets, in a list that is sorted.
  func range(beginningWith prefix: [UInt8]) -> Range<Int> {
    let start = partition { order in order < 0 }
    func partition(_ isBefore: (Int) -> Bool) -> Int {
      var low = 0
      var high = count
      while low < high {
        let middle = low + (high - low) / 2
        let form = range(middle)
        let beginning = octets.span.extracting(
          form.lowerBound..<min(form.upperBound, form.lowerBound + prefix.count))
        if isBefore(SortKey.order(beginning, prefix.span)) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
    return start..<partition { order in order <= 0 }
  }
}
