/// Messages in order, the common case of a single one without an allocation of its own.
struct MessageQueue: Sendable {
  private var first: CallMessage?
  private var others: [CallMessage] = []
  private var next = 0

  /// What all messages that wait take on the wire: even empty ones take something, or any number of
  /// them would count as nothing.
  private(set) var byteCount = 0

  var isEmpty: Bool { first == nil }

  mutating func append(_ message: CallMessage) {
    byteCount += message.wireCount
    if first == nil {
      first = message
    } else {
      others.append(message)
    }
  }

  mutating func popFirst() -> CallMessage? {
    guard let message = first else { return nil }
    byteCount -= message.wireCount
    if next < others.count {
      first = others[next]
      others[next].bytes = []
      next += 1
    } else {
      first = nil
    }
    // What was taken is dropped once it is the larger half, so that each is moved at most once.
    if next > 0, next * 2 >= others.count {
      others.removeFirst(next)
      next = 0
    }
    return message
  }

  mutating func removeAll() {
    self = MessageQueue()
  }
}
