import ContactDedupe
import ContactMatching
import ContactMerging
import Foundation
import Page
import SystemPackage
import TestSupport
import Testing
import VCard

@Suite("Clusters on the page, and whose values stand", .serialized)
struct PageClusterTests {
  private static let evil = "<b>Zorvath"

  private static func card(_ note: String, _ email: String, _ phone: String) -> String {
    CardSamples.card(
      "Ann \(evil)", "N:\(evil);Ann;;;", "ORG:Works of Zorvath", "NOTE:\(note)",
      "EMAIL:\(email)", "TEL:\(phone)")
  }

  /// A plan of three cards of one person, and one that may be: its pair is with one of the three.
  private static func planned(_ folder: TemporaryDirectory, twins: Int = 3) async throws -> FilePath
  {
    var cards = (0..<twins).map { card("n\($0)", "ann@zorvath.example", "+1 408 555 0111") }
    cards.append(card("other", "a@other.example", "+1 212 555 0177"))
    try folder.write(cards.joined(), to: "cards.vcf")
    let plan = folder.path("plan.jsonl")
    let run = try await DedupeRun(DedupeInput(reading: [folder.path("cards.vcf")]))
    try await DedupePlan.Writer(run).write(to: plan)
    return plan
  }

  private static func review(_ plan: FilePath) throws -> Review {
    let plan = try DedupePlan(plan)
    let answers = plan.name.replacing("plan.jsonl", with: "answers.jsonl")
    return try Review(plan, plan.readInputs().table, Decisions(FilePath(answers)))
  }

  /// Answers about two cards, whether the plan asks or not.
  private static func answer(_ cards: [Int], isSame: Bool, of review: Review) throws {
    var book = try Decisions(
      FilePath(review.plan.name.replacing("plan.jsonl", with: "answers.jsonl")))
    let sides = try cards.map { CardIdentity(try review.table.card($0)) }
    book.add(Decisions.Decision(isSame: isSame, left: sides[0], right: sides[1]))
    try book.save()
  }

  @Test("a cluster has the links of its lines and whatever was answered about two of its cards")
  func model() async throws {
    let folder = try TemporaryDirectory()
    var review = try Self.review(try await Self.planned(folder))
    try #require(review.clusters.count == 1 && review.pairs.count >= 1)
    let (group, pair) = (review.clusters[0], review.pairs[0])
    let planned = try review.cluster(of: group.cards)
    // A plan writes what a cluster hangs by: a tree.
    #expect(planned.links.count == 2 && planned.links.allSatisfy { $0.isPlanned })
    #expect(planned.weakest == planned.links.compactMap(\.bits).min())
    let around = try #require(try review.cluster(around: pair))
    #expect(around.count == 4)
    #expect(around.cards.prefix(2).map(\.card) == pair.cards.map { review.table.number(of: $0) })
    // Each of the plan's links and pairs, found the slow way.
    var expected: Set<[Int]> = []
    for line in 0..<review.plan.count {
      let entry = try review.plan.entry(line)
      for one in entry.comparisons {
        expected.insert([entry.cards[one.left].card, entry.cards[one.right].card].sorted())
      }
    }
    let found = around.links.map { link in
      [around.cards[link.left].card, around.cards[link.right].card].sorted()
    }
    #expect(found.count == expected.count && Set(found) == expected)
    try review.answer(pair, isSame: true)
    let joined = try #require(try review.cluster(around: pair))
    #expect(joined.count == 4 && joined.links.first?.answer == true)
    // Two cards of the cluster that the plan does not link.
    let linked = Set(planned.links.map { [$0.left, $0.right] })
    let apart = try #require([[0, 1], [0, 2], [1, 2]].first { !linked.contains($0) })
    try Self.answer(apart.map { group.cards[$0] }, isSame: false, of: review)
    #expect(try review.refresh())
    let parted = try review.cluster(of: group.cards)
    #expect(parted.links.count == 3)
    #expect(parted.links.contains { $0.answer == false && $0.bits == nil && !$0.isPlanned })
  }

