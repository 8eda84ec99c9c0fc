private import Synchronization

/// The counts of all methods of a server.
package final class ServerMetrics: Sendable {
  private let methods = Mutex<[MethodPath: MethodMetrics]>([:])

  /// Calls of methods that are not there, on one line, or a peer could make up any number.
  package let unknown = MethodMetrics()

  package init() {}

  /// The counts of a method, made at the first time.
  func add(_ path: MethodPath) -> MethodMetrics {
    methods.withLock { methods in
      if let metrics = methods[path] { return metrics }
      let metrics = MethodMetrics()
      methods[path] = metrics
      return metrics
    }
  }

  /// All methods with their counts, by name.
  package var snapshot: [(path: MethodPath, counts: MethodMetrics.Snapshot)] {
    methods.withLock { methods in
      methods.map { (path: $0.key, counts: $0.value.snapshot) }
    }.sorted { $0.path.path < $1.path.path }
  }
}
