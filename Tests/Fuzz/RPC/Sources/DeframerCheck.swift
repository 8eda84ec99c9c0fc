private import RPCCore

/// Bytes give the same messages, and the same flaw, wherever they are cut, and hold no more than came.
///
/// The first byte says how they are cut.
func checkDeframer(_ input: [UInt8]) {
  guard let step = input.first else { return }
  let bytes = Array(input.dropFirst())
  var whole = Reader()
  whole.read(bytes)
  var cut = Reader()
  var start = 0
  var length = Int(step)
  while start < bytes.count {
    // Pieces of changing length, some of them empty.
    length = (length * 5 + 3) % 23
    let end = min(bytes.count, start + length)
    cut.read(Array(bytes[start..<end]))
    start = end
  }
  precondition(whole.messages == cut.messages, "other messages where bytes are cut")
  precondition(whole.flaw == cut.flaw, "another flaw where bytes are cut")
}

private struct Reader {
  private static let limit = 2000
  private static let reserve = 64
  // What an allocation may be rounded up by.
  private static let slack = 4096

  private var deframer = MessageDeframer(limit: limit, reserve: reserve)
  private var count = 0
  var messages: [CallMessage] = []
  var flaw: MessageDeframer.Flaw?

  mutating func read(_ bytes: [UInt8]) {
    guard flaw == nil else { return }
    count += bytes.count
    var position = 0
    do throws(MessageDeframer.Flaw) {
      while let message = try deframer.next(in: bytes.span, from: &position) {
        precondition(message.bytes.count <= Self.limit, "a message is too long")
        messages.append(message)
      }
      precondition(position == bytes.count, "bytes are left without a message")
    } catch {
      flaw = error
    }
    precondition(deframer.heldBytes <= count, "more is held than came")
    precondition(
      deframer.reservedBytes <= max(Self.reserve, 2 * count) + Self.slack,
      "more is reserved than came")
  }
}
