package import ConformanceWire
internal import SystemCore

/// A reconciliation of the node with a peer that says its own half as a case wants.
///
/// The watch of the two tells first: where that is the node, all that it told is heard by the time this is made.
package final class Reconciliation {
  package let peer: Peer
  package let session: Session
  /// The hello or welcome of the node.
  package private(set) var greeting: Value = .absent
  /// The node's parts, in order.
  package private(set) var parts: [Value] = []
  /// Batches that the node sent before it had said its last part.
  package private(set) var earlyBatches = 0

  /// Begins a session in which one is due, and sees it up to where the peer has to speak.
  package init(_ peer: Peer) throws {
    self.peer = peer
    if peer.device.role == .watch {
      peer.cursor = ["position": 1_000_000, "incarnation": .unsigned(Entropy.word())]
    }
    session = try peer.open()
    guard peer.device.role == .watch else {
      greeting = try peer.welcome(session) { $0.value["welcome"]["must_reconcile"] = true }
      try hear()
      return
    }
    greeting = try peer.greetUntilWelcome(session)
    try Deviation.unless(
      greeting["must_reconcile"].isTrue,
      "a welcome that wants a reconciliation, as the cursor is not on the phone's log",
      "a welcome that wants none")
  }

  /// Begins one in a session that is open.
  package init(_ peer: Peer, in session: Session) {
    self.peer = peer
    self.session = session
  }

  /// Says a part; a saboteur that mends says the valid one.
  package func say(_ part: Value, insteadOf valid: Value? = nil) throws {
    let message = Message("SyncMessage", ["reconcile": part])
    try session.say(
      message, insteadOf: valid.map { Message("SyncMessage", ["reconcile": $0]) })
    if valid == nil { try peer.noteTold(message) }
  }

  /// Says a part that is not the last.
  package func begin(with part: Value) throws {
    var part = part
    part["is_last"] = .absent
    try say(part)
  }

  /// Sees the node through its half: the answer of a phone, or that a watch has applied what was said.
  package func finish() throws {
    if peer.device.role == .watch { try hear() } else { try peer.awaitAcknowledgement(in: session) }
  }

  /// Sees the node through its half, and ends the session.
  package func end() throws {
    try finish()
    try session.end()
  }

  /// Hears parts of the node up to the last of a content.
  package func hear() throws {
    while true {
      let message = try session.hear("the node's part of a reconciliation")
      guard SyncKind.of(message) == "reconcile" else {
        if SyncKind.of(message) == "batch" { earlyBatches += 1 }
        try peer.take(message, in: session)
        continue
      }
      peer.heard += try Weight.message(message)
      parts.append(message["reconcile"])
      guard message["reconcile"]["is_last"].isTrue else { continue }
      try peer.acknowledge(in: session)
      return
    }
  }

  /// The claim that the node told.
  package func claim() throws -> NodeModel.Claim {
    let claim = try Deviation.unlessThere(
      parts.first(where: { $0["claim"].isPresent })?["claim"], "a claim in the first part", text)
    let known =
      greeting["vector"]["whole"].isPresent ? [try Vector(greeting["vector"]["whole"])] : []
    return try NodeModel.Claim(claim, having: known)
  }

  /// The dots of the node's lists of one kind, by day.
  package func lists(_ kind: String) throws -> [Int64: Vector] {
    var days: [Int64: Vector] = [:]
    for part in parts where part[kind].isPresent {
      for (day, dots) in try DayLists(part[kind]).days {
        days[day] = (days[day] ?? Vector()).union(dots)
      }
    }
    return days
  }

  /// What the node told, in a line for each thing, however it is divided into parts.
  package var text: String {
    var lines: [(thing: String, count: Int)] = []
    func add(_ thing: String, _ count: Int) {
      if lines.last?.thing == thing {
        lines[lines.count - 1].count += count
      } else {
        lines.append((thing, count))
      }
    }
    for part in parts {
      if part["claim"].isPresent { add("claim", 1) }
      let deaths = part["deletions"].items.reduce(0) { $0 + Int($1["count"].number) }
      if deaths > 0 { add("deaths", deaths) }
      for kind in ["lists", "missing"] where part[kind].isPresent {
        let lists = try? DayLists(part[kind])
        let dots = lists?.days.values.reduce(0) { $0 + $1.dots.count } ?? -1
        add(part[kind]["selection"].isPresent ? "\(kind) of selected days" : kind, dots)
      }
      if part["spans"].isPresent { add("spans", 1) }
      if part["days"].isPresent { add("days", Int(part["days"]["day_count"].number)) }
      if part["is_last"].isTrue { add("last", 1) }
    }
    return lines.map { "\($0.thing) \($0.count)" }.joined(separator: "\n")
  }
}
