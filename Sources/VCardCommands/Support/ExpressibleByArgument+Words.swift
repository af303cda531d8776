public import ArgumentParser

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// The words that say the cases.
  ///
  /// ArgumentParser's own goes through a key path, which is made anew each time that a command is read: a
  /// tenth of what the tool does before it begins.
  public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}
