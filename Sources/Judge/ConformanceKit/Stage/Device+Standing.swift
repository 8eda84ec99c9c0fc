package import ConformanceWire

// Devices that have a pair for longer than a case.
extension Device {
  /// The next caller, without those that have given up meanwhile where others wait for an answer as well.
  package func caller(by deadline: Deadline) throws -> PlainLink {
    if isStanding, !isCalled { try tell(port: listener.port) }
    while true {
      let link = try listener.accept(by: deadline)
      guard isStanding, link.hasGone else { return link }
      link.close()
    }
  }

  /// Tells the node where to call, or by 0 not to.
  package func tell(port: Int) throws {
    let connection = try NodeConnection(
      to: node.address, as: identity, believing: nodeFingerprint, scene.quiet())
    defer { connection.close() }
    _ = try connection.confirm(incarnation: incarnation, port: UInt16(port))
    isCalled = port > 0
  }

  /// Turns away whoever called before the case began.
  func turnAwayCallers() {
    // Silence is what this waits for, and a listener that is closed has no callers either.
    while let link = try? listener.accept(by: Deadline(after: .zero)) { link.close() }
  }
}

// As a phone.
extension Peer {
  /// How long the watch may take to call once it has refused a call because it is about to.
  private static let turn = Duration.milliseconds(50)

  /// Comes to a session with a watch that does not wait for it: takes its call, or calls it.
  ///
  /// A watch takes the calls of its phone where it does not call itself.
  func meetWatch() throws -> Session {
    let deadline = scene.deadline
    var wait = Duration.zero
    while true {
      if device.isCalled || wait > .zero,
        let session = try sessionOfCaller(by: Deadline(after: wait))
      {
        return session
      }
      let link = try device.link()
      let call = try Call.start(link, "/dyad.v1.Sync/Session")
      let fields = try call.receiveMetadata()
      guard let status = fields.value("grpc-status") else {
        try link.ping(by: deadline)
        // The watch's own call has taken its place.
        guard call.end == nil else {
          wait = Self.turn
          continue
        }
        ordinal += 1
        return Session(call, on: link, scene)
      }
      link.close()
      try Deviation.unless(
        status == "10" && !deadline.isOver, "a watch that calls, or takes a call of its phone",
        "it refuses each with status \(status)")
      wait = Self.turn
    }
  }

  private func sessionOfCaller(by deadline: Deadline) throws -> Session? {
    do throws(any Error) {
      let link = try device.acceptLink(by: deadline)
      let call = try Call.accept(link, by: scene.deadline)
      guard call.method == "dyad.v1.Sync/Session" else {
        try device.answer(call)
        return nil
      }
      try call.sendHeaders()
      ordinal += 1
      return Session(call, on: link, scene)
    } catch WireError.silence, WireError.refused, WireError.closed {
      // Nobody called, or nobody who waited for long enough.
      return nil
    }
  }
}
