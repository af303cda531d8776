/// Sorts keys by their bytes, eight at a time.
///
/// Each key is taken by its next eight bytes as one number. Where those of several keys are the same,
/// these keys are sorted by the eight bytes after them, and so on; keys that are the same to their
/// ends stay in their order:
/// ```
/// 5033292F 31450504   │ 5033292F │ 31450504   first among the two
/// 5033292F 51…        │ the same │ 51…
/// 5B…                 │ 5B…
/// ```
/// This is the multikey quicksort of Bentley and Sedgewick ("Fast algorithms for sorting and
/// searching strings", 1997), with words in the place of characters.
package struct KeyOrder: Sendable {
  /// A key, and the part of it that is compared now.
  private struct Item {
    var word: UInt64
    var index: UInt32
  }

  /// Keys that are the same so far, and what comes next of them.
  private struct Task {
    var range: Range<Int>
    var stage: Stage
    /// Whether the items have their words for this stage.
    var isFilled = false
  }

  /// What keys are compared by.
  private enum Stage {
    /// Eight bytes from an offset on.
    case bytes(Int)
    /// How long they are: a key that another begins with comes before it.
    case counts
    /// Their numbers, for keys that are equal.
    case indices
  }

  /// Whether the greatest key comes first.
  private let isBackwards: Bool
  private var items: [Item] = []
  private var tasks: [Task] = []

  /// Creates an order.
  ///
  /// - Parameter backwards: Whether the greatest key comes first; equal keys stay in their order.
  package init(backwards: Bool = false) { isBackwards = backwards }

  /// Puts keys in order, whose numbers ``indices`` then has.
  ///
  /// - Parameters:
  ///   - keys: The keys one after the other.
  ///   - ends: Where each ends.
  /// - Complexity: O(*n* log *n*) comparisons of numbers for *n* keys, nearly always, and one look
  ///   at each byte that tells keys apart.
  package mutating func sort(_ keys: [UInt8], ends: [UInt32]) {
    precondition(ends.count <= UInt32.max, "a piece has fewer cards than octets, of which 4 GiB")
    items.removeAll(keepingCapacity: true)
    items.reserveCapacity(ends.count)
    for index in ends.indices { items.append(Item(word: 0, index: UInt32(index))) }
    tasks.append(Task(range: items.indices, stage: .bytes(0)))
    while let task = tasks.popLast() {
      if !task.isFilled { fill(task, keys: keys.span, ends: ends.span) }
      sort(task, ends.span)
    }
  }

  /// The numbers of the keys, from 0, in the order of the keys.
  package var indices: [UInt32] { items.map(\.index) }

  private static func range(_ index: UInt32, _ ends: Span<UInt32>) -> Range<Int> {
    let index = Int(index)
    return (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Takes what the keys of a task are compared by.
  private mutating func fill(_ task: Task, keys: Span<UInt8>, ends: Span<UInt32>) {
    let mask: UInt64 = isBackwards ? .max : 0
    for place in task.range {
      let index = items[place].index
      items[place].word =
        switch task.stage {
        case .bytes(let offset):
          SortKey.word(of: keys.extracting(KeyOrder.range(index, ends)), at: offset) ^ mask
        case .counts: UInt64(KeyOrder.range(index, ends).count) ^ mask
        case .indices: UInt64(index)
        }
    }
  }

  /// Sorts the keys of a task by their words; what is the same becomes a task of its own.
  private mutating func sort(_ task: Task, _ ends: Span<UInt32>) {
    var low = task.range.lowerBound
    var high = task.range.upperBound
    // The larger part is left for the loop, the smaller one becomes a task: few of them wait.
    while high - low > KeyOrder.fewItems {
      let pivot = pivot(low, high)
      var less = low
      var next = low
      var greater = high
      while next < greater {
        let word = items[next].word
        if word < pivot {
          items.swapAt(less, next)
          less += 1
          next += 1
        } else if word > pivot {
          greater -= 1
          items.swapAt(next, greater)
        } else {
          next += 1
        }
      }
      addTask(less..<greater, after: task.stage, ends)
      if less - low < high - greater {
        addPart(low..<less, task.stage)
        low = greater
      } else {
        addPart(greater..<high, task.stage)
        high = less
      }
    }
    sortFew(low, high, after: task.stage, ends: ends)
  }

  /// The number of items up to which insertion is faster than parting them.
  private static let fewItems = 16

  private mutating func sortFew(_ low: Int, _ high: Int, after stage: Stage, ends: Span<UInt32>) {
    guard low < high else { return }
    for place in low + 1..<max(low + 1, high) {
      let item = items[place]
      var hole = place
      while hole > low, items[hole - 1].word > item.word {
        items[hole] = items[hole - 1]
        hole -= 1
      }
      items[hole] = item
    }
    var start = low
    for place in low + 1..<high + 1 where place == high || items[place].word != items[start].word {
      addTask(start..<place, after: stage, ends)
      start = place
    }
  }

  /// Keeps items whose words differ for later.
  private mutating func addPart(_ range: Range<Int>, _ stage: Stage) {
    if range.count > 1 { tasks.append(Task(range: range, stage: stage, isFilled: true)) }
  }

  /// Keeps items whose words are the same for the stage after.
  private mutating func addTask(_ range: Range<Int>, after stage: Stage, _ ends: Span<UInt32>) {
    guard range.count > 1 else { return }
    switch stage {
    case .bytes(let offset):
      let hasMore = range.contains {
        KeyOrder.range(items[$0].index, ends).count > offset + 8
      }
      tasks.append(Task(range: range, stage: hasMore ? .bytes(offset + 8) : .counts))
    case .counts: tasks.append(Task(range: range, stage: .indices))
    case .indices: break
    }
  }

  /// A word with about as many below it as above: the middle one of three, or of nine.
  private func pivot(_ low: Int, _ high: Int) -> UInt64 {
    let step = (high - low) / 8
    let middle = low + (high - low) / 2
    guard high - low > 128 else { return median(low, middle, high - 1) }
    return KeyOrder.median(
      median(low, low + step, low + 2 * step), median(middle - step, middle, middle + step),
      median(high - 1 - 2 * step, high - 1 - step, high - 1))
  }

  private func median(_ first: Int, _ second: Int, _ third: Int) -> UInt64 {
    KeyOrder.median(items[first].word, items[second].word, items[third].word)
  }

  private static func median(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> UInt64 {
    max(min(first, second), min(max(first, second), third))
  }
}
