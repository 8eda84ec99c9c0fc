internal import ConformanceWire

/// One connection of a watch, passed on to its phone.
final class TracedConnection {
  private static let patience = Duration.seconds(5)

  private let number: Int
  private let carriers: [PlainLink]
  /// What the watch and the phone speak through, in this order.
  private let links: [any ByteLink]
  private var open = [true, true]
  private let tap: FrameTap?

  /// Whether it is read, or only passed on.
  var isRead: Bool { tap != nil }
  /// Why it is passed on but read no further.
  var failure: WireError? { tap?.failure }
  /// Whether both ends are done.
  var isOver: Bool { !open.contains(true) }
  var descriptors: [Int32] { zip(carriers, open).filter(\.1).map(\.0.descriptor) }

  /// Connects to the phone as well.
  init(
    _ number: Int, from watch: PlainLink, to phone: String, _ keys: TraceProxy.Keys?
  ) throws(WireError) {
    self.number = number
    let deadline = Deadline(after: Self.patience)
    let onward = try PlainLink(to: phone, by: deadline)
    carriers = [watch, onward]
    if let keys {
      links = [
        try TLSLink(
          server: watch, TLSOptions(keys.phone, trust: .fingerprint(keys.watch.fingerprint)),
          by: deadline),
        try TLSLink(
          client: onward, TLSOptions(keys.watch, trust: .fingerprint(keys.phone.fingerprint)),
          by: deadline),
      ]
      tap = FrameTap()
    } else {
      links = [watch, onward]
      tap = nil
    }
  }

  /// Passes on what is there, in both directions.
  ///
  /// - Parameter at: When that is.
  /// - Returns: What was said with it.
  func pump(_ at: Double) -> [TracedMessage] {
    [0, 1].flatMap { side in pump(from: side, at) }
  }

  private func pump(from side: Int, _ at: Double) -> [TracedMessage] {
    var messages: [TracedMessage] = []
    while open[side] {
      do throws(WireError) {
        guard let bytes = try links[side].receive(by: Deadline(after: .zero)) else {
          open[side] = false
          try links[1 - side].finishSending()
          break
        }
        for saying in tap?.take(bytes, fromClient: side == 0) ?? [] {
          messages.append(
            TracedMessage(
              connection: number, stream: saying.stream, method: saying.method,
              from: side == 0 ? .watch : .phone, at: at, content: saying.content))
        }
        try links[1 - side].send(bytes, by: Deadline(after: Self.patience))
      } catch {
        if case .silence = error { break }
        // One end that is gone is the end of both.
        close()
      }
    }
    return messages
  }

  func close() {
    open = [false, false]
    for link in links { link.close() }
  }
}
