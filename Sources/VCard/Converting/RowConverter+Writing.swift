internal import CVCard

// Lines as the target has them.
extension RowConverter {
  /// Ends the line at hand with its value.
  func finish(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> Outcome {
    if draft.kind == .labelled { return finishLabelled(bytes, &draft) ? .done : .forCard }
    guard to.foldsAnywhere else {
      finishPlainly(bytes, &draft)
      return .done
    }
    let row = draft.row
    if draft.isKept || draft.isSame, !row.flags.contains(.uncanonical),
      draft.form.isSame,
      row.folds == 0 || RowConverter.hasPlainFolds(bytes.extracting(row.valueRange))
    {
      return .same
    }
    draft.flush(bytes)
    draft.write(bytes, to)
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

  // MARK: vCard 2.1

  /// Ends the line at hand as vCard 2.1 has it.
  private func finishPlainly(_ bytes: Span<UInt8>, _ draft: inout LineDraft) {
    let (row, rule) = (draft.row, draft.rule)
    draft.plain.truncate()
    if draft.isKept {
      if row.folds > 0 {
        draft.value.truncate()
        Unfolding.append(bytes, row.valueRange, to: &draft.value)
      } else {
        rule.plain.append(bytes.extracting(row.valueRange), to: &draft.plain)
      }
    }
    if !draft.isKept || row.folds > 0 {
      draft.value.withSpan { rule.plain.append($0, to: &draft.plain) }
    }
    draft.flush(bytes)
    writePlain(bytes.extracting(draft.keptHead), rule.plain, &draft)
  }

  /// Appends a line of vCard 2.1, of whose head the first part may stand in the card.
  private func writePlain(
    _ kept: Span<UInt8>, _ plain: RowRule.Plain, _ draft: inout LineDraft
  ) {
    let isEncoded = draft.plain.withSpan { plain.needsEncoding($0) }
    let start = draft.card.count
    draft.card.append(kept)
    draft.card.append(draft.head)
    draft.card.append(isEncoded ? ";ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:" : ":")
    let column = draft.card.count - start
    draft.plain.withSpan { plain in
      if isEncoded {
        QuotedPrintable.append(plain, after: column, to: &draft.card)
      } else {
        draft.card.append(plain)
      }
    }
    draft.card.append("\r\n")
  }

  // MARK: Labels

  /// Ends an address, and makes the line of its label; `false` when that takes a closer look.
  private func finishLabelled(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> Bool {
    draft.label.truncate()
    let text = draft.labelRange.lowerBound + 8..<draft.labelRange.upperBound - 1
    guard RowConverter.append(label: bytes.extracting(text), to: &draft.label) else { return false }
    draft.flush(bytes)
    let group = bytes.extracting(draft.groupRange)
    guard to.foldsAnywhere else {
      finishPlainly(bytes, &draft)
      draft.plain.truncate()
      draft.label.withSpan { RowRule.Plain.text.append($0, to: &draft.plain) }
      draft.startLabel()
      writePlain(group, .text, &draft)
      return true
    }
    draft.write(bytes, to)
    draft.startLabel()
    draft.writeLabel(group, to)
    return true
  }

  /// Appends the text of a label; `false` when that takes a closer look.
  ///
  /// RFC 6350 §6.3.1 and RFC 6868 §3: both the escapes of values and those of parameters stand in it.
  private static func append(
    label octets: Span<UInt8>, to text: inout OctetBuffer
  ) -> Bool {
    guard !octets.isEmpty else { return false }
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
      text.append(octets.extracting(run..<index))
      let next = index + 1 < octets.count ? octets[index + 1] : 0
      index += 2
      switch (octet, next) {
      case (UInt8(ascii: "^"), UInt8(ascii: "n")), (UInt8(ascii: "\\"), UInt8(ascii: "n")),
        (UInt8(ascii: "\\"), UInt8(ascii: "N")):
        text.append("\\n")
      case (UInt8(ascii: "^"), UInt8(ascii: "^")): text.append(octet)
      case (UInt8(ascii: "^"), UInt8(ascii: "'")): text.append(UInt8(ascii: "\""))
      case (UInt8(ascii: "^"), _):
        text.append(octet)
        index -= 1
      case (UInt8(ascii: "\\"), UInt8(ascii: "\\")), (UInt8(ascii: "\\"), UInt8(ascii: ",")),
        (UInt8(ascii: "\\"), UInt8(ascii: ";")):
        text.append(octet)
        text.append(next)
      case (UInt8(ascii: "\\"), UInt8(ascii: ":")): text.append(next)
      case (UInt8(ascii: "\\"), _): return false
      default:
        text.append(UInt8(ascii: "\\"))
        text.append(octet)
        index -= 1
      }
      run = index
    }
    text.append(octets.extracting(run..<octets.count))
    return true
  }

  // MARK: Base64

  /// Appends the line and the digits of a folded value, folded anew; `false`, with nothing appended,
  /// when they are not what an encoder writes: nothing but digits, padding, and no bits set that stand
  /// for nothing.
  func writeOctets(_ bytes: Span<UInt8>, _ draft: inout LineDraft) -> Bool {
    let group = bytes.extracting(draft.groupRange)
    guard group.count + draft.head.count <= Folding.width else { return false }
    draft.flush(bytes)
    let start = draft.card.count
    draft.card.append(group)
    draft.card.append(draft.head)
    let digits = bytes.extracting(draft.octetsStart..<Int(draft.row.valueEnd))
    guard appendDigits(digits, after: draft.card.count - start, &draft) else {
      draft.card.truncate(to: start)
      return false
    }
    // vCard 2.1 §2.1.5: a blank line ends base64.
    if !to.foldsAnywhere { draft.card.append("\r\n") }
    return true
  }

  private func appendDigits(
    _ octets: Span<UInt8>, after column: Int, _ draft: inout LineDraft
  ) -> Bool {
    var room = Folding.width - column
    var total = 0
    var index = 0
    while index < octets.count {
      let end = Octets.lineEnd(in: octets, from: index)
      var digits = index..<end
      if end == octets.count {
        guard let last = RowConverter.lastDigits(octets, digits) else { return false }
        digits = last
      }
      guard RowConverter.areDigits(octets.extracting(digits)) else { return false }
      total += end - index
      while index < end {
        if room == 0 {
          draft.card.append("\r\n ")
          room = Folding.width - 1
        }
        let part = min(end - index, room)
        draft.card.append(octets.extracting(index..<index + part))
        room -= part
        index += part
      }
      while index < octets.count, Octets.isLineEnd(octets[index]) { index += 1 }
      if index < octets.count, Octets.isBlank(octets[index]) { index += 1 }
    }
    guard total > 0, total & 3 == 0 else { return false }
    draft.card.append("\r\n")
    return true
  }

  private static func areDigits(_ octets: Span<UInt8>) -> Bool {
    unsafe octets.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return true }
      return unsafe cvc_are_base64_digits(base, buffer.count) != 0
    }
  }

  /// The digits of the last line, without padding; `nil` when bits are set that stand for nothing.
  private static func lastDigits(_ octets: Span<UInt8>, _ line: Range<Int>) -> Range<Int>? {
    var end = line.upperBound
    while end > line.lowerBound, end > line.upperBound - 2, octets[end - 1] == UInt8(ascii: "=") {
      end -= 1
    }
    guard end > line.lowerBound else { return nil }
    let unused: UInt8 = line.upperBound - end == 2 ? 15 : line.upperBound - end == 1 ? 3 : 0
    let last = octets[end - 1]
    let bits: UInt8 =
      switch last {
      case UInt8(ascii: "a")...: last &- UInt8(ascii: "a") &+ 26
      case UInt8(ascii: "A")...: last &- UInt8(ascii: "A")
      case UInt8(ascii: "0")...: last &- UInt8(ascii: "0") &+ 52
      default: last == UInt8(ascii: "+") ? 62 : 63
      }
    return bits & unused == 0 ? line.lowerBound..<end : nil
  }
}
