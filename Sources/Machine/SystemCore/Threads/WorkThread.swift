internal import CLinux
internal import CUV

/// A thread that does one thing and ends.
package enum WorkThread {
  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Starts it; nobody waits for its end.
  ///
  /// - Parameters:
  ///   - name: Shows in debuggers, its first 15 bytes.
  ///   - body: What it does; it may block.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    var thread = uv_thread_t()
    let start = unsafe Unmanaged.passRetained(Start(name, body))
    let status = unsafe uv_thread_create(&thread, { unsafe WorkThread.run($0) }, start.toOpaque())
    precondition(status == 0, "the system has no thread left for \(name)")
    _ = pthread_detach(thread)
  }

  /// Does something that may block on a thread of its own, and waits for it without blocking.
  ///
  /// - Parameters:
  ///   - name: Shows in debuggers, its first 15 bytes.
  ///   - body: What it does.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  package static func value<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      start(name) { continuation.resume(with: Result { try body() }) }
    }
  }

  private static func run(_ user: UnsafeMutableRawPointer?) {
    guard let user = unsafe user else { return }
    let start = unsafe Unmanaged<Start>.fromOpaque(user).takeRetainedValue()
    // A thread without a name works as well.
    _ = unsafe start.name.withCString { unsafe CLinux_nameThread($0) }
    start.body()
  }
}
