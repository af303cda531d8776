import CardFormats
import QR
import VCard

/// Writes cards as QR codes, one after the other.
struct QRWriter: CardDocumentWriter {
  /// What a code looks like.
  enum Picture: Hashable, Sendable {
    case png
    case svg
    /// Two modules in each character; black on white if a terminal is told so.
    case text(isColored: Bool)

    /// The picture that an output is to hold, by its name.
    init(_ output: OutputFile, named name: String?) {
      let name = name?.lowercased() ?? ""
      self =
        if name.hasSuffix(".png") {
          .png
        } else if name.hasSuffix(".svg") {
          .svg
        } else {
          .text(isColored: output.columns != nil)
        }
    }

    /// Whether an output holds one of them only.
    var isAlone: Bool { self == .png || self == .svg }
  }

  let content: CodeContent
  let picture: Picture

  var version: Version { content == .mecard ? .version40 : .version30 }
  var frame: DocumentFrame { DocumentFrame() }

  func write(_ card: Card, into octets: inout [UInt8], notes: inout [Diagnostic]) {
    var text: [UInt8] = []
    if content == .mecard {
      MECARDWriter().write(card, into: &text, notes: &notes)
      text.removeLast()
    } else {
      let chosen = CodeText(card, limit: QRCode.mostOctets)
      text = chosen.octets
      if !chosen.leftOut.isEmpty {
        let names = chosen.leftOut.joined(separator: ", ")
        tell(.note, .lossProperty, "\(names): left out of the QR code", card, &notes)
      }
    }
    guard let code = QRCode(text), let picture = try? self.octets(of: code) else {
      let problem =
        "the \(text.count) bytes do not fit a QR code, which holds \(QRCode.mostOctets); left out"
      return tell(.error, .tooLargeForQR, problem, card, &notes)
    }
    if text.count > QRCode.manyOctets {
      let advice = "a QR code of \(text.count) bytes is so fine that some cameras cannot read it"
      tell(.note, .fineQR, advice, card, &notes)
    }
    octets += picture
  }

  private func octets(of code: QRCode) throws -> [UInt8] {
    switch picture {
    case .png: try code.png()
    case .svg: code.svg
    case .text(let isColored): code.text(isColored: isColored)
    }
  }

  private func tell(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ message: String, _ card: Card,
    _ notes: inout [Diagnostic]
  ) {
    notes.append(
      Diagnostic(severity: severity, code: code, position: card.start, message: message))
  }
}
