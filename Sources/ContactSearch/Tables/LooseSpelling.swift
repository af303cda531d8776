/// Latin spellings brought together that differ only by system or habit.
enum LooseSpelling {
  /// Rules of spelling, the longest first: what is found, and what it becomes.
  private static let rules: [(found: [UInt8], becomes: [UInt8])] = {
    let text = """
      shch s
      tsch c
      tch c
      sch s
      dzh i
      zh z
      kh h
      ch c
      cz c
      sh s
      sz s
      ph f
      th t
      dh d
      gh g
      bh b
      ts c
      tz c
      ck k
      qu k
      ou u
      oo u
      ee i
      ye e
      je e
      ie e
      x ks
      w v
      q k
      y i
      j i
      """
    return text.split(separator: "\n").map { line in
      let fields = line.split(separator: " ").map { Array($0.utf8) }
      return (fields[0], fields[1])
    }
  }()

  private static let ch = Array("ch".utf8)

  /// The rules by the letter they begin with.
  private static let rulesByLetter: [[Int]] = {
    var result = [[Int]](repeating: [], count: 256)
    for (index, rule) in rules.enumerated() { result[Int(rule.found[0])].append(index) }
    return result
  }()

  /// A spelling in which Yuri, Yury, Yuriy, Jurij and Iurii are one, and so are Khrushchev and
  /// Hruscev, Giorgos and Yorgos.
  ///
  /// - Parameters:
  ///   - spelling: A Latin spelling.
  ///   - guttural: What ch stands for that belongs to no longer group: c, or h as in Michail.
  /// - Returns: Letters of ASCII.
  static func of(_ spelling: [UInt8], guttural: UInt8 = UInt8(ascii: "c")) -> [UInt8] {
    var result: [UInt8] = []
    func append(_ octet: UInt8) {
      if result.last != octet { result.append(octet) }
    }
    var index = 0
    letters: while index < spelling.count {
      for number in rulesByLetter[Int(spelling[index])] {
        let rule = rules[number]
        guard spelling[index...].starts(with: rule.found) else { continue }
        if rule.found == LooseSpelling.ch {
          append(guttural)
        } else {
          for octet in rule.becomes { append(octet) }
        }
        index += rule.found.count
        continue letters
      }
      let next = index + 1 < spelling.count ? spelling[index + 1] : 0
      let afterNext = index + 2 < spelling.count ? spelling[index + 2] : 0
      switch spelling[index] {
      case UInt8(ascii: "g") where isI(next) && isVowel(afterNext):
        break  // Γιώργος is Giorgos and Yorgos.
      case UInt8(ascii: "c") where next != 0 && !isI(next) && next != UInt8(ascii: "e"):
        append(UInt8(ascii: "k"))
      default: append(spelling[index])
      }
      index += 1
    }
    return result
  }

  private static func isI(_ octet: UInt8) -> Bool {
    octet == UInt8(ascii: "i") || octet == UInt8(ascii: "y")
  }

  static func isVowel(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      true
    default: false
    }
  }
}
