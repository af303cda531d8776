import Files
internal import NIOCore
internal import NIOHTTP1
import Synchronization

/// What a connection may take of the server, looked at before anything is read of it.
///
/// All of a server's connections are on one event loop, and so are these.
final class ConnectionLimits: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Connections at a time.
  static let most = 32
  /// How long a head may take from its first octet on, and a new connection until it has one.
  static let headTime = TimeAmount.seconds(5)
  /// How long a body may take.
  static let bodyTime = TimeAmount.seconds(60)
  /// How long a connection may be silent between two requests.
  static let idleTime = TimeAmount.seconds(60)

  private let counter: ConnectionCounter
  private var deadline: Scheduled<Void>?
  /// Octets of the head so far; `nil` while a body or an answer is on its way.
  private var headOctets: Int? = 0
  private var context: ChannelHandlerContext?
  private var isCounted = false

  init(_ counter: ConnectionCounter) { self.counter = counter }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    guard counter.take(Self.most) else { return refuse("503 Service Unavailable", context) }
    isCounted = true
    limit(to: Self.headTime)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isCounted else { return }
    if let octets = headOctets {
      if octets == 0 { limit(to: Self.headTime) }
      // The rest may be a body; the parts of a head are counted by the gate, too.
      headOctets = octets + unwrapInboundIn(data).readableBytes
    }
    context.fireChannelRead(data)
    if let octets = headOctets, octets > PageGate.mostOctets {
      refuse("431 Request Header Fields Too Large", context)
    }
  }

  /// A whole head has come, and its body may.
  func bodyBegins() {
    headOctets = nil
    limit(to: Self.bodyTime)
  }

  /// A whole request has come, or waits for another one: what takes time from now on is ours.
  func isOurTurn() { deadline?.cancel() }

  /// An answer has gone out.
  func responseEnded() {
    headOctets = 0
    limit(to: Self.idleTime)
  }

  private func limit(to time: TimeAmount) {
    deadline?.cancel()
    guard let context else { return }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: time) {
      let limits = bound.value
      guard let context = limits.context else { return }
      limits.refuse("408 Request Timeout", context)
    }
  }

  private func leave() {
    if isCounted { counter.giveBack() }
    isCounted = false
    headOctets = nil
    deadline?.cancel()
  }

  private func refuse(_ status: String, _ context: ChannelHandlerContext) {
    leave()
    let text = "HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(channel.allocator.buffer(string: text))).whenComplete {
      _ in
      channel.close(promise: nil)
    }
  }
}

/// How many connections there are.
final class ConnectionCounter: Sendable {
  private let count = Mutex(0)

  /// Counts one more, unless there are so many.
  func take(_ most: Int) -> Bool {
    count.withLock { count in
      guard count < most else { return false }
      count += 1
      return true
    }
  }

  /// Counts one less.
  func giveBack() { count.withLock { $0 -= 1 } }
}

/// Lets one large body in at a time, so that no more than one is held.
///
/// The others stay with who sends them, in the order in which they came: nothing is read of their
/// connections.
final class LargeBodies: Sendable {
  /// Octets of a body that is let in at any time.
  static let small = 256 << 10

  private struct State {
    var isTaken = false
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// Lets a body in, or has it wait.
  ///
  /// - Parameter begin: Called when its turn comes, where that is not now.
  /// - Returns: Whether its turn is now.
  func enter(_ begin: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.isTaken {
        state.waiting.append(begin)
        return false
      }
      state.isTaken = true
      return true
    }
  }

  /// Nothing is held any more: the next one comes.
  func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty {
        state.isTaken = false
        return nil as (@Sendable () -> Void)?
      }
      return state.waiting.removeFirst()
    }
    next?()
  }
}

