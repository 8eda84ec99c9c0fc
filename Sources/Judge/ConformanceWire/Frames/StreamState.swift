/// What a connection knows of one stream.
package final class StreamState {
  package let id: UInt32
  /// "dyad.v1.Sync/Session", where there is a path.
  package let method: String
  /// The blocks of header fields that came, the first and perhaps the trailers.
  package var blocks: [[HeaderField]] = []
  /// The blocks with a status below 200, which come before the first.
  package var informational: [[HeaderField]] = []
  /// What came and was not taken yet.
  package var data: [UInt8] = []
  package var receivedCount = 0
  /// Whether the other side has said END_STREAM.
  package var hasEnded = false
  /// Whether it said so with header fields.
  var endsWithFields = false
  /// Whether this side has.
  package var isFinished = false
  /// Why the other side reset it.
  package var resetCode: UInt32?
  /// Whether this side has reset it.
  var isResetHere = false
  /// How much may be sent; below zero after a setting made it smaller.
  package var sendWindow: Int
  /// How much may come.
  var receiveWindow: Int
  /// How much came since the window was last opened.
  var consumed = 0
  /// Whether the other side has said that it never looks at it.
  var isPassedOver = false

  package init(id: UInt32, path: String?, sendWindow: Int, receiveWindow: Int) {
    self.id = id
    let path = path ?? ""
    method = path.hasPrefix("/") ? String(path.dropFirst()) : path
    self.sendWindow = sendWindow
    self.receiveWindow = receiveWindow
  }

  /// Whether nothing more happens on it.
  var isClosed: Bool {
    resetCode != nil || isResetHere || isPassedOver || (hasEnded && isFinished)
  }

  /// Whether the length that was announced is the one that came (RFC 9113 §8.1.1).
  func checkLength() throws(WireError) {
    guard let text = blocks.first?.value("content-length") else { return }
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let count = Int(text)
    else { throw .malformed("content-length is no number (RFC 9110 §8.6)") }
    guard count == receivedCount else {
      throw .malformed("content-length is \(count), and \(receivedCount) came (RFC 9113 §8.1.1)")
    }
  }
}
