package import HealthModel

/// The watch's side of the rules, beside its store: what is forgotten when the process ends.
///
/// A session greets (hello, and the phone's settings where they are newer), reconciles where a cursor
/// does not serve, and is ready then. What comes from the phone is one of three: facts, which count
/// whenever they come (inserts and skips for the view in force, deaths, lists with their claim); claims
/// of this session (receipts, refills), which count in it alone; and nonsense, which ends it.
package struct WatchNode<Store: SyncStore & ~Copyable>: Sendable {
  package let phone: DeviceID
  /// What the phone's claim alone implied, and waits for a person (R22).
  package internal(set) var brake: Brake?
  /// Names what the watch wants (R7): drawn anew at open, when the floor goes back and when the scope
  /// changes.
  package internal(set) var view: UInt64
  /// What the last comparison of this process came to.
  package internal(set) var verdict: RootVerdict?
  /// When both were seen to hold the same, by this process.
  package internal(set) var equalAt: Double?
  /// Whether the phone asked for a comparison; `compare` answers that.
  package internal(set) var isCompareWanted = false
  /// How far the phone's clock is ahead, in seconds; reported, never used.
  package internal(set) var clockSkew: Double?

  let limits: NodeLimits
  let rules: Rules
  /// At most one: it is large and asked for often, and an array lends what an optional would copy.
  private var sessions: [Session] = []
  /// What there is to tell of workouts.
  package var workouts = WorkoutReport()
  var outbox: [SyncMessage] = []
  var mustCommit = false
  /// Whether the hello in force is of a window that moved since.
  var mustGreet = false
  /// What a person accepted: the next reconciliation with that peer passes as far.
  var accepted: Brake?

  /// The watch's side of one connection.
  struct Session: Sendable {
    var exchange: Exchange<Store>
    /// The view of the hello in force.
    var view: UInt64
    /// What that hello said of the own vector, and of the phone's.
    var helloVector = VersionVector()
    var helloReceipt = VersionVector()
    /// Whether the phone gave a receipt since the connection was made.
    var hasReceipt = false
    var telling: Telling?
    /// What was pinned when the reconciliation began.
    var pin: Store.Pin?
    /// What it compares.
    var claimedRange = SharedRange(scope: .none, floor: .infinity)
    /// The head of the own log that was claimed in it.
    var claimedHead = LogPlace.beginning
    /// The damage that its claim leaves out.
    var presentedDamage = VersionVector()
    var heard = Heard()
    /// What the phone's answer to spans says so far; nothing where none is due.
    var answered: DaysHeard?
    /// How many answers to spans may still come: those that were overtaken count.
    var dueAnswers = 0
    var toldQuestions: [AccessQuestion] = []
    var toldWorkouts = WorkoutReport()
    var hasRefused = false
  }

  /// A watch without a session.
  ///
  /// - Parameters:
  ///   - seed: Random; views are drawn from it.
  ///   - phone: The one peer.
  ///   - limits: The numbers to go by.
  ///   - rules: All, outside the simulation.
  package init(
    seed: UInt64, phone: DeviceID, limits: NodeLimits = NodeLimits(), rules: Rules = Rules()
  ) {
    self.phone = phone
    self.limits = limits
    self.rules = rules
    view = seed
    drawView()
  }

  /// Whether a session is under way.
  package var isConnected: Bool { !sessions.isEmpty }
  /// Whether the session has greeted and reconciled.
  package var isReady: Bool { isConnected && current.exchange.isReady }
  /// Whether a message came that has to be acknowledged.
  package var owesAcknowledgement: Bool {
    isConnected && current.exchange.owesAcknowledgement
  }
  /// What came of the phone and is not acknowledged, if anything.
  package var unacknowledged: Unacknowledged? {
    isConnected ? current.exchange.unacknowledged : nil
  }
  /// Whether the view changed before the phone answered, so that only a new session helps.
  package var needsNewSession: Bool {
    isConnected && !isReady && current.view != view
  }

  /// The session under way, which there is: lent, and changed where it is.
  var current: Session {
    _read { yield sessions.span[0] }
    _modify { yield &sessions[0] }
  }

  /// A copy of the session under way, if any.
  var session: Session? {
    get { sessions.first }
    set { sessions = newValue.map { [$0] } ?? [] }
  }

  mutating func drawView() {
    view = view &+ 0x9E37_79B9_7F4A_7C15
    var mixed = view
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    // 0 is no view.
    view = max(1, mixed ^ mixed >> 31)
  }
}