/// Takes requests, whole, and writes what comes of them.
final class PageConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let server: PageResponder
  private let limits: ConnectionLimits
  private let bodies: LargeBodies
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  /// Whether the request was answered before its end, and the connection ends.
  private var isOver = false
  /// Where the body is among the large ones.
  private var turn = Turn.none
  /// Whether the request has come to its end.
  private var isWhole = false

  private enum Turn {
    /// It is small.
    case none
    case waits
    case has
  }

  init(_ server: PageResponder, _ limits: ConnectionLimits, _ bodies: LargeBodies) {
    (self.server, self.limits, self.bodies) = (server, limits, bodies)
  }

  func channelInactive(context: ChannelHandlerContext) {
    // Of a request that is being answered the body is held until then.
    if head != nil, turn == .has { leaveTurn() }
    (head, body) = (nil, [])
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isOver { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      limits.bodyBegins()
      if let refusal = server.gate.refusal(of: head) {
        isOver = true
        return write(refusal, to: head, closing: true, context)
      }
      (self.head, body, isWhole) = (head, [], false)
      if Self.length(head) > LargeBodies.small { takeTurn(context) }
    case .body(let part):
      guard body.count + part.readableBytes <= PageGate.mostBody else {
        guard let head else { return }
        isOver = true
        return write(
          PageResponse(.payloadTooLarge, "this is too much"), to: head, closing: true, context)
      }
      body.append(contentsOf: part.readableBytesView)
      if turn == .none, body.count > LargeBodies.small { takeTurn(context) }
    case .end:
      isWhole = true
      if turn != .waits { respond(context) }
    }
  }

  /// Goes on with a large body, or reads no more until its turn comes.
  private func takeTurn(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let loop = context.eventLoop
    let isOurs = bodies.enter {
      loop.execute {
        let (connection, context) = bound.value
        connection.goOn(context)
      }
    }
    turn = isOurs ? .has : .waits
    if isOurs { return makeRoom() }
    limits.isOurTurn()
    context.channel.setOption(ChannelOptions.autoRead, value: false).whenFailure { _ in }
  }

  /// Makes room for a large body: not before its turn, so that it takes the place of the one before it.
  private func makeRoom() {
    if let head { body.reserveCapacity(min(Self.length(head), PageGate.mostBody)) }
  }

  /// The octets of a body, where its head says how many.
  private static func length(_ head: HTTPRequestHead) -> Int {
    head.headers["content-length"].first.flatMap { Int($0) } ?? 0
  }

  private func goOn(_ context: ChannelHandlerContext) {
    turn = .has
    guard head != nil else { return leaveTurn() }
    makeRoom()
    context.channel.setOption(ChannelOptions.autoRead, value: true).whenFailure { _ in }
    if isWhole { return respond(context) }
    limits.bodyBegins()
    context.read()
  }

  private func leaveTurn() {
    if turn == .has { bodies.leave() }
    turn = .none
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func respond(_ context: ChannelHandlerContext) {
    guard let head else { return }
    limits.isOurTurn()
    let target = head.uri.prefix { $0 != "#" }
    let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let octets = body
    (self.head, body) = (nil, [])
    let (server, isOpen) = (server, server.gate.isOpen(to: head))
    let promise = context.eventLoop.makePromise(of: PageResponse.self)
    Task(executorPreference: PageExecutor.shared) {
      let request = PageRequest(
        method: head.method == .HEAD ? "GET" : head.method.rawValue, path: PageGate.path(of: head),
        query: FormFields(String(query)), body: octets,
        contentType: head.headers["content-type"].first ?? "")
      promise.succeed(await server.response(to: request, isOpen: isOpen))
    }
    promise.futureResult.assumeIsolated().whenSuccess { response in
      self.leaveTurn()
      guard context.channel.isActive else { return }
      if response.isEventStream {
        self.writeHead(of: response, to: head, closing: true, context)
        server.events.add(context.channel)
      } else {
        self.write(response, to: head, closing: !head.isKeepAlive, context)
      }
    }
  }

  private func writeHead(
    of response: PageResponse, to head: HTTPRequestHead, closing: Bool,
    _ context: ChannelHandlerContext
  ) {
    var fields = HTTPHeaders(PageResponse.security + response.headers)
    fields.add(name: "Content-Type", value: response.contentType)
    if !response.isEventStream {
      fields.add(
        name: "Content-Length", value: "\(response.file?.count ?? response.body.count)")
    }
    if closing { fields.add(name: "Connection", value: "close") }
    let answer = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: response.status.rawValue),
      headers: fields)
    let part = wrapOutboundOut(.head(answer))
    if response.isEventStream {
      context.writeAndFlush(part, promise: nil)
    } else {
      context.write(part, promise: nil)
    }
  }

  private func write(
    _ response: PageResponse, to head: HTTPRequestHead, closing: Bool,
    _ context: ChannelHandlerContext
  ) {
    writeHead(of: response, to: head, closing: closing, context)
    if head.method != .HEAD, let file = response.file { return send(file, closing, context) }
    if head.method != .HEAD, !response.body.isEmpty {
      let buffer = context.channel.allocator.buffer(bytes: response.body)
      context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    }
    let channel = context.channel
    let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    if closing {
      written.whenComplete { _ in channel.close(promise: nil) }
    } else {
      limits.responseEnded()
    }
  }

  /// Sends a file, and ends the answer.
  private func send(_ file: SentFile, _ closing: Bool, _ context: ChannelHandlerContext) {
    let channel = context.channel
    let sent = context.eventLoop.makePromise(of: Bool.self)
    Task(executorPreference: PageExecutor.shared) {
      sent.succeed(await file.send(to: channel))
    }
    sent.futureResult.assumeIsolated().whenSuccess { isWhole in
      // Less than was promised must not look like all of it.
      if isWhole, !closing {
        self.limits.responseEnded()
      } else {
        channel.close(promise: nil)
      }
    }
  }
}

extension SentFile {
  /// Octets that are on their way at once.
  private static let pieceSize = 256 << 10

  /// Sends it piece by piece, each when the one before has left, and the end of the answer.
  ///
  /// - Returns: Whether all of it has left.
  fileprivate func send(to channel: any Channel) async -> Bool {
    var offset = 0
    while offset < count {
      var piece = [UInt8](repeating: 0, count: min(Self.pieceSize, count - offset))
      guard (try? reader.read(at: offset, into: &piece)) == piece.count else { return false }
      offset += piece.count
      let part = HTTPServerResponsePart.body(
        .byteBuffer(channel.allocator.buffer(bytes: piece)))
      guard (try? await channel.writeAndFlush(part).get()) != nil else { return false }
    }
    return (try? await channel.writeAndFlush(HTTPServerResponsePart.end(nil)).get()) != nil
  }
}
