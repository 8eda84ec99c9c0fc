private import Synchronization

/// Documents that this process has just checked and is about to save, so that the store in it need not read them again.
///
/// They are told by their array, which nobody can change while it is kept here: other bytes, and the same in another
/// array, are checked.
enum CheckedBytes {
  /// As many bytes as are kept, unless a single document has more.
  private static let mostBytes = 8 << 20

  private static let kept = Mutex<[(bytes: [UInt8], document: ClinicalDocument)]>([])

  /// Keeps a document until it is taken or others come.
  static func keep(_ bytes: [UInt8], _ document: ClinicalDocument) {
    kept.withLock { kept in
      kept.append((bytes, document))
      var sum = kept.reduce(0) { $0 + $1.bytes.count }
      while sum > mostBytes, kept.count > 1 { sum -= kept.removeFirst().bytes.count }
    }
  }

  /// Takes what was found in these bytes, if they are kept.
  static func take(_ bytes: [UInt8]) -> ClinicalDocument? {
    kept.withLock { kept in
      kept.firstIndex { $0.bytes.span.isIdentical(to: bytes.span) }
        .map { kept.remove(at: $0).document }
    }
  }
}
