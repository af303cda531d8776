package import ContactStore

extension JournalEntry {
  /// What was done and when, such as `import of 2008-04-24T19:52:43Z: 12 added, 3 updated`.
  package var summary: String {
    let what = "\(kind) of \(timeText)"
    return counts.isEmpty ? what : "\(what): \(counts)"
  }

  /// How many records it added, changed and deleted, such as `12 added, 3 updated`.
  package var counts: String {
    [(added, "added"), (updated, "updated"), (deleted, "deleted")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
