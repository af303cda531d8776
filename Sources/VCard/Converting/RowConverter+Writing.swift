internal import CVCard

// Lines as the target has them.
extension RowConverter {
  /// Ends the line at hand with its value.
  func finish(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> LineForm.Outcome {
    let row = draft.row
    if draft.kind == .labelled {
      guard takeLabel(bytes, &draft) else { return .forCard }
      write(bytes, &draft)
      draft.startLabel()
    } else if to.foldsAnywhere, draft.isKept || draft.isSame, !row.flags.contains(.uncanonical),
      draft.form.outcome == .same,
      row.folds == 0 || RowConverter.hasPlainFolds(bytes.extracting(row.valueRange))
    {
      return .same
    }
    write(bytes, &draft)
    return .done
  }

  /// Whether every line of a value holds something, and none but a line end and a blank before it.
  private static func hasPlainFolds(_ octets: Span<UInt8>) -> Bool {
    var index = Octets.lineEnd(in: octets, from: 0)
    while index < octets.count {
      guard index + 3 < octets.count, octets[index] == 0x0D, octets[index + 1] == 0x0A,
        octets[index + 2] == 0x20, !Octets.isLineEnd(octets[index + 3])
      else { return false }
      index = Octets.lineEnd(in: octets, from: index + 3)
    }
    return true
  }

  /// Appends the line at hand.
  @inline(__always)
  private func write(_ bytes: Span<UInt8>, _ draft: inout LineDraft) {
    draft.flush(bytes)
    if to.foldsAnywhere { return draft.write(bytes) }
    let plain = draft.rule.plain
    draft.plain.truncate()
    if draft.isKept, draft.row.folds == 0 {
      plain.append(bytes.extracting(draft.row.valueRange), to: &draft.plain)
    } else {
      draft.unfold(bytes)
      draft.value.withSpan { plain.append($0, to: &draft.plain) }
    }
    let start = draft.card.count
    draft.card.append(bytes.extracting(draft.keptHead))
    draft.card.append(draft.head)
    draft.plain.withSpan { plain.endLine($0, from: start, in: &draft.card) }
  }

  // MARK: Labels

  /// Puts the text of an address's label into the draft, with the escapes of a value; `false` when that
  /// takes a closer look.
  private func takeLabel(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> Bool {
    let octets = bytes.extracting(
      draft.labelRange.lowerBound + 8..<draft.labelRange.upperBound - 1)
    draft.label.truncate()
    var (run, index) = (0, 0)
    while index < octets.count {
      let octet = octets[index]
      switch octet {
      case UInt8(ascii: "^"), UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"): break
      case 0x09, 0x20...0x7E, 0x80...:
        index += 1
        continue
      default: return false
      }
      draft.label.append(octets.extracting(run..<index))
      let said = Parameter.unescaped(octets, index, isLabel: true, hasCircumflex: true)
      // It may escape the quotation mark behind it.
      if said == nil, octet == UInt8(ascii: "\\") { return false }
      switch said ?? octet {
      case 0x0A: draft.label.append("\\n")
      case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"):
        draft.label.append(UInt8(ascii: "\\"))
        draft.label.append(said ?? octet)
      case let octet: draft.label.append(octet)
      }
      index += said == nil ? 1 : 2
      run = index
    }
    draft.label.append(octets.extracting(run..<octets.count))
    return !octets.isEmpty
  }

  // MARK: Base64

  /// Appends the line and the digits of a folded value, folded anew; `false`, with nothing appended,
  /// when they are not what an encoder writes.
  func writeOctets(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> Bool {
    let group = bytes.extracting(draft.groupRange)
    let column = group.count + draft.head.count
    let digits = draft.octetsStart..<Int(draft.row.valueEnd)
    guard column <= Folding.width,
      let octets = Base64.decode(bytes.extracting(digits), by: .best), !octets.isEmpty,
      // A URI is told by its digits: what others write for the same octets is another one.
      draft.kind != .data || Base64.encode(octets) == Unfolding.unfolded(bytes, digits)
    else { return false }
    draft.flush(bytes)
    draft.card.append(group)
    draft.card.append(draft.head)
    // A photo of many megabytes is not kept.
    var text: [UInt8] = []
    Base64.append(octets.span, room: Folding.width - column, width: Folding.width - 1, to: &text)
    draft.card.append(text)
    // vCard 2.1 §2.1.5: a blank line ends base64.
    draft.card.append(to.foldsAnywhere ? "\r\n" : "\r\n\r\n")
    return true
  }
}
