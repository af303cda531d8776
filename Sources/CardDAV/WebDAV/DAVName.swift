/// The name of an element or a property of WebDAV (RFC 4918 §4.4): its prefix does not matter.
package struct DAVName: Hashable, Sendable {
  package let namespace: String
  package let local: String

  package init(_ namespace: String, _ local: String) {
    self.namespace = namespace
    self.local = local
  }

  package static let dav = "DAV:"
  /// RFC 6352.
  package static let cards = "urn:ietf:params:xml:ns:carddav"

  package static let multistatus = DAVName(dav, "multistatus")
  package static let response = DAVName(dav, "response")
  package static let href = DAVName(dav, "href")
  package static let status = DAVName(dav, "status")
  package static let propstat = DAVName(dav, "propstat")
  package static let prop = DAVName(dav, "prop")
  package static let error = DAVName(dav, "error")
  package static let responseDescription = DAVName(dav, "responsedescription")

  package static let etag = DAVName(dav, "getetag")
  package static let displayName = DAVName(dav, "displayname")
  package static let resourceType = DAVName(dav, "resourcetype")
  /// RFC 6578 §4.
  package static let syncToken = DAVName(dav, "sync-token")
  /// RFC 3253 §3.1.5.
  package static let supportedReports = DAVName(dav, "supported-report-set")
  package static let syncCollection = DAVName(dav, "sync-collection")
  /// RFC 3744 §5.4.
  package static let privileges = DAVName(dav, "current-user-privilege-set")
  /// RFC 5397 §3.
  package static let principal = DAVName(dav, "current-user-principal")

  package static let addressBook = DAVName(cards, "addressbook")
  package static let addressData = DAVName(cards, "address-data")
  package static let addressDataType = DAVName(cards, "address-data-type")
  package static let homeSet = DAVName(cards, "addressbook-home-set")
  package static let supportedAddressData = DAVName(cards, "supported-address-data")
  package static let maximumSize = DAVName(cards, "max-resource-size")

  /// Radicale and its clients.
  package static let color = DAVName("http://inf-it.com/ns/ab/", "addressbook-color")
  /// What programs that know calendars only give address books, too.
  package static let calendarColor = DAVName("http://apple.com/ns/ical/", "calendar-color")
}
