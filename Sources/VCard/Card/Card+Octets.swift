extension Card {
  /// The octets of the card: those that were read, and where it was edited since, the octets of every
  /// line as it was read or written.
  ///
  /// Unlike ``CardWriter``, nothing is folded anew and no line end becomes another; lines that were
  /// written get the line end of the first line.
  ///
  /// - Complexity: O(*n*) in the octets; one copy at most.
  package var octetsAsRead: [UInt8] {
    guard editStart != nil else { return bytes }
    var octets: [UInt8] = []
    octets.reserveCapacity(bytes.count)
    CardWriter(options: .asRead).write(self, into: &octets)
    return octets
  }

  /// Appends the card with the octets of ``octetsAsRead``, so that they read as it wherever they stand.
  ///
  /// A missing BEGIN or END is added, with the line ends that the card has; the end of its last line is
  /// not.
  ///
  /// - Complexity: O(*n*) in the octets; one copy.
  package func appendAsRead(to octets: inout [UInt8]) {
    if isWhole, editStart == nil {
      octets += bytes
    } else {
      CardWriter(options: .asRead).write(self, into: &octets)
    }
  }

  /// Whether the card has its BEGIN and its END, and so no other card becomes part of it.
  private var isWhole: Bool {
    guard rows.first?.known == .begin, hasEnd else { return false }
    return rows.allSatisfy { row in
      !row.flags.contains(.nested)
        || CardAssembler.unfinishedCards(bytes.span.extracting(row.valueRange)) == 0
    }
  }

  /// Whether the card, as it was read, starts without BEGIN.
  package var lacksBegin: Bool { rows.first?.known != .begin }

  /// Whether its last line ends it: a card that was read may lack its END, and `END:` ends nothing.
  var hasEnd: Bool {
    guard let last = rows.last, last.known == .end else { return false }
    return !CardAssembler.trimmed(bytes.span, last.valueRange).isEmpty
  }

  /// Whether a line is its END.
  func isEnd(at index: Int) -> Bool { index + 1 == rows.count && hasEnd }

  /// The index after the last line that is not its END.
  var linesEnd: Int { hasEnd ? rows.count - 1 : rows.count }

  /// How many END:VCARD the card lacks as it was read: its own, and those of cards in its last line.
  ///
  /// - Complexity: O(1) for a card that ends in its END, else O(*n*) in the octets of its last line.
  package var missingEnds: Int {
    guard let last = rows.last else { return 1 }
    if hasEnd { return 0 }
    guard last.flags.contains(.nested) else { return 1 }
    return 1 + CardAssembler.unfinishedCards(bytes.span.extracting(last.valueRange))
  }

  /// Octets of ``bytes`` that were read; lines that were written follow them.
  private var readCount: Int { editStart ?? bytes.count }

  /// What stands at the end of the first line that was read; CRLF where that has none.
  package var lineEnd: [UInt8] {
    let end = Octets.lineEnd(in: bytes.span, from: 0)
    guard end < readCount else { return Folding.lineEnd }
    if bytes[end] == 0x0A { return [0x0A] }
    // CR CR LF is one line end, too.
    return bytes[end..<readCount].prefix(3).contains(0x0A) ? Folding.lineEnd : [0x0D]
  }

  /// Appends a line without folds and without its line end.
  package func appendUnfolded(at index: Int, to octets: inout [UInt8]) {
    let row = rows[index]
    Unfolding.append(bytes.span, Int(row.start)..<Int(row.valueEnd), to: &octets)
  }

  /// The octets of a line as it was read; of one that was written since, with the line ends of the card.
  func octets(ofLine range: Range<Int>) -> [UInt8] {
    let line = bytes[range]
    guard range.lowerBound >= readCount else { return Array(line) }
    let lineEnd = lineEnd
    guard lineEnd != Folding.lineEnd else { return Array(line) }
    // What is written has CRLF, and no CR else.
    return line.flatMap { octet in
      switch octet {
      case 0x0D: [] as [UInt8]
      case 0x0A: lineEnd
      default: [octet]
      }
    }
  }

  /// The charset of text in the card that declares none, as it was found out or told; `nil` when
  /// there is no such text but UTF-8.
  ///
  /// - Complexity: O(*n*) in the octets.
  package var undeclaredCharset: UndeclaredCharset? {
    let charset = decoding.undeclared
    guard !charset.readsUTF8 || mayHoldUndeclaredText else { return nil }
    var declared: [String: Int] = [:]
    let text = undeclaredText(declaring: &declared)
    guard text.irregular != nil || !charset.readsUTF8 && !text.values.isEmpty else { return nil }
    // What was written since is UTF-8, and stands beside the rest.
    return editStart == nil ? charset : UndeclaredCharset(charset.name)
  }

  /// The charset of such text where it was found out; `nil` for all other cards.
  package var foundCharset: UndeclaredCharset? { decoding.foundCharset }
}

extension Property {
  /// The content line with its folds, and CRLF at each of its line ends.
  var rawOctets: [UInt8] {
    var octets: [UInt8] = []
    CardWriter.appendLines(bytes, row.lineRange, keepsBlankLines: true, to: &octets)
    return octets
  }

  /// The content line without folds and without its line end.
  package var lineOctets: [UInt8] {
    Unfolding.unfolded(bytes.span, Int(row.start)..<Int(row.valueEnd))
  }
}

extension Card {
  /// Adds a copy of a property of another card, octet for octet, after the last one.
  package mutating func append(copying property: Property) {
    append(rawLine: property.rawOctets)
  }

  /// A property of another card that is to be copied.
  package struct Copied {
    /// The property.
    package let property: Property
    /// The group that it is to stand in instead of its own.
    package let group: String?

    /// Asks for a copy; with a group only of a property that stands in one.
    package init(_ property: Property, group: String? = nil) {
      self.property = property
      self.group = group
    }

    fileprivate var rawOctets: [UInt8] {
      let octets = property.rawOctets
      guard let group, let dot = octets.firstIndex(of: UInt8(ascii: ".")) else { return octets }
      return Array(group.utf8) + octets[dot...]
    }
  }

  /// Replaces and removes properties, and adds others after the last one, all copied octet for octet.
  ///
  /// - Parameters:
  ///   - replaced: Properties of this card, as it is now, and what comes in their places.
  ///   - removed: Properties of this card that go.
  ///   - appended: What comes after the last property.
  /// - Complexity: O(*n*) in the lines of the card and the octets of the new ones.
  package mutating func edit(
    replacing replaced: [(Property, Copied)], removing removed: [Property],
    appending appended: [Copied]
  ) {
    var lines: [Int: [UInt8]] = [:]
    for (property, copied) in replaced { lines[property.index] = copied.rawOctets }
    edit(
      rawReplaced: lines, removed: Set(removed.map(\.index)),
      rawAppended: appended.map(\.rawOctets))
  }
}
