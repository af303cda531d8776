import VCard

// A client of the library that uses nothing but the library.
var reader = CardReader()
try reader.append(Array("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Kate Bell\r\nEND:VCARD\r\n".utf8))
reader.finish()
while case .card(let card, _) = reader.next() {
  print(card.first(.fn)?.text ?? "")
}
