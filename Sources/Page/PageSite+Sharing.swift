import ContactPages
import ContactStore
import Cutouts
import Images

extension PageSite {
  /// The cutout of somebody, the file that it leaves as, or its picture.
  func share(
    _ person: UnifiedRecord, _ rest: [String], _ frame: PageFrame
  ) throws -> PageResponse {
    let view = try ShareView(frame: frame, person)
    switch rest {
    case []:
      return view.response(
        options.page.page(person: [view.making.cutout.card()], ContactPage.Notes()))
    case ["cutout.json"]: return view.file
    case ["photo"]:
      guard let photo = view.photo,
        let small = try? Thumbnail.make(
          from: photo.data, maximumSide: 256, isSquare: true, isOwnKept: false)
      else { break }
      return PageResponse(small.octets, contentType: small.mediaType)
    default: break
    }
    return .missing(frame, .people, "There is no such page.")
  }
}
