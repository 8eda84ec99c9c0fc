private import Glibc

extension Span<UInt8> {
  /// Whether the bytes are those of `text`.
  package func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return unsafe withUnsafeBufferPointer { bytes in
      // An empty span may have no address, and nothing has to be compared.
      guard let start = bytes.baseAddress else { return true }
      return unsafe memcmp(start, text.utf8Start, bytes.count) == 0
    }
  }

  /// Whether the bytes start with those of `text`.
  package func hasPrefix(_ text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    return extracting(first: text.utf8CodeUnitCount).equals(text)
  }
}

extension String {
  /// The bytes as text, with U+FFFD for what is no UTF-8.
  package init(repairing bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension [UInt8] {
  /// A copy of the bytes.
  package init(copying bytes: Span<UInt8>) {
    self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
  }
}
