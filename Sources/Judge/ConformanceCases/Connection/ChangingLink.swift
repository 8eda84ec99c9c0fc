internal import ConformanceWire

/// A connection on which one record is changed on its way.
final class ChangingLink: ByteLink {
  private let inner: any ByteLink
  /// Whether the next bytes that are sent are changed.
  var changesNext = false

  init(_ inner: any ByteLink) {
    self.inner = inner
  }

  func send(_ bytes: [UInt8], by deadline: Deadline) throws(WireError) {
    var bytes = bytes
    if changesNext, let last = bytes.indices.last {
      bytes[last] ^= 1
      changesNext = false
    }
    try inner.send(bytes, by: deadline)
  }

  func receive(by deadline: Deadline) throws(WireError) -> [UInt8]? {
    try inner.receive(by: deadline)
  }

  func finishSending() throws(WireError) { try inner.finishSending() }

  func close() { inner.close() }
}
