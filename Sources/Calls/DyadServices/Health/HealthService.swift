package import RPCCore
private import Synchronization

/// Answers `grpc.health.v1.Health`: how each service of this server is, now and whenever that changes.
///
/// Many may watch; each is told the latest alone, so one that is slow holds up nobody and costs no
/// more memory than one that is not.
package final class HealthService: Sendable {
  private struct Guarded {
    var health: ServiceHealth
    /// Counts changes, so that none is missed between a look and the wait for the next.
    var version: UInt64 = 0
    var isEnding = false
    var lastWatcher: UInt64 = 0
    var watchers: [UInt64: CheckedContinuation<Void, Never>] = [:]
  }

  private let guarded: Mutex<Guarded>

  /// Starts with what a board says.
  package init(_ health: ServiceHealth) {
    guarded = Mutex(Guarded(health: health))
  }

  /// What the board says now.
  package var health: ServiceHealth { guarded.withLock { $0.health } }

  /// How many calls watch and have been told all there is.
  package var waitingWatchers: Int { guarded.withLock { $0.watchers.count } }

  /// Changes the board, and wakes those who watch.
  package func update(_ change: (inout ServiceHealth) -> Void) {
    wake { change(&$0.health) }
  }

  /// Says that nothing takes calls any more, and ends the watching calls once they were told.
  ///
  /// They end as unavailable: a client that watches turns to another server then, and a server that
  /// lets the calls in progress end does not wait for those that would never.
  package func beginShutdown() {
    wake { guarded in
      guarded.health.beginShutdown()
      guarded.isEnding = true
    }
  }

  private func wake(_ change: (inout Guarded) -> Void) {
    let watchers = guarded.withLock { guarded in
      change(&guarded)
      guarded.version += 1
      defer { guarded.watchers = [:] }
      return guarded.watchers
    }
    for watcher in watchers.values { watcher.resume() }
  }
}

// The calls.
extension HealthService {
  fileprivate func answer(_ request: HealthCheckRequest) throws(RPCError) -> HealthCheckResponse {
    guard let status = health.status(of: request.service) else {
      throw RPCError(.notFound, "the service is unknown")
    }
    return HealthCheckResponse(status: status)
  }

  fileprivate func list() throws(RPCError) -> HealthListResponse {
    guard let list = health.list else {
      throw RPCError(.resourceExhausted, "there are too many services for one answer")
    }
    return list
  }

  fileprivate func watch(
    _ request: HealthCheckRequest, _ responses: ResponseWriter<HealthCheckResponse>
  ) async throws {
    var watch = HealthWatch(service: request.service)
    while true {
      let (response, version, isEnding) = guarded.withLock { guarded in
        (watch.next(on: guarded.health), guarded.version, guarded.isEnding)
      }
      if let response {
        try await responses.send(response)
      } else if isEnding {
        throw RPCError(.unavailable, "the server is shutting down")
      } else {
        try await waitForChange(after: version)
      }
    }
  }

  private func waitForChange(after version: UInt64) async throws {
    let watcher = guarded.withLock { guarded in
      guarded.lastWatcher += 1
      return guarded.lastWatcher
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let canGoOn = guarded.withLock { guarded in
          guard guarded.version == version, !Task.isCancelled else { return true }
          guarded.watchers[watcher] = continuation
          return false
        }
        if canGoOn { continuation.resume() }
      }
    } onCancel: {
      guarded.withLock { $0.watchers.removeValue(forKey: watcher) }?.resume()
    }
    try Task.checkCancellation()
  }
}

extension Router {
  /// Offers the health service.
  package mutating func add(_ service: HealthService) {
    unary(HealthMethods.check) { request, _ in try service.answer(request) }
    unary(HealthMethods.list) { _, _ in try service.list() }
    serverStreaming(HealthMethods.watch) { request, responses, _ in
      try await service.watch(request, responses)
    }
  }
}
