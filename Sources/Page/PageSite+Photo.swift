import ContactMerging
import ContactPages
import ContactStore
import Foundation
import Images
import VCard

extension PageSite {
  /// Pixels of the longer side of a photo that is put in: telephones show no more.
  private static let photoSide = 1024

  /// What is said of a file that is no photo.
  static let noPhoto = "The picture cannot be read: take a JPEG or a PNG."

  /// A photo as it is kept; `nil` for what our codec does not read.
  static func photo(_ octets: [UInt8]) -> ContentLine? {
    guard
      let picture = try? Thumbnail.make(
        from: octets, maximumSide: photoSide, isOwnKept: false)
    else { return nil }
    return ContentLine("PHOTO", .binary(mediaType: picture.mediaType, octets: picture.octets))
  }

  /// Puts a photo in the place of somebody's, or takes it away.
  ///
  /// What is kept is what our own codec writes: nothing of what a camera noted goes into the book.
  func setPhoto(
    of person: UnifiedRecord, _ request: PageRequest, _ frame: PageFrame, _ library: PageBook
  ) throws -> PageResponse {
    var view = edit(person, frame)
    guard let form = request.multipart else {
      view.problem = "This form did not arrive whole."
      return view.response(.badRequest)
    }
    let unified = UnifiedContact(person, keys: PersonForm.keys)
    var card = unified.card
    // The small copy that a program made is one of the old photo.
    let old = card.properties.filter { [.photo, .xThumbnail].contains($0.known) }
    card.edit(replacing: [], removing: Array(old), appending: [])
    if form["do"] != "remove" {
      let octets = form.files("photo").first.map { Array($0.content) } ?? []
      guard let photo = Self.photo(octets) else {
        view.problem = octets.isEmpty ? "Choose a picture." : Self.noPhoto
        return view.response(.badRequest)
      }
      card.append(photo)
    }
    try save(unified.request(saving: card, now: Int64(Date().timeIntervalSince1970)))
    return .redirect(to: "/people/\(person.id)?done=saved")
  }
}
