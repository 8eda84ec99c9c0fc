package import ConformanceWire
internal import SystemCore

/// The tool as the node's other half: what it holds, and how it speaks.
///
/// It does what the protocol's text says, and no more. A case that wants something else changes the message,
/// or says it by the session itself.
package final class Peer {
  package let device: Device
  package let scene: Scene
  /// What dots and log entries of it are written under.
  package var incarnation: UInt64
  /// What it has processed.
  package var vector = Vector()
  /// What it holds.
  package var rows: [Dot: Sample] = [:]
  /// Deaths that it knows of.
  package var deaths: [Dot: Death] = [:]
  /// How many entries its own log has.
  package var head: Int64 = 0 { didSet { headIncarnation = nil } }
  /// What the last of them was written under, where that is an earlier incarnation.
  var headIncarnation: UInt64?
  /// How far it has processed the node's log: a LogPlace.
  package var cursor: Value = ["position": 0]
  /// The view of the watch of the two, as the last hello named it.
  package var view: UInt64
  /// The floor of the watch of the two, in seconds since 2001.
  package var floor: Double
  /// From when on it knows everything: a KnownFrom.
  ///
  /// A watch that covers nothing may say so of all it keeps.
  package var known: Value
  /// The record in force: what it was told as a watch, what it decides as a phone.
  package var settings: Value
  /// How many sessions it has opened.
  package var ordinal: UInt64
  /// The weight of what it said in this session and of what the node has acknowledged of that.
  package var told = 0, acknowledged = 0
  /// The weight of what it heard in this session.
  package var heard = 0
  /// The node's verdict, or the root that it asked about, since it was last looked at.
  package var compared: Value = .absent
  /// The batches that it heard in this session.
  package private(set) var heardBatches: [Value] = []
  package var numbers: [String: UInt64] = [:]
  /// What the node told of itself in a reconciliation that goes on.
  package var claim: Value = .absent
  package var listed: Set<Dot> = []
  /// Whether it tells the deaths it knows of in a reconciliation.
  ///
  /// A peer that was there all the time knows that they came from the node or have reached it.
  var tellsDeaths = true
  /// What was before the case began.
  package let past: Past

  package init(_ device: Device, _ scene: Scene, _ past: Past = Past()) {
    self.device = device
    self.past = past
    self.scene = scene
    incarnation = device.incarnation
    view = Entropy.word() | 1
    floor = Instant.now - 7 * 86_400
    known = ["others_from": .double(floor)]
    settings =
      device.role == .watch
      ? ["version": ["number": 0], "scope": ["is_exclusion": true]]
      : [
        "version": [
          "number": .integer(past.settingsNumber + 1), "incarnation": .unsigned(device.incarnation),
        ], "scope": ["is_exclusion": true], "lease": 604_800,
      ]
    ordinal = past.ordinal
    recall()
  }

  /// Is as when the case began, under another incarnation: it holds and covers nothing of the case.
  package func forget() {
    incarnation = Entropy.word()
    deaths = [:]
    recall()
    view = Entropy.word() | 1
    numbers = [:]
  }

  /// Goes on under another incarnation, as after a restart that proves nothing.
  package func beginAnotherLife() {
    headIncarnation = headIncarnation ?? incarnation
    incarnation = Entropy.word()
  }

  private func recall() {
    vector = past.vector
    rows = past.rows
    head = past.head
    headIncarnation = past.headIncarnation
    cursor = past.cursor
  }

  /// A dot of its own that nothing has yet.
  package func newDot(_ type: String) -> Dot {
    let number = numbers[type, default: 1]
    numbers[type] = number + 1
    return Dot(incarnation, type, number)
  }

  /// Begins a session: a watch calls, a phone waits for the watch's call.
  package func open() throws -> Session {
    told = 0
    acknowledged = 0
    heard = 0
    compared = .absent
    heardBatches = []
    guard device.role == .watch else { return try acceptSession() }
    ordinal += 1
    let link = try device.link()
    return Session(try Call.start(link, "/dyad.v1.Sync/Session"), on: link, scene)
  }

  /// Begins a session and sees it through the handshake.
  package func ready() throws -> Session {
    let session = try open()
    switch device.role {
    case .watch: try greet(session)
    case .phone: try welcome(session)
    }
    return session
  }

  /// Says a batch or a part, and waits until the node has acknowledged it.
  package func deliver(_ message: Message, in session: Session) throws {
    try session.say(message)
    try noteTold(message)
    try awaitAcknowledgement(in: session)
  }

  /// Notes a batch that came.
  package func noteHeard(_ batch: Value) {
    heardBatches.append(batch)
  }

  /// Notes the weight of what was said.
  package func noteTold(_ message: Message) throws {
    told += try Weight.message(message)
  }

  /// Waits until the node has acknowledged all that was said.
  package func awaitAcknowledgement(in session: Session) throws {
    while acknowledged < told {
      try take(try session.hear("an acknowledgement of all that was said"), in: session)
    }
  }
}
