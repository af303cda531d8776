extension Int {
  /// The number with what it counts, such as `1 pair` and `2 pairs`.
  package func counted(_ singular: String, _ plural: String? = nil) -> String {
    self == 1 ? "1 \(singular)" : "\(self) \(plural ?? singular + "s")"
  }
}
