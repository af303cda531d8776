package import VCard

extension ClusterMerge {
  /// Makes a line what stands at an entry.
  mutating func set(_ entry: Int, to index: Int, _ manner: Manner) {
    entries[entry].line = index
    entries[entry].group = manner.group
    entries[entry].isConflict = manner.isConflict
    let line = lines[index]
    if manner.group == nil, manner.values == nil, card.rules.foldsAnywhere,
      ClusterMerge.mayBeCopied(line, of: sources[line.source], manner.isConflict)
    {
      entries[entry].form = .copied
      return
    }
    var carried = CarriedLine(propertyRead(line))
    let group = carried.line.group
    if let values = manner.values { carried.keep(values) }
    if manner.isConflict {
      carried.contradict(property(line).canonicalName)
    } else if manner.losesPreference {
      carried.line = carried.withoutPreference
    }
    carried.line.group = manner.losesGroup ? nil : group
    if let group = manner.group { carried.move(to: group) }
    rewrite(entry, as: carried.line)
    let lost = parametersLost(index, carried.line)
    if !lost.isEmpty {
      dropped.append(Dropped(line: index, reason: .parameters, text: "", parameters: lost))
    }
  }

  /// Writes an entry anew.
  mutating func rewrite(_ entry: Int, as line: ContentLine) {
    if case .anew(let place) = entries[entry].form {
      written[place] = line
    } else {
      entries[entry].form = .anew(written.count)
      written.append(line)
    }
  }

  /// What an entry is written as.
  func content(of entry: Int) -> CarriedLine {
    let line = lines[entries[entry].line]
    if case .asItIs = entries[entry].form {
      return CarriedLine(propertyRead(line), staysOnCard: true)
    }
    var content = CarriedLine(propertyRead(line))
    if case .anew(let place) = entries[entry].form {
      content.line = written[place]
    } else if entries[entry].isConflict {
      content.contradict(property(line).canonicalName)
    }
    return content
  }

  /// Octets of a line that is not folded.
  ///
  /// RFC 2425 §5.8.1, RFC 6350 §3.2.
  private static let width = 75

