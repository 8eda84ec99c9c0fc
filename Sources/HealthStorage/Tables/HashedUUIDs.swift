internal import HealthModel

/// Foreign UUIDs in the order of their hashes, which is the order of the pages that may have them.
struct HashedUUIDs {
  /// Ascending by hash.
  private(set) var entries: [(hash: UInt64, uuid: SampleUUID)]

  init(_ uuids: some Sequence<SampleUUID>) {
    entries = uuids.map { (Self.hash($0), $0) }
    entries.sort { $0.hash < $1.hash }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Two multiplications spread UUIDs that are not random, too.
  static func hash(_ uuid: SampleUUID) -> UInt64 {
    var hash = uuid.high &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ hash >> 32 ^ uuid.low) &* 0xD6E8_FEB8_6659_FD93
    hash ^= hash >> 32
    return hash &* 0xD6E8_FEB8_6659_FD93
  }
}
