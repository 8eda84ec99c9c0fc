internal import ConformanceKit
internal import ConformanceWire

extension Device {
  /// Makes the node's owner end the pair, which the node tells this device.
  func removeFromNode() throws -> LocalCall {
    // By its name, because the node may have other peers.
    let id = DeviceID(ofKey: identity.fingerprint)?.text ?? ""
    return try node.ownerStream("PairingControl/RemovePeer", ["peer": .text(id)])
  }

  /// The next call of a method that the node makes; others are answered as every device does.
  func acceptCall(of method: String) throws -> (Call, HTTP2Link) {
    while true {
      let call: Call
      let link: HTTP2Link
      do throws(any Error) {
        link = try acceptLink()
        call = try Call.accept(link)
      } catch WireError.refused, WireError.closed {
        // It was given up before anything was said on it.
        continue
      }
      if call.method == method { return (call, link) }
      // A session is not what is waited for, and it must not stand in the way.
      guard call.method != "dyad.v1.Sync/Session" else { continue }
      try answer(call)
    }
  }

  /// Waits for the node's call with another key than the pinned one, and sees that the node says nothing.
  ///
  /// - Parameter identity: What it is shown.
  /// - Throws: ``Deviation`` where it says something.
  func expectSilentCaller(seeing identity: Identity) throws {
    let plain = try caller(by: scene.deadline)
    var options = tlsOptions
    options.identity = scene.interference.mends ? self.identity : identity
    do throws(any Error) {
      let tls = try TLSLink(server: plain, options, scene: scene, by: scene.deadline)
      guard let said = try tls.receive(by: scene.deadline) else { return }
      throw Deviation(
        expected: "the end of the connection, because it is not the pinned key",
        observed: "\(said.count) bytes that were said to it")
    } catch WireError.refused, WireError.closed {
      // It ended, during the handshake or after.
    }
  }

  /// Sees the node take the pair for ended, which it does as soon as it can.
  ///
  /// - Parameter answersNotPaired: Whether calls that it makes meanwhile are answered so.
  /// - Throws: ``Deviation`` where it goes on to answer.
  func expectNoPair(answersNotPaired: Bool = false) throws {
    let deadline = scene.deadline
    repeat {
      if case .refused = try knock() { return }
      if answersNotPaired { try answerNotPaired() }
    } while !deadline.isOver
    throw Deviation(
      expected: "a pair that has ended", observed: "calls of the peer are answered as before")
  }

  /// Says to the node, if it calls just now, that it is no peer.
  private func answerNotPaired() throws {
    do throws(any Error) {
      let plain = try listener.accept(by: Deadline(after: .milliseconds(20)))
      let tls = try TLSLink(server: plain, tlsOptions, scene: scene, by: scene.deadline)
      let link = HTTP2Link(tls, isServer: true, scene)
      try link.start()
      let call = try Call.accept(link)
      try call.end(7, trailers: [HeaderField(PairingRefusal.trailer, "not-paired")])
      try link.ping()
    } catch WireError.silence, WireError.closed, WireError.refused {
      // It does not call, or has heard enough.
    }
  }

  /// Waits until the node ends a connection.
  ///
  /// - Parameters:
  ///   - link: The connection.
  ///   - what: For the report: "the connections of the key".
  /// - Throws: ``Deviation`` where it stays open.
  func expectEnd(of link: HTTP2Link, _ what: String) throws {
    do throws(any Error) {
      while true { try link.pump() }
    } catch WireError.closed, WireError.refused {
      return
    } catch WireError.silence {
      throw Deviation(expected: "the end of \(what)", observed: "a connection that stays open")
    }
  }
}
