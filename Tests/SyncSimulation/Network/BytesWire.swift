package import RPCCore

/// A wire that carries messages as their bytes, and nothing beside them.
package final class BytesWire<Message: Sendable>: SessionWire {
  private let coding: MessageCoding<Message>
  private var waiting: [WireSide: [[UInt8]]] = [:]
  private var isCut = false

  /// - Parameter coding: How messages become bytes and back.
  package init(_ coding: MessageCoding<Message>) {
    self.coding = coding
  }

  package func send(_ message: Message, from side: WireSide) {
    guard !isCut else { return }
    // A message that cannot be encoded breaks the session off, as it would between processes.
    guard let bytes = try? coding.encode(message) else { return cut() }
    waiting[side.other, default: []].append(bytes)
  }

  package func receive(at side: WireSide) -> Message? {
    guard count(to: side) > 0, let bytes = waiting[side]?.removeFirst() else { return nil }
    guard let message = try? coding.decode(bytes) else {
      cut()
      return nil
    }
    return message
  }

  package func count(to side: WireSide) -> Int { waiting[side]?.count ?? 0 }

  package func cut() {
    isCut = true
    waiting = [:]
  }
}
