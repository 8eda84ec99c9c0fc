/// Which method is answered by which handler.
package struct Router: CallHandler {
  private struct Route {
    var metrics: MethodMetrics
    var handle: @Sendable (ServerCall) async throws -> Void
  }

  private var routes: [MethodPath: Route] = [:]
  private var services: Set<String> = []
  /// The counts of all methods.
  package let metrics: ServerMetrics

  /// Makes one without methods.
  ///
  /// - Parameter metrics: where calls are counted; routers of one server may share it.
  package init(metrics: ServerMetrics = ServerMetrics()) {
    self.metrics = metrics
  }

  package var methods: [MethodPath] { Array(routes.keys) }

  /// Answers a method by a handler that reads and writes messages as bytes.
  ///
  /// - Parameters:
  ///   - path: the method; it must not have a handler yet.
  ///   - handle: returns when all is said; the status is then `ok`, or what it threw.
  package mutating func add(
    _ path: MethodPath, _ handle: @escaping @Sendable (ServerCall) async throws -> Void
  ) {
    precondition(routes[path] == nil, "cannot add \(path): it has a handler")
    routes[path] = Route(metrics: metrics.add(path), handle: handle)
    services.insert(path.service)
  }

  package func handle(_ call: ServerCall) async {
    guard let route = routes[call.method] else {
      let status = unimplemented(call.method)
      metrics.unknown.begin()
      call.finish(status)
      metrics.unknown.end(status.code, after: .zero, call.traffic)
      return
    }
    let start = ContinuousClock.now
    route.metrics.begin()
    var status = Status.ok
    do {
      try await route.handle(call)
      call.finish(.ok)
    } catch let error as RPCError {
      status = error.status
      call.finish(status, error.metadata)
    } catch is CancellationError {
      status = Status(.cancelled, "the call was cancelled")
      call.finish(status)
    } catch {
      // What a handler throws may speak of anything, so nothing of it crosses the wire.
      status = Status(.unknown, "the handler failed")
      call.finish(status)
    }
    let code = call.abortReason?.code ?? status.code
    route.metrics.end(code, after: start.duration(to: .now), call.traffic)
  }

  private func unimplemented(_ path: MethodPath) -> Status {
    services.contains(path.service)
      ? Status(.unimplemented, "the service has no such method")
      : Status(.unimplemented, "there is no such service")
  }
}