  /// Whether a line is written as it stands: a plain one in which nothing has to be escaped.
  private static func mayBeCopied(_ line: Line, of source: Card, _ isConflict: Bool) -> Bool {
    guard line.known != .unknown, line.read == nil,
      !line.traits.isDisjoint(with: [.bare, .plain]),
      line.traits.isDisjoint(with: [.hasGroup, .hasParameters])
    else { return false }
    let prefix = isConflict ? FurtherValue.prefix.utf8.count : 0
    let length = prefix + line.known.canonical.utf8.count + 1
    if let text = line.text {
      guard length + text.count <= ClusterMerge.width else { return false }
      let octets = source.octets
      let span = octets.span
      for index in text {
        switch span[index] {
        case UInt8(ascii: ","), UInt8(ascii: ";"), 0x0A, 0x0D: return false
        default: break
        }
      }
      return true
    }
    let value = source.property(at: line.index).rawValue
    guard line.name.kind == .parts || line.name.kind == .address,
      length + value.count <= ClusterMerge.width
    else { return false }
    return !value.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\\") || $0 == 0x0A || $0 == 0x0D
    }
  }

  /// The octets of a line that is copied.
  private func copied(_ line: Line, isConflict: Bool) -> [UInt8] {
    let property = property(line)
    var octets: [UInt8] = []
    octets.reserveCapacity(ClusterMerge.width + 2)
    if isConflict {
      octets.append(contentsOf: FurtherValue.prefix.utf8)
      octets.append(contentsOf: line.known.canonical.utf8)
    } else {
      octets.append(contentsOf: property.name.spelling.utf8)
    }
    octets.append(UInt8(ascii: ":"))
    octets.append(contentsOf: property.rawValue)
    octets.append(contentsOf: [0x0D, 0x0A])
    return octets
  }

  /// What an entry is written as; `nil` for a line of the base that stays.
  private func octets(of entry: Entry) -> [UInt8]? {
    switch entry.form {
    case .asItIs: nil
    case .copied: copied(lines[entry.line], isConflict: entry.isConflict)
    case .anew(let place): written[place].octets(for: card.rules)
    }
  }

  /// Writes the lines onto the base.
  mutating func write() {
    let count = ranges[base].count
    if entries.count > count, let last = entries[..<count].last, case .asItIs = last.form,
      lines[last.line].traits.isDisjoint(with: [.bare, .plain]),
      property(lines[last.line]).isOpenEnded
    {
      // It would take in whatever comes behind it.
      rewrite(count - 1, as: content(of: count - 1).line)
    }
    for entry in entries where !entry.isLeftOut {
      guard let octets = octets(of: entry) else { continue }
      if let slot = entry.slot {
        card.replace(lineAt: slot, rawLine: octets)
      } else {
        card.append(rawLine: octets)
      }
    }
    guard entries.contains(where: \.isLeftOut) else { return }
    card.edit(
      replaced: [:], removed: Set(entries.compactMap { $0.isLeftOut ? $0.slot : nil }),
      inserted: [:], appended: [])
    let all = entries
    traces.removeAll { all[$0].isLeftOut }
    entries.removeAll(where: \.isLeftOut)
  }

  // MARK: Drops

  /// Why a line did not get onto the merged card.
  package enum Reason: String, Sendable, CaseIterable {
    /// The value is there.
    case equal
    /// The telephone number is there in a writing that tells more, or is more usual.
    case sameNumber = "same-number"
    /// The mailbox is there by another address.
    case sameMailbox = "same-mailbox"
    /// A later REV is there.
    case older
    /// A program made it of other lines, and the merged card has its own.
    case derived
    /// It says nothing.
    case empty
    /// It is no property.
    case unreadable
    /// The value came over, and of its parameters those did not that mean something among the lines
    /// of one card only: a preference, an identifier.
    case parameters
  }

  /// A line that did not get onto the merged card; of a list, those of its values that did not.
  package struct Drop: Hashable, Sendable {
    /// Where it stood.
    package let origin: Origin
    /// The name of the property.
    package let name: String
    /// The value for people.
    package let text: String
    /// The parameters that are not on the merged card, where the value is.
    package let parameters: [Parameter]
    /// Why.
    package let reason: Reason
  }

  /// A drop, of which nobody has asked yet what it says.
  struct Dropped {
    var line: Int
    var reason: Reason
    var text: String?
    var parameters: [Parameter]
  }

  mutating func drop(
    _ index: Int, _ reason: Reason, text: String? = nil, parameters: [Parameter] = []
  ) {
    lines[index].traits.insert(.isDone)
    dropped.append(
      Dropped(line: index, reason: reason, text: text, parameters: parameters))
  }

  /// Where each property of the merged card comes from, the line that stands there first; lines of
  /// equal values follow.
  package var origins: [[Origin]] { entries.indices.map { traces[$0] } }

  /// Lines of the merged card.
  package var entryCount: Int { entries.count }

  /// Goes through where a line of the merged card comes from.
  package func forEachOrigin(of entry: Int, _ body: (Origin) -> Void) {
    traces.forEach(entry, body)
  }

  /// What did not get onto the merged card.
  package var drops: [Drop] {
    dropped.map { dropped in
      let line = lines[dropped.line]
      let property = property(line)
      return Drop(
        origin: line.origin, name: property.isMalformed ? "" : property.canonicalName,
        text: dropped.text ?? property.summary,
        parameters: dropped.parameters, reason: dropped.reason)
    }
  }

  /// Goes through the drops without making strings of what stands in the cards.
  ///
  /// - Parameter body: Receives where the line stood, the name of the property, the value for people
  ///   in UTF-8, the parameters that are not on the merged card, and why it was dropped.
  package func forEachDrop(
    _ body: (Origin, String, Span<UInt8>, [Parameter], Reason) -> Void
  ) {
    for dropped in dropped {
      let line = lines[dropped.line]
      func tell(_ name: String, _ text: Span<UInt8>) {
        body(line.origin, name, text, dropped.parameters, dropped.reason)
      }
      if let text = line.text, dropped.text == nil {
        let octets = sources[line.source].octets
        tell(line.known.canonical, octets.span.extracting(text))
        continue
      }
      let property = property(line)
      if dropped.text == nil, line.name.kind == .parts || line.name.kind == .address,
        line.traits.contains(.plain),
        !property.rawValue.contains(where: {
          $0 == UInt8(ascii: "\\") || $0 == 0x0A || $0 == 0x0D
        })
      {
        // What stands between the separators is what it says.
        let octets = property.rawValue
        tell(property.canonicalName, octets.span)
        continue
      }
      let text = dropped.text ?? property.summary
      tell(property.isMalformed ? "" : property.canonicalName, text.utf8Span.span)
    }
  }
}

extension Property {
  /// The value for people, in one line; of pictures and the like their type and size.
  package var summary: String {
    if isMalformed { return String(decoding: lineOctets, as: UTF8.self) }
    if let (mediaType, octets) = embedded { return "\(mediaType), \(octets.count) bytes" }
    switch shape {
    case .single: return text
    case .list: return list.joined(separator: ", ")
    case .structure: return components.map { $0.joined(separator: ",") }.joined(separator: ";")
    }
  }
}
