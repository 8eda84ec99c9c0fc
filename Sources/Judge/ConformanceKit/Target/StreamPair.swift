private import Glibc

/// Two connected sockets: one end for this process, one to pass on.
final class StreamPair {
  /// The end that stays here; negative once it was given away.
  private(set) var own: Int32
  /// The end for somebody else; likewise.
  private(set) var other: Int32

  private init(_ ends: [Int32]) {
    (own, other) = (ends[0], ends[1])
  }

  /// Makes ends that both can be written to and read from.
  static func sockets() throws(TargetError) -> StreamPair {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try check(unsafe socketpair(AF_UNIX, kind, 0, &ends))
    return StreamPair(ends)
  }

  /// Makes a pipe that the own end reads from.
  static func pipe() throws(TargetError) -> StreamPair {
    var ends: [Int32] = [-1, -1]
    // Programs are started with their own streams alone, so that none gets these ends by mistake.
    try check(unsafe Glibc.pipe(&ends))
    return StreamPair(ends)
  }

  deinit {
    for end in [own, other] where end >= 0 {
      // Nothing is said to a stream whose end matters.
      _ = close(end)
    }
  }

  private static func check(_ status: Int32) throws(TargetError) {
    guard status == 0 else {
      throw TargetError("cannot start the node: no stream can be made, error number \(errno)")
    }
  }

  /// Gives the own end to somebody who closes it.
  func giveOwn() -> Int32 {
    defer { own = -1 }
    return own
  }

  /// Gives the other end to somebody who closes it.
  func giveOther() -> Int32 {
    defer { other = -1 }
    return other
  }

  /// Closes the other end here, once a program has its own.
  func closeOther() {
    let end = giveOther()
    if end >= 0 { _ = close(end) }
  }

  /// Says something to the other end of a socket; to nobody where nobody reads.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    // It is a few bytes, for which there is always room; and who is gone needs them no more.
    _ = unsafe send(
      own, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
  }
}
