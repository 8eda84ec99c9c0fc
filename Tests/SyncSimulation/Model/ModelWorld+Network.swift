internal import HealthModel
internal import SyncCore

// Sessions, and what is on its way.
extension ModelWorld {
  /// Posts what a node has to say, and ends the session that it ended.
  func flush(_ node: ModelNode) throws {
    for (peer, message) in try node.flush() {
      guard let link = links.first(where: { $0.watch === node || $0.watch.device == peer }) else {
        continue
      }
      let receiver = node === phone ? link.watch : phone
      post(
        Posted(
          message: message, sender: node.device, receiver: receiver.name, session: link.session),
        from: node)
      link.wire?.send(message, from: node === phone ? .phone : .watch)
    }
    for link in links where node === phone || node === link.watch {
      let peer = node === phone ? link.watch.device : Self.phoneDevice
      if !node.isConnected(to: peer) { cut(link) }
    }
  }

  private func post(_ posted: Posted, from node: ModelNode) {
    if let index = wires.firstIndex(where: {
      $0.sender == node.name && $0.receiver == posted.receiver
    }) {
      wires[index].posted.append(posted)
    } else {
      wires.append(Wire(sender: node.name, receiver: posted.receiver, posted: [posted]))
    }
    old.append(posted)
    if old.count > 40 { old.removeFirst() }
  }

  func link(of watch: ModelNode) -> Link? { links.first { $0.watch === watch } }

  func cut(_ link: Link) {
    let ends = Set([phone.name, link.watch.name])
    wires.removeAll { ends == [$0.sender, $0.receiver] }
    links.removeAll { $0.session == link.session }
    link.wire?.cut()
    phone.phone?.disconnected(link.watch.device)
    link.watch.watch?.disconnected()
  }

  func cutAll(_ node: ModelNode) {
    for link in links where node === phone || node === link.watch { cut(link) }
  }

  func connect(_ watch: ModelNode, isForced: Bool = false) throws {
    // A clone has the same device: one session of it at a time.
    for link in links where link.watch.device == watch.device { cut(link) }
    links.append(Link(session: nextSession(), watch: watch, wire: makeWire?()))
    phone.phone?.connected(watch.device, mustReconcile: isForced)
    try watch.watch?.connect(&watch.store, now: now)
    try flush(watch)
  }

  /// The next message from one node to another arrives.
  ///
  /// - Parameters:
  ///   - sender: Its name.
  ///   - receiver: Its name.
  /// - Returns: Whether there was one.
  /// - Throws: What the rules throw.
  func deliver(from sender: String, to receiver: String) throws -> Bool {
    guard
      let index = wires.firstIndex(where: { $0.sender == sender && $0.receiver == receiver }),
      !wires[index].posted.isEmpty
    else { return false }
    let posted = wires[index].posted.removeFirst()
    if let wire = links.first(where: { $0.session == posted.session })?.wire {
      let side: WireSide = receiver == phone.name ? .phone : .watch
      guard wire.receive(at: side) == posted.message else {
        throw SimulationError(
          .violated, cannot: "carry a message to \(receiver)", "it did not arrive as it was sent")
      }
    }
    try receive(posted)
    return true
  }

  func receive(_ posted: Posted) throws {
    guard let node = nodes.first(where: { $0.name == posted.receiver }) else { return }
    let isInSession = links.contains {
      $0.session == posted.session && (node === phone || node === $0.watch)
    }
    try node.receive(
      posted.message, from: posted.sender, isInSession: isInSession, now: now)
    if case .reconcile = posted.message {
      if let brake = node.brake(of: posted.sender) {
        node.braked = brake
      } else if isInSession {
        node.isAccepted = false
      }
    }
    try flush(node)
  }

  func pump(_ node: ModelNode, _ peer: DeviceID) throws {
    try node.pump(peer, now: now)
    try flush(node)
  }

  func acknowledge(_ node: ModelNode, _ peer: DeviceID) throws {
    try node.acknowledge(peer, now: now)
    try flush(node)
  }

  /// The peers with whom a node has a session, in the order of the sessions.
  func peers(of node: ModelNode) -> [DeviceID] {
    if node === phone { return links.map(\.watch.device) }
    return link(of: node) == nil ? [] : [Self.phoneDevice]
  }

  /// A session until nobody has anything to say.
  func runSession(of watch: ModelNode) throws {
    let ends = [(watch, Self.phoneDevice), (phone, watch.device)]
    for _ in 0..<60 {
      guard link(of: watch) != nil else { return }
      for (node, peer) in ends where peers(of: node).contains(peer) { try pump(node, peer) }
      var hasMoved = false
      while try deliver(from: watch.name, to: phone.name)
        || deliver(from: phone.name, to: watch.name)
      {
        hasMoved = true
      }
      for (node, peer) in ends
      where peers(of: node).contains(peer) && node.owesAcknowledgement(to: peer) {
        try acknowledge(node, peer)
        hasMoved = true
      }
      if !hasMoved { return try compare(watch) }
    }
  }

  /// Compares the roots of both, once a session has nothing more to say (R28).
  private func compare(_ watch: ModelNode) throws {
    let isSilent = wires.allSatisfy { wire in
      wire.posted.isEmpty || wire.sender != watch.name && wire.receiver != watch.name
    }
    guard let link = link(of: watch), isSilent, watch.watch?.isReady ?? false,
      phone.phone?.isReady(link.watch.device) ?? false,
      shared(with: watch, phone) == shared(with: watch, watch)
    else { return }
    phone.phone?.noteEqual(watch.device, &phone.store, now: now)
    phone.store.noteChange()
    try phone.store.commit()
  }
}
