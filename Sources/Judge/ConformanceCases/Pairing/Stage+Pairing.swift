internal import ConformanceKit
internal import ConformanceWire

extension Stage {
  /// Whether a saboteur mends what the case breaks.
  var mends: Bool { scene.interference.mends }

  /// A device that is no peer, and the code that the node shows.
  func window() throws -> (device: Device, code: String) {
    let code = try node().pairingCode()
    return (try stranger(), code)
  }

  /// A device that has taken all steps, and has not confirmed them.
  func halfPair() throws -> Device {
    let (device, code) = try window()
    try device.becomeHalfPair(code: code)
    return device
  }

  /// A device as ``window()`` has it, where the owner opens the window through the saboteur, if there is one.
  ///
  /// - Parameters:
  ///   - seconds: How long it stays open.
  ///   - digits: How many the code has.
  ///   - rows: What becomes of rows of another pair.
  /// - Returns: The call, and how the window was opened; the call ends the window with itself.
  /// - Throws: ``CallFailure`` where no window opens.
  func judgedWindow(
    seconds: Int64 = 0, digits: Int64 = 0, rows: String = "ROWS_REFUSE"
  ) throws -> (owner: LocalCaller, call: LocalCall, opened: Value) {
    let owner = try node().judgedOwner()
    let deadline = scene.deadline
    while true {
      let call = try owner.start(
        "PairingControl/OpenWindow",
        ["seconds": .integer(seconds), "digits": .integer(digits), "rows": .text(rows)])
      do {
        guard let event = try call.next(by: scene.deadline), event["opened"].isPresent else {
          throw Deviation(expected: "the event 'opened'", observed: "another event, or none")
        }
        return (owner, call, event["opened"])
      } catch let failure as CallFailure
        where failure.end.trailer(PairingRefusal.trailer) == "window-open" && !deadline.isOver
      {
        // It has not noticed yet that the call of the last one has ended.
        try owner.ping()
      }
    }
  }

  /// Sees that no window opens.
  ///
  /// - Parameters:
  ///   - word: The reason, as the owner hears it.
  ///   - rows: What becomes of rows of another pair.
  /// - Throws: Where one opens, or for another reason none does.
  func expectNoOpening(_ word: String, rows: String = "ROWS_REFUSE") throws {
    do {
      _ = try judgedWindow(rows: rows)
    } catch let failure as CallFailure {
      let said = failure.end.trailer(PairingRefusal.trailer)
      try Deviation.unless(said == word, "no window, because of \(word)", "\(said ?? "no reason")")
      return
    }
    throw Deviation(expected: "no window, because of \(word)", observed: "a window")
  }

  /// Sees that nobody can begin to pair.
  func expectNoWindow() throws {
    do {
      // No code is asked for before the third step.
      try stranger().exchange(code: "000000").run(until: 2)
    } catch WireError.refused, WireError.closed {
      return
    } catch let refused as CallRefused where refused.isRefusal(.windowClosed) {
      return
    }
    throw Deviation(
      expected: "a window that is closed", observed: "an answer to a hello")
  }

  /// A code of as many digits that is not this one.
  func wrong(_ code: String) -> String {
    (code.hasPrefix("0") ? "1" : "0") + code.dropFirst()
  }

  /// Spends the code by a wrong proof.
  func spend(_ device: Device, _ code: String) throws {
    let call = try device.exchange(code: wrong(code))
    try call.run(until: 5)
    try call.expectRefusal(.wrongCode)
  }
}

extension Device {
  /// An exchange up to M4, as soon as the node has noticed that the one before is over.
  func exchangePastShare(code: String) throws -> PairingCall {
    let deadline = scene.deadline
    while true {
      let call = try exchange(code: code)
      do {
        try call.run(until: 4)
        return call
      } catch let refused as CallRefused where refused.isRefusal(.busy) && !deadline.isOver {
        continue
      }
    }
  }

  /// Takes all eight steps.
  @discardableResult
  func becomeHalfPair(
    code: String, _ change: (inout PairingDevice) -> Void = { _ in }
  ) throws -> PairingCall {
    let call = try exchange(code: code, change)
    try call.run()
    nodeFingerprint = call.peerFingerprint
    return call
  }

  /// Sees that the node does not let the device's key in.
  ///
  /// - Parameters:
  ///   - alert: What TLS says.
  ///   - other: The key that is shown instead.
  /// - Throws: Where it is let in, or TLS says something else.
  func expectAlert(_ alert: String, showing other: Identity? = nil) throws {
    do {
      _ = try connect(as: other).confirm(incarnation: incarnation)
    } catch WireError.refused(let reason) {
      try Deviation.unless(reason.contains(alert), "the alert \(alert)", reason)
      return
    } catch let refused as CallRefused {
      throw Deviation(expected: "the alert \(alert)", observed: "\(refused)")
    }
    throw Deviation(expected: "the alert \(alert)", observed: "an answer")
  }

  /// Sees that the node takes the device for its peer.
  func expectPeer(showing other: Identity? = nil) throws {
    // It goes on listening where it did.
    _ = try connect(as: other).confirm(incarnation: incarnation, port: UInt16(toldPort))
  }
}

extension PairingCall {
  /// The key that the node showed.
  var peerFingerprint: [UInt8]? { (call.stream.link.bytes as? TLSLink)?.peerFingerprint }
}