  @Test("a pair shows all whom an answer makes one person, with the answers in picture and table")
  func pair() async throws {
    let folder = try TemporaryDirectory()
    let plan = try await Self.planned(folder)
    let review = try Self.review(plan)
    let pair = try #require(review.pairs.first)
    let served = try await Served(review: review, in: folder)
    let cookie = try await served.open()
    func page(_ query: String) async throws -> String {
      try await served.send("GET /review?\(query)", [cookie]).body
    }
    var html = try await page("pair=\(pair.cluster)")
    func count(_ text: String) -> Int { html.components(separatedBy: text).count - 1 }
    #expect(html.contains("If these two are one person, 4 cards are"))
    #expect(count("<circle ") == 4 && count("<circle class=\"asked\"") == 2)
    #expect(count(">this pair</span>") == 1 && count(">to review</span>") >= 1)
    #expect(count("<line class=\"weakest\"") == count(">weakest</span>"))
    #expect(!html.contains("answer:") && !html.contains(Self.evil))
    try Self.answer(pair.cards, isSame: false, of: review)
    html = try await page("pair=\(pair.cluster)")
    #expect(count(">answer: two people</span>") == 1 && count("<line class=\"no\"") == 1)
    #expect(html.contains(">≠ "))
    try Self.answer(pair.cards, isSame: true, of: review)
    html = try await page("pair=\(pair.cluster)")
    #expect(count(">answer: one person</span>") == 1 && count("<line class=\"yes\"") == 1)
    #expect(html.contains(">= "))
    await served.stop()
  }

