/// A look at the tags of a colour profile, ICC.1 §7.3.
enum ColorProfile {
  /// Private and optional tags that may hold the serial number of a screen: Apple's make and model,
  /// and the dictionary in which colord notes EDID.
  private static let deviceTags = ["mmod", "meta"]

  /// The profile with zeros for what numbers a device; `nil` when there is no such thing, or the
  /// profile is not whole.
  ///
  /// No length and no colour changes. The checksum in the head, §7.2.18, becomes "not computed".
  static func withoutDevice(_ profile: [UInt8]) -> [UInt8]? {
    guard profile.bigEndian(at: 0, width: 4) == profile.count, profile.holds("acsp", at: 36),
      let count = profile.bigEndian(at: 128, width: 4), count <= 256
    else { return nil }
    var tags: [(isOfDevice: Bool, range: Range<Int>)] = []
    for place in stride(from: 132, to: 132 + 12 * count, by: 12) {
      guard let start = profile.bigEndian(at: place + 4, width: 4),
        let length = profile.bigEndian(at: place + 8, width: 4), start <= profile.count,
        length <= profile.count - start
      else { return nil }
      let isOfDevice = deviceTags.contains { profile.holds($0, at: place) }
      tags.append((isOfDevice, start..<start + length))
    }
    let head = 132 + 12 * count
    var left = profile
    for tag in tags where tag.isOfDevice {
      // Tags may share what they hold; colours are not to be zeros.
      let isShared = tags.contains { !$0.isOfDevice && $0.range.overlaps(tag.range) }
      guard !isShared, tag.range.lowerBound >= head else { return nil }
      for index in tag.range { left[index] = 0 }
    }
    guard left != profile else { return nil }
    for index in 84..<100 { left[index] = 0 }
    return left
  }
}
