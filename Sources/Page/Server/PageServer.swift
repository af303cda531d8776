import ContactPages
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
import Synchronization

/// Where a page is served, and for how long.
public struct PageServerOptions: Sendable {
  /// The address, which other machines do not reach; `nil` for one that nobody can guess.
  ///
  /// Cookies reach every port of `127.0.0.1`, other programs' too.
  public var address: String?
  /// The port; 0 for any that is free.
  public var port = 0
  /// Whether nothing may be changed.
  public var isReadOnly = false
  /// How long the server waits for somebody.
  public var idleTime = Duration.seconds(30 * 60)
  /// How long the key in the printed address lets somebody in.
  public var keyValidity = Duration.seconds(120)

  /// Creates options.
  public init() {}
}

/// A server of the page, which answers one person on this machine.
public final class PageServer: Sendable {
  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let responder: PageResponder
  private let options: PageServerOptions
  private let authority: String
  private let isStopping = Atomic(false)

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - site: What is served.
  ///   - options: Where.
  /// - Returns: The server, which listens.
  /// - Throws: ``PageError``.
  public static func start(
    _ site: PageSite, _ options: PageServerOptions
  ) async throws -> PageServer {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      return try await PageServer(site, options, group)
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
  }

  private init(
    _ site: PageSite, _ options: PageServerOptions, _ group: MultiThreadedEventLoopGroup
  ) async throws {
    let address = options.address ?? Self.ownAddress()
    let session = PageSession(validity: options.keyValidity)
    let isReadOnly = options.isReadOnly
    let holder = ResponderHolder()
    let counter = ConnectionCounter()
    let bodies = LargeBodies()
    let host: String
    do {
      let place = try SocketAddress.makeAddressResolvingHost(address, port: options.port)
      guard place.isLoopback else { throw PageError.notLoopback(address) }
      host = place.host(named: address)
      channel = try await ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 64)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            guard let responder = holder.responder else { throw ChannelError.ioOnClosedChannel }
            let limits = ConnectionLimits(counter)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(limits)
            try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
            try pipeline.addHandler(PageConnection(responder, limits, bodies))
          }
        }
        .childChannelOption(.maxMessagesPerRead, value: 4)
        .bind(to: place).get()
    } catch let error as PageError {
      throw error
    } catch {
      throw PageError.cannotListen(address, reason: "\(error)")
    }
    authority = "\(host):\(channel.localAddress?.port ?? options.port)"
    let gate = PageGate(authority: authority, session: session, isReadOnly: isReadOnly)
    responder = PageResponder(gate: gate, site: site, events: PageEvents())
    holder.responder = responder
    (self.group, self.options) = (group, options)
  }

  /// An address of this machine that no other program is at.
  private static func ownAddress() -> String {
    "127." + (0..<3).map { _ in "\(Int.random(in: 1...254))" }.joined(separator: ".")
  }

  /// The address to open, with the key that lets in whoever opens it first.
  public var url: String { "http://\(authority)/#\(responder.gate.session.key ?? "")" }

  /// Serves until ``stop()``, until the page says so, or until nobody has come for long.
  public func wait() async {
    let isDone = ContinuousClock()
    var lastBeat = isDone.now
    while !isStopping.load(ordering: .relaxed), !responder.isToStop {
      try? await Task.sleep(for: .milliseconds(250))
      let now = isDone.now
      if responder.events.hasListeners {
        await responder.tellChanges()
        if now - lastBeat > .seconds(15) {
          responder.events.beat()
          lastBeat = now
        }
      } else if now - responder.lastRequest > options.idleTime {
        break
      }
    }
    responder.events.end()
    try? await channel.close()
    // What is being written has two seconds.
    let end = isDone.now + .seconds(2)
    while responder.isBusy, isDone.now < end { try? await Task.sleep(for: .milliseconds(20)) }
    try? await group.shutdownGracefully()
  }

  /// Has ``wait()`` return.
  public func stop() { isStopping.store(true, ordering: .relaxed) }
}

