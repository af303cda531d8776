import Foundation
import TestSupport

/// Books for the stages, with copies of people damaged in a few ways, households, offices and namesakes.
enum StagedBook {
  private static let given = [
    "Robert", "Anna", "Miguel", "Юрий", "José", "Elizabeth", "Käthe", "Paul", "Paula", "Jürgen",
    "王小明", "Maria", "Mario", "François", "Katherine", "Jan", "J.", "Nguyễn", "Ali", "Zoë",
  ]
  private static let short = [
    "Bob", "Anne", "Mike", "Yuri", "Pepe", "Liz", "Kathe", "Paul", "Paula", "Juergen", "Xiaoming",
    "Mary", "Mario", "Francois", "Kate", "Johannes", "John", "Nguyen", "Aly", "Zoe",
  ]
  private static let syllables = [
    "ba", "ke", "di", "lo", "mu", "ra", "se", "ti", "vo", "zu", "na", "pe", "sch", "ó", "van ",
  ]

  /// A book of so many people, of some two cards each.
  static func book(people: Int, seed: UInt64) -> String {
    var numbers = SeededGenerator(seed: seed)
    let families = (0..<max(3, people / 4)).map { _ in
      (0..<3).map { _ in syllables[numbers.below(syllables.count)] }.joined().capitalized
    }
    var cards: [String] = []
    for person in 0..<people {
      let first = numbers.below(given.count)
      let family = families[numbers.below(families.count)]
      for copy in 0...numbers.below(3) {
        var lines = ["N:\(family);\(copy == 1 ? short[first] : given[first]);;;"]
        if numbers.below(5) == 0 { lines = ["FN:\(given[first]) \(family)"] }
        if numbers.below(9) == 0 { lines.append("FN:\(given[first]) \(family) Jr.") }
        if numbers.below(4) > 0 { lines.append("EMAIL:person\(person)@example.net") }
        if numbers.below(6) == 0 { lines.append("EMAIL:office\(person % 9)@example.org") }
        if numbers.below(4) > 0 { lines.append("TEL:+1 212 555 \(1000 + person / 3)") }
        if numbers.below(9) == 0 { lines.append("TEL:212 555 \(1000 + person / 3)") }
        if numbers.below(4) == 0 { lines.append("BDAY:19801\(100 + person % 3 * 10 + 5)") }
        if numbers.below(3) == 0 { lines.append("ORG:Acme \(person % 40)") }
        if numbers.below(12) == 0 {
          let digits = format16(UInt64(person))
          lines.append("UID:urn:uuid:00000000-0000-4000-8000-\(digits.suffix(12))")
        }
        cards.append(card(lines))
      }
    }
    for index in cards.indices.reversed() { cards.swapAt(index, numbers.below(index + 1)) }
    return cards.joined()
  }

  /// A book in which thousands have one name, an address or a number, or are one card.
  static func hostile(seed: UInt64) -> String {
    var numbers = SeededGenerator(seed: seed)
    var cards: [String] = []
    for index in 0..<1500 {
      var lines = ["N:Smith;John;;;"]
      if index % 3 == 0 { lines.append("TEL:+1 212 555 \(1000 + index % 400)") }
      if index % 5 == 0 { lines.append("EMAIL:john\(index % 300)@example.net") }
      cards.append(card(lines))
    }
    for index in 0..<800 {
      cards.append(
        card([
          "N:\(syllables[index % 12])\(index / 12 % 9);\(given[index % 20]);;;",
          "EMAIL:unknown@example.com", "TEL:000 000 0000", "BDAY:19700101",
          "EMAIL:placeholder@\(index % 70).example",
        ]))
    }
    for _ in 0..<300 {
      cards.append(card(["N:Bell;Kate;;;", "EMAIL:kate@bell.example", "ORG:Bell"]))
      cards.append(card(["FN:Acme", "ORG:Acme", "X-ABSHOWAS:COMPANY"]))
    }
    for index in 0..<200 { cards.append(card(["N:Smith;J.;;;", "NOTE:\(index)"])) }
    for index in cards.indices.reversed() { cards.swapAt(index, numbers.below(index + 1)) }
    return cards.joined()
  }

  private static func format16(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func card(_ lines: [String]) -> String {
    (["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD", ""]).joined(separator: "\r\n")
  }
}

extension SeededGenerator {
  /// A number from 0, less than a count.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
