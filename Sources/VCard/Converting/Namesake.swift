/// Properties of programs that have the name of a carried one.
enum Namesake {
  /// Says the service and the user as Apple's Contacts reads them.
  static func addService(_ line: inout ConversionLine) {
    if let service = line.first(.serviceType), !line.has(.type), LineValues.isName(service) {
      line.append(.type, service.lowercased())
    }
    if let user = line.first(.username), !line.has(.user) {
      line.append(.user, user)
    }
  }

  /// Takes back what ``addService(_:)`` said.
  static func removeService(_ line: inout ConversionLine) {
    if let service = line.first(.serviceType.carried), line.types == [service.lowercased()] {
      line.remove(.type)
    }
    if let user = line.first(.username.carried), CarriedValue.decoded(user) == line.first(.user) {
      line.remove(.user)
    }
  }
}
