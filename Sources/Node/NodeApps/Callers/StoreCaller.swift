internal import LocalStore
internal import RPCCore
internal import SystemCore

/// Who calls `Store`: an app, or the owner of the node, who sees everything.
package enum StoreCaller: Sendable {
  case owner
  case app(RegisteredApp)
}

/// Who may call at a socket, and for how long: a `CallerRouter` checks it before each handler.
package struct CallerDoor: Sendable {
  /// The apps that may call; nothing on the owner's socket.
  let apps: AppRegistry?
  private let shutdown = Notice<Void>()

  package init(apps: AppRegistry?) {
    self.apps = apps
  }

  /// Checks that the node still knows a caller, by the token that it called with.
  ///
  /// - Throws: UNAUTHENTICATED where the app was removed or got another token.
  func checkIsKnown(_ caller: StoreCaller) throws(RPCError) {
    guard case .app(let app) = caller, let apps else { return }
    guard apps.isKnown(app) else { throw RPCError.unknownApp }
  }

  /// Ends the calls that would go on for as long as their callers want.
  package func beginShutdown() {
    shutdown.give(())
  }

  /// Does something that may go on for long, for as long as the caller is known and the node takes calls.
  ///
  /// - Parameters:
  ///   - caller: Who wants it done.
  ///   - body: Does it, on a task of its own that is cancelled when it is not to go on.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws; UNAUTHENTICATED where the app was removed or got another token,
  ///   UNAVAILABLE where the node takes no more calls.
  func whileKnown<Value: Sendable>(
    _ caller: StoreCaller, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await body() }
      group.addTask { [shutdown] in
        guard await shutdown.value() != nil else { return nil }
        throw RPCError(.unavailable, "cannot go on: the node is shutting down")
      }
      if case .app(let app) = caller, let removal = apps?.removal(of: app) {
        group.addTask {
          guard await removal.value() != nil else { return nil }
          throw RPCError.unknownApp
        }
      }
      // Those that return nothing were cancelled; then the body says how it went.
      while let value = try await group.next() {
        if let value { return value }
      }
      throw CancellationError()
    }
  }
}
