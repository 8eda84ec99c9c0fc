internal import HTTP2Core
package import RPCCore
internal import Synchronization
package import SystemCore
internal import TLSCore

/// Calls one gRPC server, over one connection that is made when it is needed and made again when it
/// was lost.
///
/// A call that cannot reach the server fails as unavailable, unless it asked to wait. One that a server
/// refused without looking at it is made again, a few times.
package actor HTTP2Client: LoopResident, ClientTransport, CallTransport {
  /// How it comes by a connection.
  enum Phase {
    case idle
    /// The addresses are looked up.
    case resolving
    /// They are tried, one after the other.
    case connecting(rest: [SocketAddress])
    /// The queue of the server's socket is full; it tries again soon.
    case inLine(since: MonotonicInstant, tries: Int)
    /// Waits before it tries again.
    case pausing(TimerID)
  }

  /// Where a call is.
  struct Placement {
    var call: ClientCall
    var place: (connection: UInt64, stream: StreamID)?
    var timer: TimerID?
    /// How often a server refused it without looking at it.
    var refusals = 0
  }

  package nonisolated let loop: EventLoop
  private nonisolated let mailbox = Mutex(ClientMailbox())
  let configuration: ClientConfiguration
  let authority: String

  var phase = Phase.idle
  var failures = 0
  var unreachable = RPCError(.unavailable, "there is no connection")
  var connections: [UInt64: ClientConnection] = [:]
  var numberOfSocket: [SocketID: UInt64] = [:]
  var current: ClientConnection?
  var lastNumber: UInt64 = 0
  var calls: [UInt64: Placement] = [:]
  var waiting: [UInt64] = []
  var touched: [ClientConnection] = []
  lazy var alarms = LoopAlarms(for: self)
  var buffers = LinkBuffers()
  private var served: [CallToken] = []
  /// How long a connection may be silent before the server is asked whether it is there; longer after
  /// a server asked to be asked less.
  package internal(set) var keepalive: Duration
  var chance = SystemRandomNumberGenerator()
  var wantsAddresses = false
  private var resolver: CheckedContinuation<Void, Never>?
  var isStopping = false

  /// Makes a client that has no connection yet.
  ///
  /// - Parameters:
  ///   - configuration: which server, and how.
  ///   - loop: where its connections live; it must outlive the client.
  /// - Throws: `TransportError` where bytes would leave this machine unprotected.
  package init(_ configuration: ClientConfiguration, on loop: EventLoop) throws {
    if case .plain = configuration.security {
      guard case .address(let address) = configuration.endpoint, address.isLoopback else {
        throw TransportError(
          .plainIsForThisMachine, cannot: "call \(configuration.endpoint)",
          "without TLS only addresses of this machine are allowed")
      }
    }
    self.configuration = configuration
    self.loop = loop
    keepalive = configuration.timeouts.keepalive
    authority = configuration.authority ?? Self.authority(of: configuration.endpoint)
  }

  private static func authority(of endpoint: Endpoint) -> String {
    if case .address(let address) = endpoint, address.isUnix { return "localhost" }
    return "\(endpoint)"
  }
}

// What others ask for, on any thread.
extension HTTP2Client {
  package nonisolated func start(_ request: CallRequest, options: CallOptions) -> ClientCall {
    let number = mailbox.withLock { $0.nextCall() }
    var options = options
    options.limits = options.limits.fitting(configuration.limits)
    let call = ClientCall(
      request, options: options, token: CallToken(connection: number, stream: 0), over: self)
    leave { $0.started.append(call) }
    return call
  }

  package nonisolated func needsAttention(_ token: CallToken) {
    leave { $0.tokens.append(token) }
  }

  /// Starts no more calls; `run` returns when those in progress have ended.
  package nonisolated func beginShutdown() {
    leave { $0.mustShutDown = true }
  }

  nonisolated func leave(_ change: (inout ClientMailbox) -> Void) {
    let wakes = mailbox.withLock { mailbox in
      change(&mailbox)
      return mailbox.mustWake()
    }
    if wakes { loop.requestTurnEnd(for: self) }
  }

  /// Lends a client for the length of a closure; what is in progress when it returns is broken off.
  ///
  /// - Parameters:
  ///   - configuration: which server, and how.
  ///   - loop: where its connections live.
  ///   - body: makes calls.
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws, or `TransportError`.
  package static func withClient<Result: Sendable>(
    _ configuration: ClientConfiguration, on loop: EventLoop,
    _ body: (Client) async throws -> Result
  ) async throws -> Result {
    let client = try HTTP2Client(configuration, on: loop)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await client.run() }
      defer { group.cancelAll() }
      return try await body(Client(over: client))
    }
  }
}

// Life.
extension HTTP2Client {
  /// Serves calls until `beginShutdown` and the last of them; cancelling it breaks them off.
  package func run() async {
    await withTaskCancellationHandler {
      while !(isStopping && calls.isEmpty && connections.isEmpty) {
        if wantsAddresses {
          wantsAddresses = false
          await resolve()
        } else {
          await withCheckedContinuation { resolver = $0 }
        }
      }
    } onCancel: {
      leave { $0.mustStop = true }
    }
  }

  func wakeRun() {
    guard wantsAddresses || (isStopping && calls.isEmpty && connections.isEmpty) else { return }
    resolver?.resume()
    resolver = nil
  }

  package func turnEnds() {
    let (started, gates, mustShutDown, mustStop) = mailbox.withLock { $0.empty(into: &served) }
    for call in started { begin(call) }
    for token in served { serve(token) }
    for number in gates {
      if let connection = connections[number] { touch(connection) }
    }
    served.removeAll(keepingCapacity: true)
    if mustShutDown || mustStop { shutDown() }
    while !touched.isEmpty {
      var flushed: [ClientConnection] = []
      swap(&flushed, &touched)
      for connection in flushed { flush(connection) }
    }
    if mustStop { stop() }
    wakeRun()
  }

  private func shutDown() {
    guard !isStopping else { return }
    isStopping = true
    current = nil
    for connection in connections.values {
      if case .ended(let ending) = connection.beginShutdown(now: loop.now) {
        end(connection, ending)
      } else {
        touch(connection)
      }
    }
    failWaiting(RPCError(.unavailable, "the client was shut down"))
  }

  private func stop() {
    for connection in connections.values { end(connection, .inOrder("the client was stopped")) }
    for number in Array(calls.keys) { finish(number) }
  }
}
