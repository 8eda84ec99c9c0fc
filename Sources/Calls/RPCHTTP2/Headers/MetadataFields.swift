internal import HTTP2Core
internal import RPCCore
internal import TextFormats

/// Metadata as fields of HTTP/2, and back.
enum MetadataFields {
  /// Adds the fields of some metadata to a list, but those that belong to the transport: metadata
  /// that a peer sent may hold them, and may be passed on.
  static func append(_ metadata: Metadata, to list: inout HeaderList) {
    for entry in metadata.entries where !MetadataName.isReserved(entry.name.utf8) {
      switch entry.value {
      case .text(let text): list.append(entry.name, text)
      case .binary(let bytes):
        list.append(entry.name, String(decoding: Base64.encode(bytes), as: UTF8.self))
      }
    }
  }

  /// Adds what a field says to metadata.
  ///
  /// Several values of a `-bin` name may come joined by commas.
  ///
  /// - Returns: whether the value is what the name promises.
  static func add(
    _ name: Span<UInt8>, _ value: Span<UInt8>, to metadata: inout Metadata
  ) -> Bool {
    let text = String(repairing: name)
    guard MetadataName.isBinary(text.utf8) else {
      metadata.addReceived(
        Metadata.Entry(name: text, value: .text(String(repairing: value))))
      return true
    }
    for part in Array(copying: value).split(separator: 0x2C, omittingEmptySubsequences: false) {
      guard let bytes = Base64.decode(part) else { return false }
      metadata.addReceived(Metadata.Entry(name: text, value: .binary(bytes)))
    }
    return true
  }
}
