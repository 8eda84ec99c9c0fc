/// A piece of what is put together in secret memory.
enum SecretPart: Sendable {
  /// Bytes that everybody may know.
  case open([UInt8])
  /// Bytes that nobody else may learn.
  case secret(SecretBytes)

  /// How many bytes it has.
  var count: Int {
    switch self {
    case .open(let bytes): bytes.count
    case .secret(let bytes): bytes.count
    }
  }
}

extension SecretPart: ContentHiding {
  /// "32 bytes".
  package var description: String { "\(count) bytes" }
}

extension SecretBytes {
  /// Puts `parts` together, one behind the other, without a trace of them elsewhere.
  convenience init(joining parts: [SecretPart]) {
    unsafe self.init(count: parts.reduce(0) { $0 + $1.count }) { start in
      var next = unsafe start
      for part in parts {
        switch part {
        case .open(let bytes): unsafe next.initialize(from: bytes, count: bytes.count)
        case .secret(let bytes):
          unsafe bytes.withPointer { unsafe next.initialize(from: $0, count: bytes.count) }
        }
        unsafe next += part.count
      }
    }
  }
}
