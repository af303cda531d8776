import TestSupport
import Testing

@Suite("vcard dedupe: laws, with the table of statistics held fixed")
struct DedupeLawTests {
  /// Cards of households on several devices, as text, each with its END.
  private static let cards: [String] = {
    var numbers = SeededGenerator(seed: 20)
    func one(of texts: [String]) -> String { texts.randomElement(using: &numbers) ?? "" }
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &numbers) == 0 }
    let given = [
      ["Robert", "Bob", "ROBERT"], ["Elizabeth", "Liz", "elizabeth"], ["José", "Jose", "Pepe"],
      ["Jürgen", "Juergen", "Jurgen"], ["İbrahim", "Ibrahim", "IBRAHIM"], ["Юрий", "Yuri", "Юрий"],
      ["Anna", "Anne", "A."], ["Michael", "Mike", "Micheal"],
    ]
    let family = [
      "Ashdown", "Brandvold", "Çelik", "Duarte Almeida", "Ellis", "Fernández", "García", "Hügli",
      "Işık", "Jovanović", "Kowalska", "Lindqvist", "Müller", "Núñez", "O’Brien", "Орлов",
    ]
    var cards: [String] = []
    for household in 0..<90 {
      let surname = one(of: family) + ["", "son", "ová", "ski"][household % 4]
      let landline = "+49 30 \(1_000_000 + household * 4139)"
      for person in 0...Int.random(in: 0..<3, using: &numbers) {
        let names = given[(household * 3 + person) % given.count]
        let number = household * 4 + person
        for device in 0...Int.random(in: 0..<3, using: &numbers) {
          let name = device == 0 ? names[0] : one(of: names)
          var lines = ["N:\(surname);\(name);;;", "FN:\(name) \(surname)"]
          if !chance(4) {
            lines.append("EMAIL;TYPE=home:person\(number)\(chance(2) ? "+x" : "")@example.net")
          }
          if chance(3) { lines.append("EMAIL:family\(household)@example.org") }
          if !chance(3) { lines.append("TEL;TYPE=cell:+49 171 \(2_000_000 + number * 7919)") }
          if chance(2) { lines.append("item1.TEL:\(landline)\r\nitem1.X-ABLabel:Zuhause") }
          if chance(4) { lines.append("BDAY:19\(50 + number % 40)-04-1\(number % 9)") }
          if chance(5) { lines.append("NOTE:from device \(device)\\, with care") }
          if chance(5) { lines.append("X-CUSTOM;X-P=\"a;b\":\(number)") }
          lines.append("X-ABUID:device-\(device)-\(cards.count)")
          cards.append(
            "BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines.joined(separator: "\r\n"))\r\nEND:VCARD\r\n")
        }
      }
    }
    return cards
  }()

  private func dedupe(
    _ folder: TemporaryDirectory, _ arguments: [String], environment: [String: String] = [:]
  ) async throws {
    let outcome = try await ToolRunner.run(
      ["dedupe"] + arguments + ["--statistics", "statistics"], environment: environment,
      directory: folder.path)
    #expect([.exit(0), .exit(1)].contains(outcome.ending), "\(arguments): \(outcome.errorText)")
  }

  /// The whole book planned, with its statistics and the cluster of each card.
  private func planned() async throws -> (TemporaryDirectory, [Int]) {
    let folder = try TemporaryDirectory()
    try folder.write(Self.cards.joined(), to: "book.vcf")
    try await dedupe(folder, ["plan", "book.vcf", "-o", "plan", "--clusters", "clusters"])
    let numbers = try clusters(folder)
    #expect(numbers.count == Self.cards.count)
    // A law about a book without duplicates would say nothing.
    #expect(Set(numbers).count < Self.cards.count * 3 / 4)
    return (folder, numbers)
  }

  private func clusters(_ folder: TemporaryDirectory) throws -> [Int] {
    try folder.text("clusters").split(separator: "\n").compactMap {
      $0.split(separator: "\t").last.flatMap { Int($0) }
    }
  }

  /// Clusters as sets of cards, so that their numbers do not count.
  private func sets(_ numbers: [Int], _ order: [Int]? = nil) -> Set<Set<Int>> {
    var members: [Int: Set<Int>] = [:]
    for (card, number) in numbers.enumerated() {
      members[number, default: []].insert(order?[card] ?? card)
    }
    return Set(members.values)
  }

  @Test("what was merged is merged no further: a second run changes nothing")
  func rerun() async throws {
    let (folder, _) = try await planned()
    try await dedupe(folder, ["run", "book.vcf", "-o", "once.vcf"])
    try await dedupe(folder, ["run", "once.vcf", "-o", "twice.vcf"])
    #expect(try folder.bytes("once.vcf") == folder.bytes("twice.vcf"))
    #expect(try folder.bytes("once.vcf") != folder.bytes("book.vcf"))
  }

  @Test("two halves as two inputs are the whole, and the order of the cards changes nothing")
  func halvesAndOrder() async throws {
    let (folder, whole) = try await planned()
    let half = Self.cards.count / 2
    try folder.write(Self.cards[..<half].joined(), to: "a.vcf")
    try folder.write(Self.cards[half...].joined(), to: "b.vcf")
    try await dedupe(folder, ["plan", "a.vcf", "b.vcf", "-o", "p", "--clusters", "clusters"])
    #expect(try clusters(folder) == whole)
    try await dedupe(folder, ["plan", "b.vcf", "a.vcf", "-o", "p", "--clusters", "clusters"])
    let swapped = Array(half..<Self.cards.count) + Array(0..<half)
    #expect(try sets(clusters(folder), swapped) == sets(whole))
    var numbers = SeededGenerator(seed: 4)
    let order = Array(Self.cards.indices).shuffled(using: &numbers)
    try folder.write(order.map { Self.cards[$0] }.joined(), to: "shuffled.vcf")
    try await dedupe(folder, ["plan", "shuffled.vcf", "-o", "p", "--clusters", "clusters"])
    #expect(try sets(clusters(folder), order) == sets(whole))
  }

  @Test("an unrelated card changes no other decision")
  func unrelated() async throws {
    let (folder, whole) = try await planned()
    let card =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Zzyzx;Wilhelmine;;;\r\nEMAIL:w@zzyzx.example\r\nEND:VCARD\r\n"
    try folder.write(Self.cards.joined() + card, to: "more.vcf")
    try await dedupe(folder, ["plan", "more.vcf", "-o", "more", "--clusters", "clusters"])
    let numbers = try clusters(folder)
    #expect(numbers.dropLast().elementsEqual(whole))
    #expect(numbers.last == (whole.max() ?? 0) + 1)
    // The numbers of pairs to review begin behind those of the clusters.
    func same(_ name: String, as file: String) throws -> [String] {
      try folder.text(name).replacing(file, with: "FILE").split(separator: "\n").dropFirst()
        .filter { $0.contains("\"verdict\":\"same\"") }.map(String.init)
    }
    #expect(try same("more", as: "more.vcf") == same("plan", as: "book.vcf"))
  }

  @Test("identifiers that mean something on one device only change nothing")
  func deviceLocal() async throws {
    let (folder, whole) = try await planned()
    let swapped = Self.cards.enumerated().map { index, card in
      card.replacing("X-ABUID:device-", with: "X-ABUID:other-\(Self.cards.count - index)-")
    }
    try folder.write(swapped.joined(), to: "book.vcf")
    try await dedupe(folder, ["plan", "book.vcf", "-o", "p", "--clusters", "clusters"])
    #expect(try clusters(folder) == whole)
    let equal = Self.cards.map { $0.replacing(/X-ABUID:device-[0-9-]+/, with: "X-ABUID:same") }
    try folder.write(equal.joined(), to: "book.vcf")
    try await dedupe(folder, ["plan", "book.vcf", "-o", "p", "--clusters", "clusters"])
    #expect(try clusters(folder) == whole)
  }

  @Test("the locale of the machine changes nothing")
  func locale() async throws {
    let (folder, _) = try await planned()
    for locale in ["tr_TR.UTF-8", "az_AZ", "ja_JP.UTF-8", "C"] {
      let environment = ["LC_ALL": locale, "LANG": locale, "LC_CTYPE": locale]
      try await dedupe(folder, ["plan", "book.vcf", "-o", "p"], environment: environment)
      #expect(try folder.bytes("p") == folder.bytes("plan"), "\(locale)")
    }
  }

  @Test("undo gives the bytes back, and every card is somewhere in what was written")
  func undone() async throws {
    let (folder, whole) = try await planned()
    try await dedupe(folder, ["run", "book.vcf", "-o", "tidy.vcf", "--journal", "journal"])
    let tidy = try folder.text("tidy.vcf")
    #expect(tidy.split(separator: "BEGIN:VCARD").count == Set(whole).count)
    for card in Self.cards {
      let uid = try #require(card.firstMatch(of: /X-ABUID:(device-[0-9-]+)/)?.1)
      #expect(tidy.contains("\(uid)\r\n"), "\(uid)")
    }
    let undone = try await ToolRunner.run(
      ["undo", "journal", "-o", "back.vcf"], directory: folder.path)
    #expect(undone.ending == .exit(0))
    #expect(try folder.bytes("back.vcf") == folder.bytes("book.vcf"))
  }
}
