import ContactModel
import Cutouts
import VCard

/// What several suites need.
enum Samples {
  /// One pixel of PNG as far as its header goes; its chunks after IHDR are those given.
  static func png(width: UInt32 = 3, height: UInt32 = 2, chunks: [(String, [UInt8])] = [])
    -> [UInt8]
  {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    for (name, data) in [("IHDR", header)] + chunks + [("IEND", [])] {
      bytes += bigEndian(UInt32(data.count)) + Array(name.utf8) + data + [0, 0, 0, 0]
    }
    return bytes
  }

  /// A JPEG of nothing but its segments.
  static func jpeg(width: UInt16 = 640, height: UInt16 = 480, segments: [(UInt8, [UInt8])] = [])
    -> [UInt8]
  {
    var bytes: [UInt8] = [0xFF, 0xD8]
    let frame = [8] + bigEndian(height) + bigEndian(width) + [3]
    for (marker, data) in segments + [(0xC0, frame)] {
      bytes += [0xFF, marker] + bigEndian(UInt16(data.count + 2)) + data
    }
    return bytes + [0xFF, 0xDA, 0x00, 0x02, 0x12, 0xFF, 0xD9]
  }

  /// An Exif segment of a photo taken at 37° 20' 0" N, 122° 1' 30" W with a camera called Box.
  static func exif(isLittleEndian: Bool, hasPreview: Bool = false) -> [UInt8] {
    func two(_ value: Int) -> [UInt8] {
      let octets = bigEndian(UInt16(value))
      return isLittleEndian ? octets.reversed() : octets
    }
    func four(_ value: Int) -> [UInt8] {
      let octets = bigEndian(UInt32(value))
      return isLittleEndian ? octets.reversed() : octets
    }
    func short(_ text: String) -> [UInt8] {
      let octets = Array(text.utf8) + [0]
      return octets + [UInt8](repeating: 0, count: 4 - octets.count)
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      two(tag) + two(type) + four(count) + value
    }
    let camera = entry(0x0110, 2, 4, short("Box"))
    let location = 8 + 2 + 2 * 12 + 4
    let rationals = location + 2 + 4 * 12 + 4
    var tiff = Array((isLittleEndian ? "II" : "MM").utf8) + two(42) + four(8)
    tiff += two(2) + camera + entry(0x8825, 4, 1, four(location)) + four(hasPreview ? 8 : 0)
    tiff += two(4) + entry(1, 2, 2, short("N")) + entry(2, 5, 3, four(rationals))
    tiff += entry(3, 2, 2, short("W")) + entry(4, 5, 3, four(rationals + 24)) + four(0)
    for value in [37, 20, 0, 122, 1, 30] { tiff += four(value) + four(1) }
    return Array("Exif\u{0}\u{0}".utf8) + tiff
  }

  static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// A cutout of the first schema with everything in it.
  static func full(_ details: Cutout.Details = .init()) throws -> Cutout {
    try Cutout(
      compositeName: "Dr. Kate Bell", firstName: "Kate", lastName: "Bell",
      emails: ["kate@home.example", "kate@work.example"],
      image: Cutout.Image(type: "image/jpeg", data: jpeg()),
      thumbnail: Cutout.Image(type: "image/png", data: png()), details: details)
  }

  /// A cutout with everything in it.
  static func detailed() throws -> Cutout {
    var details = Cutout.Details()
    details.phones = [
      LabeledValue(label: .mobile, value: "+1 555 0100"), LabeledValue(value: "555-0199"),
      LabeledValue(label: .workFax, value: "+1 555 0101"),
      LabeledValue(label: ContactLabel("boat; \"Gull\""), value: "+1 555 0102;ext=3"),
    ]
    var home = PostalAddress()
    home.street = "1 Main St, rear\nc/o Gull; Ltd"
    home.city = "Springfield"
    home.state = "IL"
    home.postalCode = "62701"
    home.country = "United States"
    home.isoCountryCode = "US"
    var whole = PostalAddress()
    whole.street = "Harbour 3\n20095 Hamburg"
    var fine = PostalAddress()
    fine.postOfficeBox = "12"
    fine.extendedAddress = "Flat 3"
    fine.subLocality = "Soho"
    fine.subAdministrativeArea = "Greater London"
    details.addresses = [
      LabeledValue(label: .home, value: home), LabeledValue(label: .work, value: whole),
      LabeledValue(label: ContactLabel("dacha"), value: fine),
    ]
    details.organization = "Gull & Sons; \\Bakers\\"
    details.department = "Sales"
    details.jobTitle = "Baker, <first>"
    details.birthday = PartialDate(month: 2, day: 3)
    details.urls = [
      LabeledValue(label: .homePage, value: "https://kate.example/a,b;c?d=\"e\""),
      LabeledValue(value: "kate.example"),
    ]
    details.note = "likes tea\n\n  and, \"scones\"; \\n"
    return try full(details)
  }
}
