package import ConformanceWire

/// One sync session between the node under test and a device of the tool, called by either.
package final class Session {
  /// The call that carries it.
  package let call: Call
  /// The connection below.
  package let link: HTTP2Link
  private let scene: Scene

  package init(_ call: Call, on link: HTTP2Link, _ scene: Scene) {
    self.call = call
    self.link = link
    self.scene = scene
  }

  /// Says something.
  ///
  /// - Parameters:
  ///   - message: What is said.
  ///   - valid: What a message that breaks a rule would be without that. A saboteur that mends sends it
  ///     instead, and so stands for a node that does not look.
  /// - Throws: `closed`.
  package func say(_ message: Message, insteadOf valid: Message? = nil) throws {
    try sayBytes(message.encoded(), insteadOf: valid?.encoded())
  }

  /// Says bytes, whatever they are.
  package func sayBytes(_ bytes: [UInt8], insteadOf valid: [UInt8]? = nil) throws {
    let mended = scene.interference.mends ? valid ?? bytes : bytes
    scene.listener?.note(said: mended)
    try call.send(mended)
  }

  /// What the node says next.
  ///
  /// - Parameter awaited: What the case waits for, for the report.
  /// - Returns: The message.
  /// - Throws: A ``Deviation`` where the call ends instead.
  package func hear(_ awaited: String) throws -> Message {
    switch try arrival(awaited) {
    case .message(let bytes): return try SyncKind.read(bytes, awaited)
    case .end(let end):
      throw Deviation(expected: awaited, observed: "the call ended with \(end)")
    }
  }

  /// What comes next on the call, whatever it is.
  ///
  /// Where the node called, its end is answered by the end of the call: a node may wait for that before it calls
  /// again.
  ///
  /// - Parameter deadline: Until when; the scene's patience where nobody says.
  /// - Returns: A message, or the end of the node's side.
  /// - Throws: `silence`; `closed` where the stream is reset or the connection lost; `malformed`.
  package func receive(by deadline: Deadline? = nil) throws(WireError) -> Arrival {
    let arrival = try call.receive(by: deadline)
    if call.isServer, case .end = arrival, !call.stream.isFinished {
      // Who has closed the connection already does not wait.
      try? call.end(0)
    }
    return arrival
  }

  private func arrival(_ awaited: String) throws -> Arrival {
    do {
      return try receive(by: scene.deadline)
    } catch WireError.silence {
      throw Deviation(
        expected: awaited, observed: "nothing for \(scene.patience.components.seconds) seconds")
    } catch WireError.closed(let how) {
      throw Deviation(expected: awaited, observed: "the connection was closed: \(how)")
    }
  }

  /// The content of the next message, which has to be of a kind; others of `passing` may come before it.
  package func expect(_ kind: String, passing: Set<String> = []) throws -> Value {
    while true {
      let message = try hear("the message '\(kind)'")
      let heard = SyncKind.of(message)
      if heard == kind { return message[kind] }
      try Deviation.unless(
        passing.contains(heard), "the message '\(kind)'", "'\(heard)': \(message.text)")
    }
  }

  /// Sees the session end for a reason; what the node says before is not looked at.
  package func expectEnd(_ reason: EndReason) throws {
    let awaited = "the session to end with \(reason.name)"
    var wasSaid = false
    while true {
      switch try arrival(awaited) {
      case .message(let bytes):
        let message = try SyncKind.read(bytes, awaited)
        if wasSaid {
          throw Deviation(
            expected: "nothing after the message 'ended'", observed: SyncKind.of(message))
        }
        guard SyncKind.of(message) == "ended" else { continue }
        let said = message["ended"]["reason"].number
        guard said == Int64(reason.rawValue) else {
          let name = EndReason(rawValue: Int(said))?.name ?? "reason \(said)"
          throw Deviation(expected: awaited, observed: "it ended with \(name)")
        }
        wasSaid = true
      case .end(let end):
        if wasSaid { return endAfterLastWord() }
        throw Deviation(
          expected: awaited, observed: "the call ended with \(end), and without 'ended'")
      }
    }
  }

  /// Sees that the session goes on: the node answers on this connection, and has not ended the call.
  package func expectAlive() throws {
    try link.ping(by: scene.deadline)
    if let end = call.end {
      throw Deviation(
        expected: "the session to go on", observed: "the call ended with \(end)")
    }
  }

  /// Ends this side where the node has said its last word: until that has come, or some time is over, a node
  /// that called does not call again.
  package func endAfterLastWord() {
    // There is nobody left to tell where the node has let go of the connection as well.
    try? end()
  }

  /// Ends the session in order, where that has not been done.
  package func end() throws {
    guard !call.stream.isFinished else { return }
    if call.isServer { try call.end(0) } else { try call.finish() }
  }
}
