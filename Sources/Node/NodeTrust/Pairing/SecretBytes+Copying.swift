internal import Pairing

extension SecretBytes {
  /// The bytes in memory that is not guarded, for what is stored.
  func copy() -> [UInt8] {
    withBytes { bytes in
      var copy: [UInt8] = []
      copy.reserveCapacity(bytes.count)
      for index in bytes.indices { copy.append(bytes[index]) }
      return copy
    }
  }
}
