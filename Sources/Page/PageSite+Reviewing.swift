import ContactDedupe
import ContactPages

extension PageSite {
  /// Forgets what somebody was unsure about when it is answered.
  func prune() {
    guard let review else { return }
    unsure = unsure.filter { number in review.pair(cluster: number).map(review.isOpen) ?? false }
  }

  func pair(_ request: PageRequest, _ frame: PageFrame) throws -> PageResponse {
    guard var review else { preconditionFailure("pairs are of a review") }
    if try review.refresh() {
      self.review = review
      prune()
    }
    defer { self.review = review }
    if let asked = request.query["cluster"] {
      return try cluster(asked, &review, frame, status: request.query["done"])
    }
    let clusters = (first: review.clusters.first?.cluster, count: review.clusters.count)
    let isBlind = request.query["blind"] == "1"
    let view = ReviewView(
      frame: frame, page: options.page, isBlind: isBlind, canApply: canApply,
      canCompare: options.rereader != nil)
    let status = request.query["done"]
    let asked = request.query["pair"]
    let found =
      asked == "last"
      ? review.pairs.last : asked.flatMap { Int($0) }.flatMap { review.pair(cluster: $0) }
    guard let pair = found ?? next(review) else {
      return view.done(
        count: review.pairs.count, clusters: clusters, answers: review.answers.decisions.count,
        status: status)
    }
    let place = review.pairs.firstIndex(of: pair) ?? 0
    let answer = try review.answer(about: pair)
    let around = ReviewView.Place(
      pair: pair, place: place, count: review.pairs.count, open: review.openPairs.count,
      answer: answer, isSettled: answer == nil && !review.isOpen(pair),
      before: place > 0 ? review.pairs[place - 1].cluster : nil,
      after: place + 1 < review.pairs.count ? review.pairs[place + 1].cluster : nil,
      cluster: try review.cluster(around: pair), clusters: clusters,
      merged: try review.merged(pair), answers: review.answers.decisions.count)
    return view.response(
      around, try review.plan.entry(pair.line),
      cards: try pair.cards.map { try review.table.card($0) },
      review.plan.thresholds, status: status)
  }

  /// A cluster, which the plan takes for one person.
  private func cluster(
    _ number: String, _ review: inout Review, _ frame: PageFrame, status: String?
  ) throws -> PageResponse {
    let clusters = review.clusters
    guard let place = clusters.firstIndex(where: { "\($0.cluster)" == number }) else {
      return .missing(frame, .review, "There is no such cluster.")
    }
    let group = clusters[place]
    let view = ClusterView(
      frame: frame, place: place, count: clusters.count,
      before: place > 0 ? clusters[place - 1].cluster : nil,
      after: place + 1 < clusters.count ? clusters[place + 1].cluster : nil,
      open: review.openPairs.count, answers: review.answers.decisions.count)
    let isShort = group.cards.count <= ClusterGraph.mostInRing
    return view.response(
      try review.plan.entry(group.line), try review.cluster(of: group.cards),
      pages: isShort
        ? try group.cards.map {
          options.page.page(person: [try review.table.card($0)], ContactPage.Notes())
        } : [],
      try review.merged(group), review.plan.thresholds, status: status)
  }

  /// The next pair that is open: those that somebody was unsure about come last, and then again.
  func next(_ review: Review) -> DedupePlan.Group? {
    let open = review.openPairs
    if let next = open.first(where: { !unsure.contains($0.cluster) }) { return next }
    unsure.removeAll()
    return open.first
  }

  func answer(_ request: PageRequest) throws -> PageResponse {
    guard var review else { preconditionFailure("pairs are of a review") }
    let form = request.form
    if let number = form["cluster"] {
      guard let group = review.clusters.first(where: { "\($0.cluster)" == number }) else {
        return PageResponse(.notFound, "there is no such cluster")
      }
      _ = try review.refresh()
      try review.choose(form.marks, of: group)
      try review.save()
      self.review = review
      return .redirect(to: "/review?done=values&cluster=\(group.cluster)")
    }
    guard let pair = form["pair"].flatMap({ Int($0) }).flatMap({ review.pair(cluster: $0) }) else {
      return PageResponse(.notFound, "there is no such pair")
    }
    let word = form["answer"] ?? ""
    let isBlind = form["blind"] == "1"
    switch word {
    case "same", "different":
      _ = try review.refresh()
      let marks = form.marks
      try review.answer(pair, isSame: word == "same", values: marks.isEmpty ? nil : marks)
      try review.save()
      self.review = review
      prune()
    case "unsure": unsure.insert(pair.cluster)
    default: return PageResponse(.badRequest, "this is no answer")
    }
    if isBlind, word != "unsure" {
      return .redirect(to: "/review?done=\(word)&pair=\(pair.cluster)&blind=1")
    }
    return .redirect(to: "/review?done=\(word)\(isBlind ? "&blind=1" : "")")
  }

  func takeBack(_ request: PageRequest) throws -> PageResponse {
    guard var review else { preconditionFailure("pairs are of a review") }
    let suffix = request.form["blind"] == "1" ? "&blind=1" : ""
    _ = try review.refresh()
    guard let pair = try review.lastAnswered() else {
      self.review = review
      return .redirect(to: "/review?done=none\(suffix)")
    }
    try review.answer(pair, isSame: nil)
    try review.save()
    self.review = review
    return .redirect(to: "/review?done=back&pair=\(pair.cluster)\(suffix)")
  }
}