// Life.
extension WatchNode where Store: ~Copyable {
  /// Looks at a store that was just opened: where a header or the record was lost, nothing is claimed
  /// (R24).
  package mutating func opened(_ store: inout Store) throws {
    if store.isRecordLost {
      store.record = SyncRecord(role: .watch)
      drawView()
      mustCommit = true
    }
    guard !store.lostTypes.isEmpty else { return }
    try store.giveUpClaim(on: store.lostTypes, as: .watch)
    try store.forgetLostTypes()
    drawView()
    mustCommit = true
  }

  /// Begins a session, and ends one that was open.
  package mutating func connect(_ store: inout Store, now: Double) throws {
    store.record.ordinal += 1
    var exchange = Exchange<Store>(with: phone, store.window, limits, rules)
    exchange.sends = SharedRange(scope: .all, floor: -.infinity)
    session = Session(exchange: exchange, view: view)
    try greet(&store, now: now)
  }

  /// The connection is gone.
  package mutating func disconnected() {
    session = nil
    outbox = []
  }

  /// Forgets the session and what waited to be told: the store went back to its last commit.
  package mutating func rolledBack() {
    session = nil
    outbox = []
    mustCommit = false
  }

  /// Commits, and hands out what may be told after that (R3).
  ///
  /// - Parameters:
  ///   - store: Whose changes were made since the last time; where it fails, the session is over.
  ///   - foretell: Gets all of that before it may be told, while there is time to prepare it.
  /// - Returns: What to send, in order.
  /// - Throws: The store's errors.
  package mutating func flush(
    _ store: inout Store, foretelling foretell: ([SyncMessage]) -> Void = { _ in }
  ) throws -> [SyncMessage] {
    takeOutbox()
    if mustCommit || !outbox.isEmpty, !rules.has(.tellBeforeCommit) || mustCommit {
      if !outbox.isEmpty { foretell(outbox) }
      do {
        try store.commit()
      } catch {
        rolledBack()
        throw error
      }
    }
    mustCommit = false
    defer { outbox = [] }
    return outbox
  }

  mutating func takeOutbox() {
    guard isConnected, !current.exchange.outbox.isEmpty else { return }
    outbox += current.exchange.outbox
    current.exchange.outbox = []
  }

  /// The watch speaks, at first or again after its view changed.
  mutating func greet(_ store: inout Store, now: Double) throws {
    guard isConnected else { return }
    mustGreet = false
    let record = store.record
    let vector = store.presented
    let isShort = vector.intervalCount <= limits.wholeVector
    let receipt = record.receipt
    let range = store.window
    current.begin(range, view: view, vector, receipt, toldQuestions: record.questions)
    current.toldWorkouts = workouts
    var settings = record.settings
    settings.records = [:]
    current.exchange.send(
      .hello(
        Hello(
          versions: limits.versions, role: .watch, incarnation: store.nextWriter,
          ordinal: record.ordinal, view: view, floor: range.floor,
          known: record.known, settings: settings,
          vector: isShort ? .whole(vector) : .digest(vector.digest),
          receipt: receipt.intervalCount <= limits.wholeVector ? nil : receipt.summary,
          cursor: record.peers[phone]?.cursor ?? .beginning, questions: record.questions,
          workouts: workouts, now: now, limits: limits.session)))
  }

  /// Ends the session with a word.
  mutating func end(_ reason: SessionEnd.Reason, _ detail: String) {
    end(saying: SessionEnd(reason, detail))
  }

