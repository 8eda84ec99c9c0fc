internal import HTTP2Core

/// What a link feeds with the peer's bytes, and drains of those for the peer.
protocol LinkSession: AnyObject {
  /// Takes bytes from the peer; a failure ends the connection after what `drain` gives is sent.
  func receive(_ bytes: Span<UInt8>, now: Duration) throws(HTTP2Error)

  /// Adds bytes for the peer to `output` until it holds about `limit`; whether more may be left.
  func drain(into output: inout [UInt8], upTo limit: Int) throws(HTTP2Error) -> Bool

  /// Whether nothing is left to receive or to send.
  var isFinished: Bool { get }
}
