/// Why nothing can be made of a picture's pixels.
public enum ImageError: Error, Hashable, Sendable {
  /// It is neither JPEG nor PNG, or one of a kind that is not read, such as twelve bits a sample.
  case unsupported(Picture.Kind)
  /// Its octets are not what their format asks for, or end too soon.
  case damaged
  /// It has more than 100 million pixels, a side of more than 65,535, or asks for more memory or
  /// time than its octets can need.
  case tooLarge
  /// There is too little memory.
  case outOfMemory
}

extension ImageError: CustomStringConvertible {
  /// What follows `the picture`, such as `is damaged`.
  public var description: String {
    switch self {
    case .unsupported(.jpeg): "is a JPEG of a kind that is not read"
    case .unsupported(.png): "is a PNG of a kind that is not read"
    case .unsupported: "is neither JPEG nor PNG"
    case .damaged: "is damaged"
    case .tooLarge: "is too large"
    case .outOfMemory: "needs more memory than there is"
    }
  }
}
