private import CSodium

/// Bytes that nobody else may learn.
///
/// They lie between guard pages, locked into memory as far as the system's limit allows and left out of
/// core dumps, and are wiped when the last owner lets go. Nothing changes them once they are there, which
/// the pages enforce.
@safe package final class SecretBytes: @unchecked Sendable {
  /// How many there are.
  package let count: Int
  private let start: UnsafeMutablePointer<UInt8>

  /// Makes bytes that `body` writes, all of them.
  init(count: Int, filling body: (UnsafeMutablePointer<UInt8>) -> Void) {
    precondition(Sodium.isReady, "libsodium does not start")
    guard let memory = unsafe sodium_malloc(count) else {
      preconditionFailure("there is no memory for \(count) secret bytes")
    }
    self.count = count
    unsafe start = memory.bindMemory(to: UInt8.self, capacity: count)
    unsafe body(start)
    // Where the system does not, the bytes are as secret as before.
    _ = unsafe sodium_mprotect_readonly(memory)
  }

  /// Copies `bytes`, which stay where they are.
  package convenience init(copying bytes: [UInt8]) {
    unsafe self.init(count: bytes.count) { start in
      unsafe start.initialize(from: bytes, count: bytes.count)
    }
  }

  deinit {
    unsafe sodium_free(start)
  }

  /// Draws `count` bytes from the system's generator.
  ///
  /// - Parameter count: How many.
  /// - Returns: The bytes.
  package static func random(_ count: Int) -> SecretBytes {
    unsafe SecretBytes(count: count) { start in unsafe randombytes_buf(start, count) }
  }

  /// Lends the bytes for the length of `body`, which must not copy them to where they stay.
  ///
  /// - Parameter body: What is done with them.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  package func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    defer { withExtendedLifetime(self) {} }
    return try unsafe body(bytes.span)
  }

  /// Whether both hold the same bytes, which takes the same time wherever they differ.
  ///
  /// - Parameter other: What they are compared with.
  /// - Returns: Whether they are the same; other counts are not.
  package func isEqual(to other: SecretBytes) -> Bool {
    unsafe other.withPointer { unsafe isEqual(to: $0, count: other.count) }
  }

  /// Whether these are `bytes`, which takes the same time wherever they differ.
  func isEqual(to bytes: [UInt8]) -> Bool {
    unsafe isEqual(to: bytes, count: bytes.count)
  }

  /// Lends the memory to C.
  func withPointer<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return unsafe body(start)
  }

  // The count is no secret.
  private func isEqual(to bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    guard count == self.count else { return false }
    return unsafe withPointer { unsafe sodium_memcmp($0, bytes, count) == 0 }
  }
}

extension SecretBytes: ContentHiding {
  /// "32 secret bytes".
  package var description: String { "\(count) secret bytes" }
}
