public import ContactModel
public import VCard

/// The only card of a text whose lines may end in LF.
public func card(_ text: String) throws -> Card { try CardSamples.parsed(text) }

/// A contact from the lines between BEGIN and END of a vCard 3.0.
public func contact(
  _ lines: String..., version: String = "3.0", keys: Contact.Keys = .all
) throws -> Contact {
  let text = ["BEGIN:VCARD", "VERSION:\(version)"] + lines + ["END:VCARD", ""]
  return Contact(try card(text.joined(separator: "\r\n")), keys: keys)
}
