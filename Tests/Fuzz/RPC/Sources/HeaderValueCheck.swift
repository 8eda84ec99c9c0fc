private import RPCCore

/// Whatever is read from a header comes back the same through its own writing.
func checkHeaderValues(_ bytes: [UInt8]) {
  checkTimeout(bytes)
  checkMethodPath(bytes)
  checkMetadata(bytes)
  if let code = StatusCode(header: bytes) {
    let again = StatusCode(header: "\(code.rawValue)".utf8)
    precondition(again == code, "another status")
  }
  let message = PercentText.decode(bytes)
  let text = PercentText.encode(message)
  precondition(text.allSatisfy { (0x20...0x7E).contains($0) }, "a text cannot be sent")
  precondition(text.first != 0x20 && text.last != 0x20, "a text has a space at an end")
  precondition(PercentText.decode(text) == message, "another text")
  if let decoded = Base64.decode(bytes) {
    precondition(Base64.decode(Base64.encode(decoded)) == decoded, "other bytes")
    precondition(decoded.count <= bytes.count, "more bytes than text")
  }
  precondition(Base64.decode(Base64.encode(bytes)) == bytes, "other bytes")
  if let encoding = MessageEncoding.preferred(in: bytes.span) {
    precondition(encoding != .identity, "what does not compress is preferred")
  }
  if let encoding = MessageEncoding(header: bytes) {
    precondition(Array(encoding.rawValue.utf8) == bytes, "another encoding")
  }
}

private func checkTimeout(_ bytes: [UInt8]) {
  guard let timeout = WireTimeout(bytes) else { return }
  let header = WireTimeout.header(for: timeout.duration)
  guard let again = WireTimeout(header.utf8) else { fatalError("a timeout cannot be read") }
  precondition(again.duration >= timeout.duration, "a timeout became shorter")
}

private func checkMethodPath(_ bytes: [UInt8]) {
  guard let path = MethodPath(path: String(decoding: bytes, as: UTF8.self)) else { return }
  let again = MethodPath(service: path.service, method: path.method)
  precondition(Array(again.path.utf8) == Array(path.path.utf8), "another path")
}

private func checkMetadata(_ bytes: [UInt8]) {
  let parts = bytes.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
  guard let first = parts.first, let last = parts.last else { return }
  let name = String(decoding: first, as: UTF8.self)
  var metadata = Metadata()
  if metadata.add(name, .text(String(decoding: last, as: UTF8.self))) {
    precondition(MetadataName.isLegal(first), "a name is not legal")
    precondition(last.allSatisfy { (0x20...0x7E).contains($0) }, "a text cannot be sent")
  }
  if metadata.add(name, .binary(Array(last))) {
    precondition(MetadataName.isBinary(first), "a name does not say that it has bytes")
  }
}
