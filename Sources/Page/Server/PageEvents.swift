internal import NIOCore
internal import NIOHTTP1
import Synchronization

/// Those who want to know when something changes, each a connection that stays open.
///
/// HTML Standard §9.2, server-sent events.
final class PageEvents: Sendable {
  private let channels = Mutex<[any Channel]>([])

  /// Whether somebody listens.
  var hasListeners: Bool { channels.withLock { !$0.isEmpty } }

  /// Adds a connection whose head was written.
  func add(_ channel: any Channel) {
    channels.withLock { $0.append(channel) }
    channel.closeFuture.whenComplete { _ in
      self.channels.withLock { $0.removeAll { $0 === channel } }
    }
    write(": open\n\n", to: [channel])
  }

  /// Tells everybody of an event.
  func send(_ name: String, _ data: String) { write("event: \(name)\ndata: \(data)\n\n") }

  /// Tells everybody that there is nothing more to come, and closes.
  func end() {
    send("end", "")
    for channel in channels.withLock({ $0 }) {
      channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in
        channel.close(promise: nil)
      }
    }
  }

  /// Keeps connections from being taken for dead.
  func beat() { write(": beat\n\n") }

  private func write(_ text: String, to some: [any Channel]? = nil) {
    for channel in some ?? channels.withLock({ $0 }) {
      let buffer = channel.allocator.buffer(string: text)
      channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)), promise: nil)
    }
  }
}