  /// Ends the session for a vector that is not taken.
  mutating func end(for fault: VectorFault) {
    end(saying: fault.end(of: "the phone"))
  }

  private mutating func end(saying last: SessionEnd) {
    takeOutbox()
    outbox.append(.ended(last))
    session = nil
  }
}

extension WatchNode.Session where Store: ~Copyable {
  /// A hello is told, and nothing of an earlier one is in force.
  fileprivate mutating func begin(
    _ range: SharedRange, view: UInt64, _ vector: VersionVector, _ receipt: VersionVector,
    toldQuestions: [AccessQuestion]
  ) {
    exchange.isReady = false
    exchange.range = range
    exchange.told = vector
    self.view = view
    telling = nil
    pin = nil
    answered = nil
    helloVector = vector
    helloReceipt = receipt
    self.toldQuestions = toldQuestions
  }
}

// What the owner and the clock do.
extension WatchNode where Store: ~Copyable {
  /// Moves the window (R16).
  ///
  /// What came of the phone since its welcome may be in no receipt yet, and is not pruned before (R15), so
  /// the watch asks for one.
  package mutating func moveFloor(to floor: Double, _ store: inout Store) throws {
    if try store.moveFloor(to: floor, rules) { drawView() }
    if isReady, !current.exchange.shown.isEmpty { mustGreet = true }
    mustCommit = true
  }

  /// Lets go of what is out of the window or scope, where the phone gave a receipt in this session (R14, R15).
  ///
  /// What it said in an earlier session may be true no more: it may have been restored since. So a watch that
  /// is alone keeps more than its window.
  package mutating func prune(_ store: inout Store) throws {
    guard isConnected && current.hasReceipt || rules.has(.pruneBetweenSessions) else { return }
    try store.prune(rules)
    mustCommit = true
  }

  /// Forgets tombstones whose time is over (R12).
  package mutating func collect(_ store: inout Store, now: Double) throws {
    // A phone that was never met acknowledged nothing.
    if store.record.peers[phone] == nil { store.record.peers[phone] = PeerRecord(heard: now) }
    try store.collect(as: .watch, limits, rules, now: now)
    mustCommit = true
  }

  /// A person accepts what the brake stopped: the next reconciliation passes (R22).
  package mutating func acceptBrake() {
    accepted = brake
    brake = nil
  }

  /// A person refuses what the brake stopped: the phone is told to give its claim up (R22).
  package mutating func refuseBrake(_ store: inout Store) {
    guard let brake else { return }
    store.record.peers[phone]?.refused.formUnion(brake.counts.keys)
    self.brake = nil
    mustCommit = true
  }

  /// Forgets the brake without an answer.
  package mutating func forgetBrake() { brake = nil }

  /// Gives up what a person refused to believe (R22).
  package mutating func giveUpClaim(on types: Set<ObjectType>, _ store: inout Store) throws {
    guard !rules.has(.refuseKeepsClaim) else { return }
    try store.giveUpClaim(on: types, as: .watch)
    drawView()
    mustCommit = true
  }

  /// Notes what an app asks for, until the phone's owner decides or the app withdraws it.
  ///
  /// - Parameters:
  ///   - question: The same app asking for the same again changes nothing.
  ///   - store: Where it waits.
  /// - Returns: Whether it waits now; `false` where as many wait as may.
  package mutating func ask(_ question: AccessQuestion, _ store: inout Store) -> Bool {
    let isKnown = store.record.questions.contains {
      $0.id == question.id || $0.app == question.app && $0.request == question.request
    }
    if isKnown { return true }
    guard store.record.questions.count < AccessQuestion.mostOpen else { return false }
    store.record.questions.append(question)
    mustCommit = true
    return true
  }

  /// Takes a question back.
  package mutating func withdraw(_ question: UInt64, _ store: inout Store) {
    store.record.questions.removeAll { $0.id == question }
    mustCommit = true
  }
}
