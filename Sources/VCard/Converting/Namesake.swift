/// Properties of programs that have the name of a carried one.
enum Namesake {
  /// Says the service and the user as Apple's Contacts reads them.
  static func addService(_ line: inout ConversionLine) {
    if let service = line.first("SERVICE-TYPE"), line.types.isEmpty, LineValues.isName(service) {
      line.parameters.append(Parameter("TYPE", service.lowercased()))
    }
    if let user = line.first("USERNAME"), !line.has("X-USER") {
      line.parameters.append(Parameter("X-USER", user))
    }
  }

  /// Takes back what ``addService(_:)`` said.
  static func removeService(_ line: inout ConversionLine) {
    if let service = line.first("X-SERVICE-TYPE"), line.types == [service.lowercased()] {
      line.remove("TYPE")
    }
    if let user = line.first("X-USERNAME"), CarriedValue.decoded(user) == line.first("X-USER") {
      line.remove("X-USER")
    }
  }
}
