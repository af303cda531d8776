import ContactDedupe
import ContactPages
import ContactStore
import Foundation

extension PageSite {
  /// How people of a plan become one, as a form says it.
  private static let ways: [(word: String, title: String, way: BookMerging.Way)] = [
    ("link", "Link them: their records stay as they are", .linking),
    ("merge", "Merge them: each person is one record, and no value is lost", .merging),
  ]

  /// What a plan would do to the book with the answers so far.
  private struct Prospect: Sendable {
    let outcome: BookMerging.Outcome
    /// Pairs that are open.
    let open: Int
    /// Clusters that answers contradict.
    let conflicts: Int
  }

  /// Finds that out, on another thread.
  private func prospect(_ way: BookMerging.Way) async throws -> Prospect {
    guard let options = options.book, let review else {
      preconditionFailure("a plan is reviewed beside its book")
    }
    let now = Int64(Date().timeIntervalSince1970)
    return try await Task.detached(executorPreference: PageExecutor.shared) {
      var settings = DedupeSettings()
      settings.threads = options.threads
      let book = try options.open(for: .reading)
      let input = try DedupeInput(book, settings, decoding: options.decoding, comparing: false)
      try review.plan.check(input, of: book.path)
      let chosen = try review.plan.chosen(in: input, review.answers)
      let outcome = try await BookMerging(input, way, threads: options.threads)
        .outcome(of: chosen.clusters, review.plan, now: now)
      return Prospect(
        outcome: outcome, open: chosen.open.count, conflicts: chosen.conflicts.count)
    }.value
  }

  /// What carrying the plan out would do: nothing is changed.
  func applying(_ request: PageRequest, _ frame: PageFrame) async throws -> PageResponse {
    _ = try review?.refresh()
    let asked = Self.ways.first { $0.word == request.query["way"] } ?? Self.ways[0]
    var html: HTML = "<section class=\"panel\"><h1>Carry the plan out</h1>\n"
    do {
      html += words(try await prospect(asked.way))
    } catch is DedupeError {
      html += """
        <p role="alert"><strong>The book is not what the plan was made from</strong>, or the plan is of \
        other files. Nothing was changed; ‘vcard dedupe plan --book’ makes a plan of what it says now.</p>
        </section>

        """
      return frame.response("Carry out", in: .review, as: .conflict, html)
    }
    html += "<ul>"
    for way in Self.ways {
      html +=
        way.word == asked.word
        ? "<li><strong>\(way.title)</strong></li>"
        : "<li><a href=\"/review/apply?way=\(way.word)\">\(way.title)</a></li>"
    }
    html += "</ul>\n"
    if !frame.isReadOnly {
      html += """
        <form method="post" action="/review/apply">\(frame.session)\
        <input type="hidden" name="way" value="\(asked.word)"><p class="buttons">\
        <button class="main">Do it</button><a class="button" data-key="Escape" href="/review">Not yet \
        <kbd>Esc</kbd></a></p></form>
        <p class="hint-line">It is one step, which ‘Book’ or ‘vcard undo’ takes back.</p>

        """
    }
    html += "</section>\n"
    return frame.response("Carry out", in: .review, html)
  }

  private func words(_ prospect: Prospect) -> HTML {
    let outcome = prospect.outcome
    var html: HTML = "<ul class=\"outcome\">"
    if outcome.mergedRecords > 0 {
      html += "<li>\(outcome.mergedRecords) records become \(outcome.keptRecords).</li>"
    }
    if outcome.linkedRecords > 0 {
      html +=
        "<li>\(outcome.linkedRecords) records are linked as \(outcome.linkedPeople) \(outcome.linkedPeople == 1 ? "person" : "people").</li>"
    }
    if outcome.mergedRecords + outcome.linkedRecords == 0 { html += "<li>Nothing changes.</li>" }
    if outcome.refused > 0 {
      html +=
        "<li>\(outcome.refused) stay as they are: others whom they are linked with are apart.</li>"
    }
    if prospect.conflicts > 0 {
      html +=
        "<li>\(prospect.conflicts) clusters are split or stay apart: answers contradict them.</li>"
    }
    if prospect.open > 0 { html += "<li>\(prospect.open) pairs are open, and stay apart.</li>" }
    html += "</ul>\n"
    return html
  }

  /// Carries the plan out, as one request of the journal.
  func apply(_ request: PageRequest, _ frame: PageFrame) async throws -> PageResponse {
    _ = try review?.refresh()
    guard let way = Self.ways.first(where: { $0.word == request.form["way"] }) else {
      return PageResponse(.badRequest, "this is no way")
    }
    let found: Prospect
    do {
      found = try await prospect(way.way)
    } catch is DedupeError {
      // Perhaps the form came twice: then it is done.
      return try await applying(request, frame)
    }
    try save(found.outcome.request)
    return .redirect(to: "/book?done=applied")
  }
}
