package import SystemPackage

/// Tells that something happened in folders: inotify(7).
///
/// It does not say what. Whoever is told compares what is there with what was there, so that nothing
/// is missed when the queue of the system overflows, and nothing is believed that is over by then. File
/// systems of other machines tell nothing of what these do.
package final class FolderWatch: Sendable {
  private let descriptor: FileDescriptor

  /// Begins without folders.
  ///
  /// - Throws: `tooManyOpenFiles` when the user has as many of these as the system gives.
  package init() throws(Errno) { descriptor = try SystemCalls.openWatch() }

  deinit { try? SystemCalls.close(descriptor) }

  /// Watches one more folder; nothing happens for one that is watched already.
  ///
  /// Files that were written to and closed, came, went or got another name count, and so does the
  /// folder's own end.
  package func add(_ folder: FilePath) throws(Errno) {
    try SystemCalls.watch(folder, with: descriptor)
  }

  /// Whether something happened since this was asked last.
  package func takeEvents() throws(Errno) -> Bool {
    // inotify(7): an event is no longer than its fixed part and the longest name.
    var events = [UInt8](repeating: 0, count: 16 * 1024)
    var isAny = false
    while try SystemCalls.isReadable(descriptor) {
      _ = try SystemCalls.read(descriptor, into: &events)
      isAny = true
    }
    return isAny
  }
}
