/// What names of metadata may be.
package enum MetadataName {
  /// Whether a name consists of what gRPC allows: lower case letters, digits, `_`, `-` and `.`.
  package static func isLegal(_ name: some Collection<UInt8>) -> Bool {
    !name.isEmpty
      && name.allSatisfy { byte in
        switch byte {
        case 0x61...0x7A, 0x30...0x39, 0x5F, 0x2D, 0x2E: true
        default: false
        }
      }
  }

  /// Whether the values of a name are bytes.
  package static func isBinary(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    name.suffix(4).elementsEqual("-bin".utf8)
  }

  /// Whether a name belongs to gRPC or HTTP/2 and not to applications.
  package static func isReserved(_ name: some Collection<UInt8>) -> Bool {
    if name.starts(with: "grpc-".utf8) { return true }
    return reserved.contains { name.elementsEqual($0.utf8) }
  }

  // HTTP/2 forbids the connection's own fields; the others would contradict what the transport sends.
  private static let reserved = [
    "te", "content-type", "content-length", "connection", "host", "keep-alive",
    "proxy-connection", "transfer-encoding", "upgrade", "user-agent",
  ]
}
