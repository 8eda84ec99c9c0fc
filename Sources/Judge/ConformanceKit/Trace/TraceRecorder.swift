internal import ConformanceWire
internal import SystemCore

/// Starts a phone and a watch, pairs them, and records what they say to each other.
package struct TraceRecorder {
  /// How the program of either is started.
  package var phone: TargetChoice
  package var watch: TargetChoice
  /// For how long they are left alone once they are in touch.
  package var duration: Duration
  /// What cannot be done with these nodes.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  private static let patience = Duration.seconds(20)
  private static let mostStarts = 2

  /// Prepares a recording.
  package init(phone: TargetChoice, watch: TargetChoice, duration: Duration) {
    self.phone = phone
    self.watch = watch
    self.duration = duration
  }

  /// Records: a few samples saved on either side, one of them deleted, until both have said all of it.
  package func record() throws -> [TracedMessage] {
    let scene = Scene(patience: Self.patience)
    let phoneNode = try Node(phone, role: .phone, scene: scene)
    defer { phoneNode.stop() }
    let watchNode = try Node(watch, role: .watch, scene: scene)
    defer { watchNode.stop() }
    let proxy = try TraceProxy(to: phoneNode.address)
    defer { proxy.stop() }
    try pair(watchNode, with: phoneNode, through: proxy)
    try beginSession(of: watchNode, through: proxy, with: try keys(of: phoneNode, watchNode))
    try exchange(phoneNode, watchNode)
    let end = MonotonicInstant.now.advanced(by: duration)
    let bell = Mailbox<Void>()
    while MonotonicInstant.now < end { _ = bell.take(before: end) }
    if let gap = proxy.gap {
      throw Failure(description: "cannot record all that the nodes say: \(gap)")
    }
    return proxy.messages
  }

  /// The watch joins the phone by its code.
  private func pair(_ watch: Node, with phone: Node, through proxy: TraceProxy) throws {
    let code = try phone.pairingCode()
    let call = try watch.ownerStream(
      "PairingControl/Join", ["start": ["address": .text(proxy.address)]])
    let deadline = Deadline(after: Self.patience)
    while let event = try call.next(by: deadline) {
      if event["reached"].isPresent { try call.send(["code": .text(code)]) }
      if event["verified"].isPresent { try call.send(["approve": true]) }
      if event["paired"].isPresent { return }
    }
    throw Failure(
      description: "cannot pair the two nodes: the watch does not say that it is paired")
  }

  private func keys(of phone: Node, _ watch: Node) throws -> TraceProxy.Keys {
    guard let one = phone.stateFolder, let other = watch.stateFolder else {
      throw Failure(description: "cannot read along: the nodes keep their keys elsewhere")
    }
    return TraceProxy.Keys(
      phone: try Identity(pemFile: one + "/device.pem"),
      watch: try Identity(pemFile: other + "/device.pem"))
  }

  /// Has the watch call the phone, from another port, at which the phone does not find it.
  ///
  /// The proxy ends connections when it is given the keys, so the watch is down then: where it found the phone
  /// gone it would take another address from the phone's greeting, which leads past the proxy.
  ///
  /// A phone that missed the watch meanwhile hears of the port when the watch greets it, and may call it before
  /// the watch has called itself: then once more.
  private func beginSession(
    of watch: Node, through proxy: TraceProxy, with keys: TraceProxy.Keys
  ) throws {
    for _ in 0..<Self.mostStarts {
      try watch.restart(kill: false) { _ in proxy.readAlong(with: keys) }
      if hasSession(proxy) { return }
    }
    throw Failure(description: "cannot record: the watch does not call the phone again")
  }

  /// Waits for a session that goes through the proxy.
  private func hasSession(_ proxy: TraceProxy) -> Bool {
    let deadline = Deadline(after: Self.patience)
    let bell = Mailbox<Void>()
    while !proxy.messages.contains(where: \.isOfSession) {
      guard !deadline.isOver else { return false }
      _ = bell.take(before: MonotonicInstant.now.advanced(by: .milliseconds(50)))
    }
    return true
  }

  private func exchange(_ phone: Node, _ watch: Node) throws {
    let now = WallClock.system.now.rounded(.down)
    for (node, incarnation) in [(phone, UInt64(1)), (watch, UInt64(2))] {
      let samples = (1...3).map {
        Sample.heartRate(incarnation, UInt64($0), at: now - 60 * Double($0), value: 60 + Double($0))
      }
      try node.save(samples)
      try node.owner(
        "Store/Delete",
        ["objects": [["type": .text(samples[0].type), "uuids": .bytes(samples[0].uuid.bytes)]]])
    }
  }
}
