internal import ConformanceKit
internal import ConformanceWire

/// How a node received a connection and a call on it.
enum Reception {
  /// The call was answered with a message of so many bytes.
  case answered(Int)
  /// The call was ended.
  case failed(CallEnd)
  /// TLS ended it, for a reason in words.
  case refused(String)
  /// It ended without a word.
  case ended(String)
}

extension Device {
  /// A call that every peer can make as often as it likes.
  static let confirming = "dyad.v1.Trust/Confirm"

  /// What that call says of this device.
  var confirmation: [UInt8] {
    Message(
      "ConfirmRequest",
      ["incarnation": .unsigned(incarnation), "port": .unsigned(UInt64(listener.port))]
    ).encoded()
  }

  /// Sees how the node receives a connection, with a call that follows at once.
  func knock(
    calling method: String = confirming, _ change: (inout TLSOptions) -> Void = { _ in }
  ) throws -> Reception {
    do throws(any Error) {
      let call = try Call.start(try link(change), method)
      try call.send(method == Self.confirming ? confirmation : [])
      try call.finish()
      switch try call.receive() {
      case .message(let bytes): return .answered(bytes.count)
      case .end(let end): return .failed(end)
      }
    } catch WireError.refused(let reason) {
      return .refused(reason)
    } catch WireError.closed(let how) {
      return .ended(how)
    }
  }

  /// Sees the node end a connection by one of the alerts, and hear no call on it.
  ///
  /// - Parameters:
  ///   - alerts: By their names; none of them for any alert.
  ///   - method: What is called.
  ///   - change: What is otherwise than a peer does it.
  /// - Throws: ``Deviation`` where it does otherwise.
  func expectAlert(
    _ alerts: String..., calling method: String = confirming,
    _ change: (inout TLSOptions) -> Void = { _ in }
  ) throws {
    try expect(oneOf: alerts, calling: method, change)
  }

  /// Sees the node say that it does not believe the certificate.
  func expectUnbelieved(
    calling method: String = confirming, _ change: (inout TLSOptions) -> Void = { _ in }
  ) throws {
    try expect(
      oneOf: [
        "bad certificate", "certificate unknown", "unknown ca", "access denied",
        "unsupported certificate",
      ], calling: method, change)
  }

  private func expect(
    oneOf alerts: [String], calling method: String, _ change: (inout TLSOptions) -> Void
  ) throws {
    let words = alerts.isEmpty ? "an alert" : "the alert \(alerts[0])"
    let expected = "\(words), and nothing of the call \(method) heard"
    let prefix = "the other side says: "
    switch try knock(calling: method, change) {
    case .refused(let reason):
      let alert = reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : nil
      guard let alert, alerts.isEmpty || alerts.contains(alert) else {
        throw Deviation(expected: expected, observed: reason)
      }
    case .answered(let count):
      throw Deviation(expected: expected, observed: "a message of \(count) bytes")
    case .failed(let end):
      throw Deviation(expected: expected, observed: "the call ended with \(end)")
    case .ended(let how): throw Deviation(expected: expected, observed: "no alert: \(how)")
    }
  }

  /// Sees the node take a connection of its peer and answer a call on it.
  @discardableResult
  func expectServed(_ change: (inout TLSOptions) -> Void = { _ in }) throws -> HTTP2Link {
    let link = try link(change)
    try expectAnswer(on: link)
    return link
  }

  /// Sees the node answer a call of its peer on a connection.
  func expectAnswer(on link: HTTP2Link) throws {
    let answer = try GRPCRequest(body: GRPCRequest.framed(confirmation)).made(on: link)
    try Deviation.unless(
      answer.end.code == 0 && answer.messages.count == 1,
      "an answer to \(Self.confirming) by a peer",
      "\(answer.messages.count) messages and \(answer.end)")
  }

  /// Sees whether the two are still a pair, by a new connection.
  func expectPair() throws {
    let expected = "a pair that goes on"
    switch try knock() {
    case .answered: break
    case .failed(let end):
      throw Deviation(expected: expected, observed: "a call of the peer ends with \(end)")
    case .refused(let how), .ended(let how):
      throw Deviation(expected: expected, observed: "the peer is not let in: \(how)")
    }
  }

  /// What the node answers to bytes that are not TLS, until it ends the connection.
  ///
  /// - Parameters:
  ///   - bytes: What it hears.
  ///   - finish: Whether nothing more is said after them.
  /// - Returns: All that it says.
  /// - Throws: ``Deviation`` where it leaves the connection open.
  func answer(toBytes bytes: [UInt8], finish: Bool = false) throws -> [UInt8] {
    let plain = try PlainLink(to: node.address, scene: scene, by: scene.deadline)
    defer { plain.close() }
    var answer: [UInt8] = []
    do throws(any Error) {
      try plain.send(bytes, by: scene.deadline)
      if finish { try plain.finishSending() }
      while answer.count < 65_536, let more = try plain.receive(by: scene.deadline) {
        answer += more
      }
    } catch WireError.closed {
      // It was shown out before all was said.
    } catch WireError.silence {
      throw Deviation(
        expected: "the end of a connection that does not speak TLS",
        observed: "an open one, after \(answer.count) bytes of an answer")
    }
    scene.transcript.add(fromNode: true, "tcp", "answers", answer)
    return answer
  }

  /// Calls the node without a request that it could take as whole.
  ///
  /// - Returns: The stream, on which the side of the tool is open.
  func beginUnpairing(on link: HTTP2Link) throws -> HTTP2Stream {
    let stream = try link.open(GRPCRequest(method: "dyad.v1.Trust/Unpair").fields(on: link))
    try stream.send(GRPCRequest.framed([]))
    return stream
  }
}
