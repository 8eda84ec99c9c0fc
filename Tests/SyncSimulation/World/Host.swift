internal import HealthModel
internal import SyncCore

/// One node of a simulated world: a store, the rules beside it, and what the world knows of both.
final class Host<Store: SimulatedStore> {
  let index: Int
  let device: DeviceID
  let isPhone: Bool
  var store: Store
  var phone: PhoneNode<Store>?
  var watch: WatchNode<Store>?
  /// What its process tells of workouts: it is in the store, and told to the rules whenever the process starts.
  var workouts = WorkoutReport() { didSet { watch?.workouts = workouts } }
  /// The session that a watch has open.
  var session: Int?
  /// Whether a side of the session has ended it.
  var isEnding = false
  /// Whether the session heard something twice, which a stream never does: what comes of it proves nothing.
  var hasRepeated = false
  /// The last session in which a watch heard the phone's side of a reconciliation.
  var reconciledIn = 0
  /// The part of a reconciliation that each side of a watch's session heard last, where more of it follows.
  var openParts: [WireSide: Posted] = [:]
  /// How many parts of reconciliations were sent to each side of a watch's session.
  var partCounts: [WireSide: Int] = [:]
  /// What told the phone the vector of a watch last, in the session under way.
  var lastVector: Posted?
  /// When the phone heard each root of a watch that it has not answered, and what the watch might have then.
  var comparisons: [(at: Double, scope: TypeScope)] = []
  /// What is on its way, of a watch.
  var toPhone: [Posted] = []
  var toWatch: [Posted] = []
  /// What carries it, where that is more than the values.
  var wire: (any SessionWire<SyncMessage>)?
  /// Whether something was done that is not durable yet.
  var isDirty = false
  /// Days that its clock is ahead.
  var skew = 0
  var backups: [(day: Int, copy: Store.Backup)] = []
  /// As many inferred deletions of each type as a person accepted of a peer's next reconciliation: which they
  /// are is not said (R22).
  var accepted: [DeviceID: [ObjectType: Int]] = [:]
  /// Samples whose deaths it gave up its claim to (R24), and whose UUIDs it may still know for dead (R23).
  var givenUp = NumberSet()

  /// A message, shared by all places that it waits in.
  final class Posted {
    let message: SyncMessage
    let session: Int
    /// How often the phone had lost state when it was sent.
    let age: Int
    /// Which part of a reconciliation it is of those that its session brought to one side.
    let part: Int

    init(_ message: SyncMessage, session: Int, age: Int, part: Int) {
      self.message = message
      self.session = session
      self.age = age
      self.part = part
    }
  }

  init(index: Int, device: DeviceID, isPhone: Bool, store: consuming Store) {
    self.index = index
    self.device = device
    self.isPhone = isPhone
    self.store = store
  }

  /// Whether a message has not arrived yet in its session.
  func awaits(_ posted: Posted) -> Bool {
    toPhone.contains { $0 === posted } || toWatch.contains { $0 === posted }
  }

  /// Whether a message brings samples of a session before the one in which the watch last reconciled.
  ///
  /// What they would bring was judged then. A connection is closed, with all that came on it, before the next
  /// one begins, so that no node ever hears such a message.
  func hasJudged(_ posted: Posted) -> Bool {
    guard case .batch(let batch) = posted.message, !batch.runs.isEmpty else { return false }
    return posted.session < reconciledIn
  }

  /// Whether a message heard once more leaves parts out of the reconciliation that is coming in at a side of
  /// a watch's session.
  ///
  /// A stream has an order, and what a reconciliation does not list is deleted.
  func leavesOut(_ posted: Posted, at side: WireSide) -> Bool {
    guard posted.session == session, case .reconcile = posted.message, let open = openParts[side]
    else { return false }
    return posted.part != open.part + 1
  }

  /// Whether the phone has heard a later vector of the watch in the session of a message that tells one for
  /// whichever hello is in force.
  ///
  /// A stream has an order, and by the vector the phone decides what a refill has to bring (R17). A hello comes
  /// once more nevertheless: its view says which one it is.
  func isOvertaken(_ posted: Posted) -> Bool {
    guard posted.session == session, let lastVector, lastVector !== posted else { return false }
    if case .hello = posted.message { return false }
    return posted.message.tellsVector
  }

  /// Notes what the phone heard of a watch in the session under way.
  func noteVector(_ posted: Posted) {
    if posted.message.tellsVector { lastVector = posted }
  }

  /// Notes which part of a reconciliation a side of a watch's session heard.
  func notePart(_ posted: Posted, at side: WireSide) {
    guard case .reconcile(let part) = posted.message else { return }
    openParts[side] = part.isLast ? nil : posted
  }

  /// Forgets what is on its way to a side that listens no more.
  func dropPosted(to side: WireSide) {
    if side == .phone { toPhone = [] } else { toWatch = [] }
    while let wire, wire.receive(at: side) != nil {}
  }

  /// Where it is at a session's wire.
  var side: WireSide { isPhone ? .phone : .watch }

  /// For messages: who a reader of a schedule takes it for.
  var name: String { isPhone ? "the phone" : "watch \(index)" }
}

extension SyncMessage {
  /// Whether it tells the vector of the watch that sends it.
  fileprivate var tellsVector: Bool {
    switch self {
    case .hello, .vector, .acknowledgement: true
    case .reconcile(let part): part.claim != nil
    default: false
    }
  }
}
