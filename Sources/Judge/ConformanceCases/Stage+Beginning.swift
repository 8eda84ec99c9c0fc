internal import ConformanceKit
internal import ConformanceWire

/// How most cases begin.
extension Stage {
  /// A peer, and a session in which both sides have said what they begin with.
  func ready() throws -> (peer: Peer, session: Session) {
    let peer = try peer()
    return (peer, try peer.ready())
  }

  /// A peer, and a session in which this side has said nothing.
  func open() throws -> (peer: Peer, session: Session) {
    let peer = try peer()
    return (peer, try peer.open())
  }

  /// A peer's device, and a connection on which nothing has been called.
  func linked() throws -> (device: Device, link: HTTP2Link) {
    let device = try peer().device
    return (device, try device.link())
  }

  /// A device that has become a peer in this case.
  func pairedDevice() throws -> Device {
    let device = try stranger()
    try device.pair()
    return device
  }
}
