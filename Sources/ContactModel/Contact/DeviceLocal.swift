public import VCard

/// What on a card means something on one device or in one account only.
///
/// Such values never travel in a cutout and are never evidence that two cards are of one person; the
/// stored card keeps them.
public enum DeviceLocal {
  /// Tells whether a property is local.
  ///
  /// Local are record identifiers, the tags, addresses and revisions that synchronisation leaves
  /// behind, paths of images, and UIDs that say that they are local. A further value that merging kept,
  /// as in `X-ALSO-UID`, is as local as its property would be.
  public static func isLocal(_ property: Property) -> Bool {
    switch property.known {
    case .uid: isLocal(uid: property.text)
    case .photo, .logo, .sound: isLocalPath(property)
    case .unknown:
      property.furtherValue?.card.properties.contains { isLocal($0) }
        ?? isLocal(name: property.canonicalName)
    default: PropertyRegistry.shared[property.known]?.subject == .device
    }
  }

  /// Tells whether a parameter is local.
  ///
  /// - Parameter name: Its name in upper case.
  /// - Returns: `true` for PID and for programs' own parameters of this kind.
  public static func isLocal(parameter name: String) -> Bool {
    // RFC 6350 §5.5: PID means something together with the CLIENTPIDMAP of its card.
    name == "PID" || isLocal(name: name)
  }

  /// Tells whether a UID says itself that it is local: `…:ABPerson` of Apple's address book, and
  /// Evolution's `pas-id-…`.
  public static func isLocal(uid: String) -> Bool {
    let uid = uid.trimmingBlanks.asciiLowercased
    return uid.hasSuffix(":abperson") || uid.hasSuffix(":abgroup") || uid.hasPrefix("pas-id-")
  }

  /// The names of programs' own properties and parameters that are local, but for those of ``endings``.
  ///
  /// Sources: what Apple's Address Book, Evolution and its WebDAV back end, Thunderbird's CardBook,
  /// Radicale, CouchDB's desktop replication, SyncML clients (IrMC) and Android exporters write.
  private static let names: Set<String> = [
    "X-ABUID", "X-ABRECORDID", "X-ID", "X-IRMC-CREATED-DATETIME", "X-IRMC-MODIFIED-DATETIME",
    "X-SYNCURL", "X-URI", "X-RADICALE-NAME", "X-COUCHDB-REVISION",
    "X-COUCHDB-APPLICATION-ANNOTATIONS", "X-IMAGEPATH", "X-IMAGEHASH", "X-IMAGE-HASH",
    "X-EVOLUTION-BOOK-URI", "X-EVOLUTION-WEBDAV-IMG-URL",
  ]

  /// How the names of further local ones end, whatever program wrote them.
  private static let endings = [
    "-ETAG", "-LUID", "-UUID", "-UID", "-HREF", "-RECORD-ID", "-RECORDID", "-RAW-CONTACT-ID",
    "-SYNC-URL", "-SYNC-ID", "-IMAGE-PATH",
  ]

  private static func isLocal(name: String) -> Bool {
    guard name.hasPrefix("X-") else { return false }
    return names.contains(name) || endings.contains { name.hasSuffix($0) }
  }

  /// Whether a picture or a sound is a file of this device and not in the card.
  private static func isLocalPath(_ property: Property) -> Bool {
    guard !property.seemsBinary else { return false }
    let text = property.text.trimmingBlanks
    let head = Array(text.asciiLowercased.utf8.prefix(16))[...]
    let schemes = ["file:", "content:", "cid:"]
    if schemes.contains(where: { head.starts(with: $0.utf8) }) { return true }
    // `/var/…`, `~/…`, `C:\…`, `\\server\…`
    guard let first = head.first else { return false }
    if first == UInt8(ascii: "/") || first == UInt8(ascii: "~") || first == UInt8(ascii: "\\") {
      return true
    }
    let second = head.dropFirst().first
    return second == UInt8(ascii: ":") && 0x61...0x7A ~= first
  }
}