extension SocketAddress {
  /// Whether no other machine reaches it: one of `127.0.0.0/8` (RFC 1122 §3.2.1.3), or `::1`.
  fileprivate var isLoopback: Bool {
    switch self {
    case .v4: ipAddress?.hasPrefix("127.") == true
    case .v6: ipAddress == "::1"
    case .unixDomainSocket: false
    }
  }

  /// What stands for it in a URL, as browsers write it: a name stays (RFC 3986 §3.2.2).
  fileprivate func host(named name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: ":")), let ipAddress else { return name }
    return "[\(ipAddress)]"
  }
}

/// Who answers, once it is known where we are.
private final class ResponderHolder: Sendable {
  private let held = Mutex<PageResponder?>(nil)

  var responder: PageResponder? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}

/// Answers requests that the gate let through.
final class PageResponder: Sendable {
  let gate: PageGate
  let events: PageEvents
  private let site: PageSite
  private let state = Mutex(State())

  private struct State {
    var isToStop = false
    var running = 0
    var lastRequest = ContinuousClock.now
    var revision = ""
  }

  init(gate: PageGate, site: PageSite, events: PageEvents) {
    (self.gate, self.site, self.events) = (gate, site, events)
  }

  /// Whether the page asked for the end.
  var isToStop: Bool { state.withLock { $0.isToStop } }
  /// Whether something is being answered.
  var isBusy: Bool { state.withLock { $0.running > 0 } }
  /// When somebody asked for something last.
  var lastRequest: ContinuousClock.Instant { state.withLock { $0.lastRequest } }

  /// Tells those who listen when what is served is another than before.
  func tellChanges() async {
    let revision = await site.revision()
    let isNew = state.withLock { state in
      defer { state.revision = revision }
      return state.revision != revision
    }
    if isNew { events.send("change", revision) }
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isOpen: Whether it brings the session.
  /// - Returns: The answer.
  func response(to request: PageRequest, isOpen: Bool) async -> PageResponse {
    state.withLock { state in
      state.running += 1
      state.lastRequest = .now
    }
    defer {
      state.withLock { state in
        state.running -= 1
        state.lastRequest = .now
      }
    }
    if request.method == "GET" {
      if request.path == "/" { return door(isOpen) }
      if let asset = PageAssets.response(String(request.path.dropFirst())) { return asset }
      if request.path == "/events" {
        var response = PageResponse([], contentType: "text/event-stream")
        response.isEventStream = true
        return response
      }
    } else if request.path == "/session" {
      return enter(request, isOpen)
    } else if !request.path.hasPrefix("/api/") {
      // A form; other requests are only sent by scripts of ours, which the gate has seen to.
      guard let token = request.formToken, gate.session.isFormToken(token) else {
        return PageResponse(.forbidden, "this form is of another session")
      }
    }
    if request.method == "POST", request.path == "/api/stop" {
      state.withLock { $0.isToStop = true }
      return PageResponse(.accepted, "the server ends")
    }
    return await site.response(to: request, formToken: gate.session.formToken)
  }

  /// The door: a page that holds nothing, and takes the key out of the address, where neither logs nor
  /// other pages find it.
  private func door(_ isOpen: Bool) -> PageResponse {
    if isOpen { return .redirect(to: site.start) }
    var html: [UInt8] = []
    html.append(htmlHeadFor: "vcard", language: "en", .server(script: "door.js"))
    html += DoorView.html.octets
    return PageResponse(html, contentType: "text/html; charset=utf-8")
  }

  private func enter(_ request: PageRequest, _ isOpen: Bool) -> PageResponse {
    let isForm = request.isForm
    let key = isForm ? request.form["key"] ?? "" : String(decoding: request.body, as: UTF8.self)
    let cookie = gate.session.open(with: key)
    // Who opens the address a second time is in already.
    guard cookie != nil || isOpen else {
      return PageResponse(.forbidden, "this key was used or is too old: start the server again")
    }
    var response =
      isForm
      ? PageResponse.redirect(to: site.start)
      : PageResponse(Array(site.start.utf8), contentType: "text/plain; charset=utf-8")
    if let cookie {
      response.headers.append(
        ("Set-Cookie", "\(gate.cookieName)=\(cookie); Path=/; HttpOnly; SameSite=Strict"))
    }
    return response
  }
}
