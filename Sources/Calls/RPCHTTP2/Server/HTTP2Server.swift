package import RPCCore
private import Synchronization
package import SystemCore

/// Answers gRPC calls at any number of addresses.
///
/// It lives on loops that it is given. The first takes the callers, and gives them to all in turn; a
/// connection stays on its loop, and so do the handlers of its calls, until they hop elsewhere.
package final class HTTP2Server: Sendable {
  private struct Listening {
    var sockets: [(Socket, ServerSecurity)] = []
    var workers: [ServerWorker] = []
    var isStopping = false
  }

  private let loops: [EventLoop]
  private let configuration: ServerConfiguration
  private let listening = Mutex(Listening())
  private let numbers = ConnectionNumbers()

  /// Makes a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - loops: where its connections live, at least one; they must outlive it.
  ///   - configuration: limits and timeouts.
  package init(
    on loops: [EventLoop], configuration: ServerConfiguration = ServerConfiguration()
  ) {
    precondition(!loops.isEmpty, "a server needs a loop")
    self.loops = loops
    self.configuration = configuration
  }

  /// Listens at one more address; before `run`.
  ///
  /// - Parameters:
  ///   - address: where; port 0 takes one that is free.
  ///   - security: what lies between; without TLS only this machine may call.
  /// - Returns: where it listens.
  /// - Throws: `SystemError` when the address cannot be used, `TransportError` when it must not be.
  @discardableResult
  package func listen(
    at address: SocketAddress, _ security: ServerSecurity
  ) throws -> SocketAddress {
    try checkSecurity(security, at: address)
    let socket = try Socket.listen(at: address)
    listening.withLock { $0.sockets.append((socket, security)) }
    return socket.localAddress ?? address
  }

  /// Listens at a socket that listens already; before `run`.
  ///
  /// - Parameters:
  ///   - socket: takes callers, and is nobody else's.
  ///   - security: what lies between; without TLS only this machine may call.
  /// - Returns: where it listens.
  /// - Throws: `TransportError` when the address must not be used.
  @discardableResult
  package func listen(on socket: Socket, _ security: ServerSecurity) throws -> SocketAddress {
    // A socket without an address is a Unix socket without a file.
    let address = socket.localAddress ?? .unix(path: "")
    try checkSecurity(security, at: address)
    listening.withLock { $0.sockets.append((socket, security)) }
    return address
  }

  private func checkSecurity(_ security: ServerSecurity, at address: SocketAddress) throws {
    guard security.tls != nil || address.isLoopback else {
      throw TransportError(
        .plainIsForThisMachine, cannot: "listen at \(address)",
        "without TLS only addresses of this machine are allowed")
    }
  }

  /// Answers calls until `beginShutdown`, then returns when those in progress have ended.
  ///
  /// Cancelling it breaks off what is in progress.
  ///
  /// - Parameter handler: answers the calls.
  /// - Throws: when no more sockets can be watched.
  package func run(_ handler: some CallHandler) async throws {
    let paths = PathTable(handler.methods)
    let workers = loops.map {
      ServerWorker(on: $0, configuration: configuration, paths: paths, numbers: numbers)
    }
    try await start(workers)
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        for worker in workers {
          group.addTask(executorPreference: worker.loop) { await worker.run(handler) }
        }
      }
    } onCancel: {
      for worker in workers { worker.mailbox.leave(.stop) }
    }
  }

  /// Gives the sockets to a worker for good: they are closed, and callers turned away, when it lets go.
  private func start(_ workers: [ServerWorker]) async throws {
    let (sockets, isStopping) = listening.withLock { listening in
      listening.workers = workers
      defer { listening.sockets = [] }
      return (listening.sockets, listening.isStopping)
    }
    guard !isStopping else {
      for worker in workers { worker.mailbox.leave(.shutDown) }
      return
    }
    for (socket, security) in sockets {
      try await workers[0].listen(at: socket, security, for: workers)
    }
  }

  /// Breaks off the connections of some peers at once, with their calls, whose handlers are cancelled;
  /// all others go on.
  ///
  /// It may be called on any thread, and does not wait. It concerns the connections that there are when it is
  /// called. One that is still being made is looked at when it is known whose it is; what begins afterwards is up
  /// to the listener's TLS.
  ///
  /// - Parameter isUnwelcome: whether a peer's connections are to end; called on each loop.
  package func endConnections(where isUnwelcome: @escaping @Sendable (CallPeer) -> Bool) {
    let workers = listening.withLock { $0.workers }
    let latest = numbers.latest
    for worker in workers { worker.mailbox.leave(ending: isUnwelcome, upTo: latest) }
  }

  /// Takes no new callers and no new calls; `run` returns when those in progress have ended.
  package func beginShutdown() {
    let workers = listening.withLock { listening in
      listening.isStopping = true
      return listening.workers
    }
    for worker in workers { worker.mailbox.leave(.shutDown) }
  }
}
