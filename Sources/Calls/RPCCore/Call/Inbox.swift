/// What came for the reader of a call and was not taken yet.
///
/// - `open`: messages may come.
/// - `ended`: no more will come; what waits is still read, then the end.
/// - `failed`: what waits is still read if the call ended in order (a client's messages before a
///   status); it is dropped if the call was broken off.
///
/// The bytes that the reader takes are credit, which the transport turns into room for the peer. It is
/// woken for it when a step is full, and when it said that it withholds room for a message that is not
/// complete until the reader gets to it.
struct Inbox: Sendable {
  private enum End {
    case open
    case ended
    case failed(RPCError)
  }

  private var messages = MessageQueue()
  private var end = End.open
  private var credit = 0
  private var withholdsRoom = false
  private let creditStep: Int

  init(creditStep: Int) {
    self.creditStep = creditStep
  }

  private var isOpen: Bool {
    if case .open = end { true } else { false }
  }

  /// Whether a reader would get something now.
  var isReadable: Bool { !messages.isEmpty || !isOpen }

  mutating func receive(_ message: CallMessage) {
    guard isOpen else { return }
    messages.append(message)
  }

  mutating func finish() {
    guard isOpen else { return }
    end = .ended
  }

  /// Ends with an error that the reader sees behind what waits.
  mutating func finish(with error: RPCError) {
    guard isOpen else { return }
    end = .failed(error)
  }

  /// Ends with an error at once: what waits is dropped.
  mutating func breakOff(_ error: RPCError) {
    messages.removeAll()
    end = .failed(error)
  }

  mutating func take() -> CallReading {
    guard let message = messages.popFirst() else {
      return switch end {
      case .open: .mustWait
      case .ended: .ended
      case .failed(let error): .failed(error)
      }
    }
    credit += message.wireCount
    let isAwaited = withholdsRoom && messages.isEmpty
    if isAwaited { withholdsRoom = false }
    return .message(message, wakesTransport: isOpen && (credit >= creditStep || isAwaited))
  }

  mutating func takeCredit() -> Int {
    defer { credit = 0 }
    return credit
  }

  mutating func givesRoomForUnfinished() -> Bool {
    withholdsRoom = !messages.isEmpty
    return messages.isEmpty
  }
}
