import CPage

/// The files of the page.
enum PageAssets {
  /// A file of this name, if there is one.
  static func response(_ name: String) -> PageResponse? {
    var number = 0
    while let asset = unsafe cpage_asset_at(number) {
      number += 1
      let file = unsafe asset.pointee
      guard unsafe name == String(cString: file.name) else { continue }
      let octets = unsafe UnsafeBufferPointer(start: file.octets, count: file.count)
      return unsafe PageResponse(Array(octets), contentType: String(cString: file.media_type))
    }
    return nil
  }
}