  @Test(
    "what the plan takes for one person is looked at, parted by answers; other numbers are none")
  func cluster() async throws {
    let folder = try TemporaryDirectory()
    let review = try Self.review(try await Self.planned(folder))
    let group = try #require(review.clusters.first)
    let served = try await Served(readOnly: true, review: review, in: folder)
    let cookie = try await served.open()
    let start = try await served.send("GET /review", [cookie]).body
    #expect(start.contains("href=\"/review?cluster=\(group.cluster)\""))
    let book = try await served.settled("GET /book", [cookie], while: "being counted").body
    #expect(book.contains("<h2 id=\"clusters\">Clusters of the plan</h2>"))
    #expect(book.contains("<th scope=\"col\">Cards of one person</th>"))
    #expect(book.contains("<h2>How strong the plan is</h2>\n<svg class=\"histogram\""))
    #expect(
      try await served.send("GET /book/clusters.csv", [cookie]).body
        == "Cards of one person,People\r\n3,1\r\n")
    // Numbers that a program reads, with a hyphen for less than nothing.
    let strength = try await served.send("GET /book/strength.csv", [cookie]).body
    #expect(strength.hasPrefix("Bits from,One person,To review\r\n"))
    let rows = strength.split(separator: "\r\n").dropFirst().map { $0.split(separator: ",") }
    #expect(
      !rows.isEmpty && rows.allSatisfy { $0.count == 3 && $0.allSatisfy { Double($0) != nil } })
    #expect(book.contains("<bdi>3</bdi>") && !book.contains("People of several records"))
    var html = try await served.send("GET /review?cluster=\(group.cluster)", [cookie]).body
    #expect(html.contains("<h1>Cluster 1 of 1</h1>") && html.contains("<svg class=\"graph\""))
    #expect(html.contains(">Cards 0 and") && html.contains("<th scope=\"col\"><bdi>2: "))
    #expect(!html.contains("not all of them") && !html.contains(Self.evil))
    try Self.answer([group.cards[0], group.cards[2]], isSame: false, of: review)
    html = try await served.send("GET /review?cluster=\(group.cluster)", [cookie]).body
    #expect(html.contains("not all of them") && html.contains(">answer: two people</span>"))
    for number in ["x", "-1", "99999", "%3Cb%3E"] {
      let answer = try await served.send("GET /review?cluster=\(number)", [cookie])
      #expect(answer.status == 404 && !answer.body.contains("<b>"), "\(number)")
    }
    await served.stop()
  }

  @Test("of more than a dozen cards each two have a square, on either side of the middle")
  func squares() async throws {
    let folder = try TemporaryDirectory()
    let review = try Self.review(try await Self.planned(folder, twins: 13))
    let group = try #require(review.clusters.first)
    let served = try await Served(review: review, in: folder)
    let cookie = try await served.open()
    let query = "GET /review?cluster=\(group.cluster)"
    func count(_ text: String, _ html: String) -> Int {
      html.components(separatedBy: text).count - 1
    }
    var html = try await served.send(query, [cookie]).body
    #expect(html.contains("<svg class=\"graph squares\"") && !html.contains("<circle"))
    #expect(count("<rect class=\"self\"", html) == 13)
    // A plan writes what a cluster hangs by: a tree, whose links are twelve.
    #expect(count("width=\"10\" height=\"10\"/>", html) == 13 + 2 * 12)
    try Self.answer([group.cards[0], group.cards[12]], isSame: false, of: review)
    html = try await served.send(query, [cookie]).body
    #expect(html.contains("<rect class=\"no\" x=\"130\" y=\"10\" width"))
    #expect(html.contains("<rect class=\"no\" x=\"10\" y=\"130\" width"))
    await served.stop()
  }

  @Test("of more than fifty cards their number alone is told")
  func large() async throws {
    let folder = try TemporaryDirectory()
    var review = try Self.review(try await Self.planned(folder, twins: 51))
    let group = try #require(review.clusters.first)
    let cluster = try review.cluster(of: group.cards)
    #expect(cluster.count == 51 && cluster.cards.isEmpty && cluster.links.isEmpty)
    let served = try await Served(review: review, in: folder)
    let cookie = try await served.open()
    let html = try await served.send("GET /review?cluster=\(group.cluster)", [cookie]).body
    #expect(html.contains("51 cards are too many to be drawn here."))
    await served.stop()
  }

  @Test("whose value stands is chosen for a pair and a cluster, and is another's to see at once")
  func values() async throws {
    let folder = try TemporaryDirectory()
    func card(_ email: String, _ phone: String, _ once: String) -> String {
      Self.card("n\(once)", email, phone).replacing(
        "END:VCARD",
        with: "X-EVOLUTION-FILE-AS:\(once)\(Self.evil)\r\nTZ:\(once == "c" ? 1 : 2)\r\nEND:VCARD")
    }
    try folder.write(
      card("ann@z.example", "+14085550111", "a") + card("ann@z.example", "+14085550111", "b")
        + card("a@other.example", "+12125550177", "c"), to: "cards.vcf")
    let path = folder.path("plan.jsonl")
    let run = try await DedupeRun(DedupeInput(reading: [folder.path("cards.vcf")]))
    try await DedupePlan.Writer(run).write(to: path)
    var other = try Self.review(path)
    let (group, pair) = (try #require(other.clusters.first), try #require(other.pairs.first))
    let served = try await Served(review: Self.review(path), in: folder)
    let cookie = try await served.open()
    let form = "Content-Type: application/x-www-form-urlencoded"
    func send(_ fields: String) async throws -> Answer {
      let page = try await served.send("GET /review", [cookie]).body
      let word = try Served.field("session", of: page)
      return try await served.send(
        "POST /review", [cookie, Served.ours, form], body: "session=\(word)&\(fields)")
    }
    func marked(_ query: String) async throws -> [String] {
      let page = try await served.send("GET /review?\(query)", [cookie]).body
      #expect(!page.contains(Self.evil))
      return page.matches(of: /name="take\.([-A-Z]+)" value="(\d)" checked/).map {
        "\($0.output.1) \($0.output.2)"
      }
    }
    #expect(try await marked("cluster=\(group.cluster)") == ["X-EVOLUTION-FILE-AS 0"])
    let answer = try await send(
      "cluster=\(group.cluster)&take.X-EVOLUTION-FILE-AS=1&take.NONE=0&take.=1&take.X=9")
    #expect(answer.status == 303)
    #expect(answer["location"] == "/review?done=values&cluster=\(group.cluster)")
    #expect(try await marked("cluster=\(group.cluster)") == ["X-EVOLUTION-FILE-AS 1"])
    #expect(try other.refresh() && other.merged(group).contests.first?.standing == 1)
    try other.choose(["X-EVOLUTION-FILE-AS": 0], of: group)
    try other.save()
    #expect(try await marked("cluster=\(group.cluster)") == ["X-EVOLUTION-FILE-AS 0"])
    for fields in [
      "cluster=99999&take.X-EVOLUTION-FILE-AS=1", "cluster=%3Cb%3E&take.X-EVOLUTION-FILE-AS=1",
    ] {
      #expect(try await send(fields).status == 404)
    }
    let before = try await marked("pair=\(pair.cluster)")
    #expect(before == ["X-EVOLUTION-FILE-AS 0", "TZ 0"])
    for one in before {
      let name = one.prefix { $0 != " " }
      #expect(
        try await send("pair=\(pair.cluster)&answer=same&take.\(name)=1").status == 303)
      #expect(try await marked("pair=\(pair.cluster)").contains("\(name) 1"))
    }
    _ = try await send("pair=\(pair.cluster)&answer=different&take.X-EVOLUTION-FILE-AS=1")
    #expect(try await marked("pair=\(pair.cluster)") == before)
    await served.stop()
  }

  @Test("another threshold is what the engine finds with it, and changes nothing")
  func threshold() async throws {
    let folder = try TemporaryDirectory()
    let path = try await Self.planned(folder)
    let cards = folder.path("cards.vcf")
    let reader = CardRereader(DedupeSettings()) { try DedupeInput(reading: [cards], $0) }
    let review = try Self.review(path)
    let own = review.plan.thresholds
    func found(_ tenths: Int) async throws -> ThresholdTrial? {
      try await ThresholdTrial.run(
        review, same: Bits(tenths: tenths), reader.settings, read: reader.read)
    }
    let same = try #require(try await found(own.same.tenths))
    #expect(same.plan == same.trial && same.parted.isEmpty && same.made.isEmpty)
    #expect(same.plan == .init(clusters: 1, cards: 3, reviews: review.pairs.count))
    #expect(same.joinedPairs == 0)
    let strict = try #require(try await found(1000))
    #expect(strict.trial.clusters == 0 && strict.parted == [[0, 1, 2]] && strict.made.isEmpty)
    // What was one person is to review then.
    #expect(strict.trial.reviews > strict.plan.reviews)
    // As the plan would be with those weights.
    for tenths in [own.review.tenths, own.same.tenths - 10, own.same.tenths + 100, 1000] {
      var settings = reader.settings
      settings.weights = ThresholdTrial.weights(review.plan, same: Bits(tenths: tenths)).text
      let run = try await DedupeRun(reader.read(settings), settings)
      let trial = try #require(try await found(tenths))
      #expect(trial.trial.clusters == run.result.clusters.count, "\(tenths)")
      #expect(trial.trial.cards == run.result.clusters.cardCount, "\(tenths)")
      #expect(trial.trial.reviews == run.result.reviews.count, "\(tenths)")
    }
    let served = try await Served(readOnly: true, review: review, rereader: reader, in: folder)
    let cookie = try await served.open()
    #expect(try await served.send("GET /review", [cookie]).body.contains("/review/threshold"))
    func page(_ query: String) async throws -> Answer {
      try await served.settled("GET /review/threshold?\(query)", [cookie])
    }
    let start = try await page("").body
    #expect(start.contains("compares the 4 cards again") && !start.contains("Pairs to review"))
    // The strength of what the plan says is there before anything is asked, with the thresholds.
    #expect(start.contains("<svg class=\"histogram\"") && start.contains("<line class=\"same\""))
    #expect(start.contains("<th scope=\"col\">Bits from</th>"))
    let body = try await page("same=1000").body
    #expect(body.contains("<h2>No longer one person: 1</h2>") && body.contains("+100.0"))
    #expect(!body.contains(Self.evil) && body.contains("&lt;b&gt;Zorvath"))
    for query in ["same=x", "same=-99999999999999999999", "same=-5", "same=99999999", "same="] {
      #expect(try await page(query).status == 200, "\(query)")
    }
    let weights = try await served.send("GET /review/weights?same=\(own.same.tenths)", [cookie])
    #expect(weights.body == ThresholdTrial.weights(review.plan, same: own.same).text)
    await served.stop()
    // A plan of other weights is not taken for one of these.
    try folder.write(
      folder.text("plan.jsonl").split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.contains("\"verdict\":\"same\"") }.joined(separator: "\n"), to: "plan.jsonl")
    let other = try Self.review(path)
    #expect(
      try await ThresholdTrial.run(other, same: own.same, reader.settings, read: reader.read) == nil
    )
    let none = try await Served(review: other, rereader: reader, in: folder)
    let open = try await none.open()
    let answer = try await none.settled("GET /review/threshold?same=200", [open])
    #expect(answer.status == 409 && answer.body.contains("made with other weights"))
    await none.stop()
  }

  @Test("another threshold is compared again after an answer, which the engine heeds")
  func thresholdAfterAnswer() async throws {
    let folder = try TemporaryDirectory()
    let path = try await Self.planned(folder)
    let cards = folder.path("cards.vcf")
    let unanswered = try Self.review(path)
    let pair = try #require(unanswered.pairs.first)
    try Self.answer(pair.cards, isSame: true, of: unanswered)
    // A plan that heeds what was answered.
    var settings = DedupeSettings()
    settings.decisions = try Decisions(folder.path("answers.jsonl"))
    let run = try await DedupeRun(DedupeInput(reading: [cards], settings), settings)
    try await DedupePlan.Writer(run).write(to: path)
    let review = try Self.review(path)
    let group = try #require(review.clusters.first)
    try #require(group.cards.count == 4)
    let reader = CardRereader(DedupeSettings()) { try DedupeInput(reading: [cards], $0) }
    let served = try await Served(review: Self.review(path), rereader: reader, in: folder)
    let cookie = try await served.open()
    /// Cards of several-card people at a threshold that nothing but answers reaches.
    func sure() async throws -> String {
      let page = try await served.settled("GET /review/threshold?same=1000", [cookie]).body
      let row = page.firstMatch(
        of: /Cards that they are<\/th><td class="n">(\d+)<\/td>\s*<td class="n">(\d+)</)
      return try #require(row.map { "\($0.output.1) \($0.output.2)" })
    }
    #expect(try await sure() == "4 2")
    let other = try #require(group.cards.first { !pair.cards.contains($0) })
    let twins = try #require(unanswered.clusters.first).cards
    let known = try #require(pair.cards.first { twins.contains($0) })
    try Self.answer([known, other], isSame: true, of: review)
    #expect(try await sure() == "4 3")
    await served.stop()
  }
}
