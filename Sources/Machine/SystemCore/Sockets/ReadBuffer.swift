private import Glibc

/// Memory that is received into, again and again: what was received last is `storage[..<count]`.
package struct ReadBuffer: Sendable {
  /// All of the memory; what lies behind `count` is left over from earlier.
  package private(set) var storage: [UInt8]
  /// How many bytes were received last.
  package private(set) var count = 0

  /// Allocates room for that many bytes at a time.
  package init(capacity: Int) {
    precondition(capacity > 0, "nothing can be received into nothing")
    self.storage = [UInt8](repeating: 0, count: capacity)
  }

  /// How many bytes can be received at a time.
  package var capacity: Int { storage.count }

  /// What was received last, copied.
  package var bytes: [UInt8] { Array(storage[..<count]) }

  /// Lends what was received last.
  package func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(storage.span.extracting(first: count))
  }

  /// Receives at most so many bytes; what the system returned.
  mutating func fill(from descriptor: Int32, atMost most: Int) -> Int {
    let received = unsafe storage.withUnsafeMutableBytes { bytes in
      unsafe recv(descriptor, bytes.baseAddress, min(bytes.count, most), 0)
    }
    count = max(0, received)
    return received
  }
}
