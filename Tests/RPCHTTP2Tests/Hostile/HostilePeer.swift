internal import HTTP2Core
internal import PeerSupport
internal import RPCCore

/// A client that sends frames made by hand, and looks at what becomes of them.
struct HostilePeer {
  /// How the server took what was sent.
  enum Outcome: Hashable {
    /// The connection was ended in order, with this code.
    case connectionError(ErrorCode)
    /// The stream was ended with this code.
    case streamError(UInt32, ErrorCode)
    /// The connection goes on, and no stream was reset.
    case goesOn
    /// The connection ended without a word.
    case cut
  }

  private var connection: RawConnection
  private var fences: UInt64 = 0

  /// Connects, and says what clients say first.
  init(port: UInt16, settings: [(id: UInt16, value: UInt32)] = []) throws {
    try self.init(silentAt: port)
    try send { writer in
      writer.raw(FrameWriter.preface)
      writer.settings(settings)
    }
    _ = try connection.frames { $0.kind == .settings && $0.flags == 0 }
    try send { $0.settingsAcknowledgement() }
  }

  /// Connects, and says nothing.
  init(silentAt port: UInt16) throws {
    connection = try RawConnection(port: port)
  }

  /// Sends frames.
  func send(_ write: (inout FrameWriter) throws -> Void) throws {
    var writer = FrameWriter()
    try write(&writer)
    try connection.send(writer)
  }

  /// Sends as much as the server takes before it ends the connection.
  func flood(_ write: (inout FrameWriter) -> Void) {
    // Whether all of it is taken is the server's choice.
    try? send(write)
  }

  /// Says that nothing more is sent.
  func finishSending() throws {
    try connection.finishSending()
  }

  /// Makes the end of this value cut the connection, as a crash does.
  func cutAtEnd() throws {
    try connection.cutWhenClosed()
  }

  /// The next frame.
  mutating func next() throws -> Frame? {
    try connection.next()
  }

  /// The frames up to one that fits, which must come.
  mutating func frames(until isLast: (Frame) -> Bool) throws -> [Frame] {
    let frames = try connection.frames(until: isLast)
    guard let last = frames.last, isLast(last) else {
      throw PeerError(cannot: "wait for a frame", "the connection ended after \(frames)")
    }
    return frames
  }

  /// All frames until the end of the connection.
  mutating func remainingFrames() -> [Frame] {
    var frames: [Frame] = []
    // A connection that is cut has ended, too.
    while let frame = try? connection.next() { frames.append(frame) }
    return frames
  }

  /// Waits until the server has read all that was sent.
  ///
  /// - Returns: what it said meanwhile, and whether the connection goes on.
  mutating func fence() -> (frames: [Frame], isOpen: Bool) {
    // The answer to a PING goes before frames that are due at the same time; those are out when
    // the second is answered.
    var frames: [Frame] = []
    for _ in 0..<2 {
      fences += 1
      let payload = 0xfe_0000_0000 + fences
      // Whoever does not take it does not answer.
      try? send { $0.ping(payload) }
      while true {
        guard let frame = try? connection.next() else { return (frames, false) }
        if frame.kind == .ping, frame.number() == 0xfe, frame.number(at: 4) == UInt32(fences) {
          break
        }
        frames.append(frame)
      }
    }
    return (frames, true)
  }

  /// What the server made of what was sent.
  mutating func outcome() -> Outcome {
    let (frames, isOpen) = fence()
    if let goAway = frames.last(where: { $0.kind == .goAway }) {
      return .connectionError(ErrorCode(rawValue: goAway.errorCode ?? 0))
    }
    guard isOpen else { return .cut }
    if let reset = frames.first(where: { $0.kind == .resetStream }) {
      return .streamError(reset.stream, ErrorCode(rawValue: reset.errorCode ?? 0))
    }
    return .goesOn
  }
}

extension HostilePeer {
  /// The fields of a call that the server takes, less one, plus others.
  static func request(
    _ path: String = Echo.unary.path.path, without name: String = "",
    adding fields: [(String, String)] = []
  ) -> [(String, String)] {
    FrameWriter.request(path).filter { $0.0 != name } + fields
  }

  /// Begins a call whose handler ends with the call, and not before.
  func open(_ stream: UInt32 = 1) throws {
    try send { $0.headers(Self.request(Echo.both.path.path), stream: stream) }
  }
}
