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
  ///
  /// Every call brings the list, so it is read in place.
  package static func preferred(in header: Span<UInt8>) -> MessageEncoding? {
    var (gzip, deflate) = (NameMatch(of: gzipName), NameMatch(of: deflateName))
    for index in header.indices {
      let byte = header[index]
      if byte == 0x20 || byte == 0x09 { continue }
      gzip.take(byte)
      deflate.take(byte)
    }
    return gzip.isFound ? .gzip : deflate.isFound ? .deflate : nil
  }

  private static let gzipName = Array(gzip.rawValue.utf8)
  private static let deflateName = Array(deflate.rawValue.utf8)

  /// Looks for one name among others between commas.
  private struct NameMatch {
    private let name: [UInt8]
    /// How much of it the current entry has so far; nothing once it differs.
    private var length: Int? = 0
    private var wasFound = false

    init(of name: [UInt8]) {
      self.name = name
    }

    /// Whether an entry so far was the name.
    var isFound: Bool { wasFound || length == name.count }

    mutating func take(_ byte: UInt8) {
      if byte == UInt8(ascii: ",") {
        wasFound = isFound
        length = 0
      } else if let here = length {
        length = here < name.count && name[here] == byte ? here + 1 : nil
      }
    }
  }
}
