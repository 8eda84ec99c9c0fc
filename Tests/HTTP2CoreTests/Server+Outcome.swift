internal import HTTP2Core
internal import PeerSupport

/// How a session took what was fed to it.
enum Outcome: Hashable {
  /// The connection ended with this code, thrown and sent.
  case connectionError(ErrorCode)
  /// The stream ended with this code, sent.
  case streamError(UInt32, ErrorCode)
  /// It went on as if nothing had happened.
  case accepted
  /// Thrown and sent differ, or something else was thrown.
  case inconsistent(String)
}

extension Server {
  /// Feeds frames and looks at what is thrown and at what the peer is told.
  mutating func outcome(_ write: (inout FrameWriter) -> Void) throws -> Outcome {
    var thrown: HTTP2Error?
    var writer = FrameWriter()
    write(&writer)
    do {
      try session.receive(writer.bytes.span, now: now)
    } catch {
      thrown = error
    }
    let frames = try frames()
    if let goAway = frames.first(where: { $0.kind == .goAway }) {
      let code = ErrorCode(rawValue: goAway.errorCode ?? 0)
      guard thrown?.code == .peer(code), frames.last == goAway, session.isFinished else {
        return .inconsistent("\(String(describing: thrown)), \(frames)")
      }
      return .connectionError(code)
    }
    if let thrown { return .inconsistent("\(thrown)") }
    if let reset = frames.first(where: { $0.kind == .resetStream }) {
      return .streamError(reset.stream, ErrorCode(rawValue: reset.errorCode ?? 0))
    }
    return .accepted
  }
}
