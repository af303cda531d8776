import Files
internal import Foundation
package import SystemPackage

/// A folder with one card a file: a book, or one of the collections that a book is made of.
///
/// ```
/// contacts/            the root, as vdirsyncer and khard keep one
///   personal/ a.vcf    a collection
///   work/     b.vcf    another
///   c.vcf              a card of the root's own, beside the collections
/// ```
package struct VDirFolder {
  /// The folder's name in the root; `nil` for the root.
  package let name: FilePath.Component?
  /// The folder.
  package let path: FilePath
  /// The files that hold cards, in the order of the bytes of their names.
  package let files: [FilePath.Component]

  /// What a root is made of.
  package struct Tree {
    /// The root if it has cards of its own or nothing else, then the collections in the order of the
    /// bytes of their names.
    package var folders: [VDirFolder] = []
    /// Folders further down that are books of their own; only looked for where the root has no cards.
    package var deeper: [FilePath] = []
    /// Folders that cannot be looked into, and why.
    package var unreadable: [(path: FilePath, errno: Errno)] = []

    /// Whether there are collections.
    package var isRoot: Bool { folders.contains { $0.name != nil } }
  }

  /// How many folders further down are looked into.
  private static let mostDeeper = 200

  /// Looks at a folder and the folders in it.
  ///
  /// Every folder in it is a collection, one without cards, too; in a root with cards of its own only
  /// what holds cards, or says that it is a collection. Hidden folders and those of calendars are
  /// passed over. A link may lead to a collection that is elsewhere; no folder is in the
  /// book twice.
  ///
  /// - Parameter root: The folder.
  /// - Returns: What is there.
  /// - Throws: What keeps the root from being read.
  /// - Complexity: A system call for some hundred entries.
  package static func tree(_ root: FilePath) throws(Errno) -> Tree {
    let entries = try SystemCalls.entries(of: root)
    let own = VDirFolder(name: nil, path: root, files: cards(entries))
    var tree = Tree()
    var found: [(entry: SystemCalls.Entry, folder: VDirFolder)] = []
    var known = Set([FileIdentity(root)])
    var left = mostDeeper
    let folders = entries.filter { isFolder($0, in: root) }.sorted()
    // A folder goes by its own name, not by that of a link beside it.
    for entry in folders.filter({ $0.type != nil }) + folders.filter({ $0.type == nil }) {
      let path = root.appending(entry.name)
      guard known.insert(FileIdentity(path)).inserted else { continue }
      let inside: [SystemCalls.Entry]
      do throws(Errno) {
        inside = try SystemCalls.entries(of: path)
      } catch {
        tree.unreadable.append((path, error))
        continue
      }
      let files = cards(inside)
      if files.isEmpty {
        if own.files.isEmpty {
          let books = books(below: path, inside, levels: 2, &left)
          tree.deeper += books
          if !books.isEmpty || inside.contains(where: isCalendar) { continue }
        } else if !inside.contains(where: { VDirFolder.facts.contains($0.name.string) }) {
          continue
        }
        // A new calendar holds nothing yet.
        if let tag = Radicale(path)?.tag, tag != "VADDRESSBOOK" { continue }
      }
      found.append((entry, VDirFolder(name: entry.name, path: path, files: files)))
    }
    tree.folders = found.sorted { $0.entry < $1.entry }.map(\.folder)
    if !own.files.isEmpty || found.isEmpty { tree.folders.insert(own, at: 0) }
    return tree
  }

  /// The first three of several folders, and how many more there are.
  package static func summary(of folders: [FilePath]) -> String {
    folders.prefix(3).map(\.string).joined(separator: ", ")
      + (folders.count > 3 ? " and \(folders.count - 3) more" : "")
  }

  /// The folders from this one down in which folders with cards are.
  private static func books(
    below path: FilePath, _ entries: [SystemCalls.Entry], levels: Int, _ left: inout Int
  ) -> [FilePath] {
    var found: [FilePath] = []
    for entry in entries.filter({ isFolder($0, in: path) }).sorted() where left > 0 {
      left -= 1
      let folder = path.appending(entry.name)
      guard let inside = try? SystemCalls.entries(of: folder) else { continue }
      if inside.contains(where: isCard) { return [path] }
      if levels > 1 { found += books(below: folder, inside, levels: levels - 1, &left) }
    }
    return found
  }

  private static func cards(_ entries: [SystemCalls.Entry]) -> [FilePath.Component] {
    entries.filter(isCard).sorted().map(\.name)
  }

  private static func isHidden(_ entry: SystemCalls.Entry) -> Bool {
    entry.name.string.hasPrefix(".")
  }

  private static func isCard(_ entry: SystemCalls.Entry) -> Bool {
    entry.name.extension?.lowercased() == "vcf" && !isHidden(entry)
      && (entry.type == .regular || entry.type == nil)
  }

  private static func isCalendar(_ entry: SystemCalls.Entry) -> Bool {
    entry.name.extension?.lowercased() == "ics" && !isHidden(entry)
  }

  private static func isFolder(_ entry: SystemCalls.Entry, in parent: FilePath) -> Bool {
    if isHidden(entry) { return false }
    guard entry.type == nil else { return entry.type == .directory }
    return !isCard(entry) && (try? Stat(parent.appending(entry.name)))?.type == .directory
  }

  // MARK: What is said of a collection

  // https://vdirsyncer.pimutils.org/en/stable/vdir.html#metadata
  private static let facts: Set = ["displayname", "color", Radicale.file.string]

  /// What Radicale 3 keeps of a collection in a file of JSON.
  private struct Radicale: Decodable {
    static let file: FilePath.Component = ".Radicale.props"

    let tag: String?
    let title: String?

    enum CodingKeys: String, CodingKey {
      case tag
      case title = "D:displayname"
    }

    init?(_ folder: FilePath) {
      guard let bytes = VDirFolder.start(of: folder.appending(Radicale.file)),
        let decoded = try? JSONDecoder().decode(Radicale.self, from: Data(bytes))
      else { return nil }
      self = decoded
    }
  }

  /// What a collection is called, where its file `displayname` says so, or Radicale does.
  package var title: String? {
    name == nil ? nil : fact("displayname") ?? Radicale(path)?.title.flatMap(VDirFolder.line)
  }

  /// The color of a collection, where its file `color` says so: `#RRGGBB`.
  package var color: String? {
    name == nil
      ? nil
      : fact("color").flatMap { color in
        color.utf8.count == 7 && color.first == "#" && color.dropFirst().allSatisfy(\.isHexDigit)
          ? color : nil
      }
  }

  private func fact(_ name: FilePath.Component) -> String? {
    VDirFolder.start(of: path.appending(name)).flatMap {
      VDirFolder.line(String(decoding: $0, as: UTF8.self))
    }
  }

  /// A text as one line; `nil` of nothing but blanks.
  private static func line(_ text: String) -> String? {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.isEmpty ? nil : text
  }

  /// The start of a small file; `nil` where there is none.
  private static func start(of file: FilePath) -> [UInt8]? {
    guard let descriptor = try? SystemCalls.open(file, .readOnly, options: .nonBlocking) else {
      return nil
    }
    defer { try? SystemCalls.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 16 * 1024)
    guard let count = try? SystemCalls.read(descriptor, at: 0, into: &bytes) else { return nil }
    return Array(bytes[..<count])
  }
}
