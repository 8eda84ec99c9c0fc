/// How the bytes of a message are compressed, by the names of `grpc-encoding`.
package enum MessageEncoding: String, Hashable, Sendable, CaseIterable {
  case identity
  case gzip
  case deflate

  /// Reads the value of `grpc-encoding`.
  package init?(header: some Collection<UInt8>) {
    for encoding in Self.allCases where header.elementsEqual(encoding.rawValue.utf8) {
      self = encoding
      return
    }
    return nil
  }

  /// What `grpc-accept-encoding` says of us.
  package static let accepted = "identity,gzip,deflate"

  /// The first encoding that compresses among those a peer says it accepts.
  package static func preferred(in header: some Collection<UInt8>) -> MessageEncoding? {
    let names = header.split(separator: UInt8(ascii: ",")).map { part in
      part.filter { $0 != 0x20 && $0 != 0x09 }
    }
    let known = names.compactMap { MessageEncoding(header: $0) }
    return [.gzip, .deflate].first { known.contains($0) }
  }
}
