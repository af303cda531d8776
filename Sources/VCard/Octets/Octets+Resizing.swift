extension [UInt8] {
  /// Gives a buffer a size: cuts off what is too much, or adds zeros.
  ///
  /// - Complexity: O(*n*) in the octets that are added.
  package mutating func resize(to size: Int) {
    if count > size { removeLast(count - size) }
    if count < size { append(contentsOf: repeatElement(0, count: size - count)) }
  }

  /// Whether they are well-formed UTF-8.
  package var isUTF8: Bool { Octets.areUTF8(span) }
}
