internal import ConformanceKit
internal import ConformanceWire

/// Data beyond the windows that a node gave.
///
/// A node that takes in what comes gives room as fast as it is filled, and nobody overruns it. So the case lets
/// it wait for room itself, with much to say, and then says something wrong: the node cannot say its last word,
/// and has no reason to hear more.
enum OverrunCases {
  /// Enough for a handshake, and for little more.
  private static let window: UInt32 = 20_000
  private static let pieceCount = 16_384
  /// More than any window that a node gives at first.
  private static let most = 24 << 20

  static let all = [
    Case("http2/window/overrun-by-a-caller", "CONN-H2-WINDOW-OVERRUN", run: overrun)
  ]

  @Sendable private static func overrun(_ stage: Stage) throws {
    let peer = try stage.peer()
    try peer.share([long(peer)])
    peer.forget()
    if stage.target == .watch { try peer.takeCall(answers: false).call.end(14, "not now") }
    peer.device.http2Settings = [(Frame.Setting.initialWindowSize, window)]
    let session = try call(peer)
    let (link, id) = (session.link, session.call.stream.id)
    link.opensWindows = false
    if stage.target == .phone {
      _ = try peer.greetUntilWelcome(session)
    } else {
      try peer.welcome(session)
    }
    while link.streams[id]?.receivedCount ?? 0 < Int(window) { try link.pump() }
    // What is no message ends the session, once that can be said.
    try session.sayBytes([0xff])
    try link.ping()
    let sent = stage.mends ? 0 : try pour(link, id)
    guard sent < most else { throw NotHere("the node gives room as fast as it is filled") }
    try link.expectStreamError(id, [Frame.Fault.flowControlError])
    link.close()
    // The pair goes on, whatever became of the connection.
    peer.device.http2Settings = nil
    try peer.device.expectPair()
  }

  /// A session that the tool calls for; a watch takes it while it does not call itself.
  private static func call(_ peer: Peer) throws -> Session {
    guard peer.device.role == .phone else { return try peer.open() }
    (peer.told, peer.acknowledged, peer.heard) = (0, 0, 0)
    let deadline = peer.scene.deadline
    while true {
      let link = try peer.device.link()
      let call = try Call.start(link, "/dyad.v1.Sync/Session")
      if try call.receiveMetadata().value("grpc-status") == nil {
        return Session(call, on: link, peer.scene)
      }
      link.close()
      try Deviation.unless(
        !deadline.isOver, "a watch that takes a call while it does not call itself",
        "it refuses each")
    }
  }

  /// Says more than the stream has room for, as far as the node lets it: how much.
  private static func pour(_ link: HTTP2Link, _ id: UInt32) throws -> Int {
    let piece = MessageBuffer.framed([UInt8](repeating: 0xff, count: pieceCount - 5))
    var sent = 0
    while let stream = link.stream(id), stream.resetCode == nil, !stream.isEnded,
      link.goAway == nil, sent < most, stream.sendWindow > -2 * pieceCount
    {
      try link.write(.data(id, piece))
      sent += piece.count
      // Room that the node has given counts.
      if stream.sendWindow < pieceCount { try link.ping() }
    }
    return sent
  }

  /// A sample that is told by more than what any program has ready to send.
  private static func long(_ peer: Peer) -> Sample {
    var sample = peer.heartRate()
    for number in 0..<40 {
      sample.metadata["judge\(number)"] = Sample.Metadatum(
        .string, .text(String(repeating: "\(number)", count: 5_000)))
    }
    return sample
  }
}
