package import ConformanceWire

/// What was between a node and its peer before a case began: nothing, unless the node goes on from case to
/// case.
package struct Past: Sendable {
  /// The samples that the node holds and the tool has not written.
  package var rows: [Dot: Sample] = [:]
  /// What both cover.
  package var vector = Vector()
  /// How far the tool has processed the node's log: a LogPlace.
  package var cursor: Value = ["position": 0]
  /// How many entries the tool's own log has.
  package var head: Int64 = 0
  /// What the last of them was written under.
  var headIncarnation: UInt64?
  /// How many sessions the tool has opened.
  package var ordinal: UInt64 = 0
  /// The number of the record that the tool, as a phone, decided last.
  var settingsNumber: Int64 = 0

  /// How far back a watch keeps samples, in seconds, where its owner is to be asked for that.
  package var window: Double?

  /// The end of the tool's own log: a LogPlace.
  package var headPlace: Value {
    guard let headIncarnation else { return ["position": .integer(head)] }
    return ["position": .integer(head), "incarnation": .unsigned(headIncarnation)]
  }

  /// Nothing has happened yet.
  package init() {}

  /// What a peer has come to.
  package init(of peer: Peer) {
    window = peer.past.window
    rows = peer.rows
    vector = peer.vector
    cursor = peer.cursor
    head = peer.head
    headIncarnation = peer.head == 0 ? nil : peer.headIncarnation ?? peer.incarnation
    ordinal = peer.ordinal
    settingsNumber = peer.device.role == .phone ? peer.settings["version"]["number"].number : 0
  }

  /// The same towards another device of the tool's, which the node has heard nothing of.
  var ofNewPeer: Past {
    var past = self
    past.head = 0
    past.headIncarnation = nil
    return past
  }

  /// What is left where nobody knows what the node holds.
  package var forgotten: Past {
    var past = Past()
    past.ordinal = ordinal
    past.settingsNumber = settingsNumber
    past.window = window
    return past
  }
}
