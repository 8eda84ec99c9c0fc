package import HealthModel

/// The phone's side of the rules, beside its store: what is forgotten when the process ends.
///
/// With each watch it has at most one session, which is greeted (a hello in force), maybe reconciled,
/// and ready then. It is exact: what it covers and does not hold is dead. Facts count whenever they come,
/// from every watch and of every type; nonsense ends the session.
package struct PhoneNode<Store: SyncStore & ~Copyable>: Sendable {
  /// What the claims of watches alone implied, and waits for a person (R22).
  package internal(set) var brakes: [DeviceID: Brake] = [:]
  /// Watches whose sessions went back: they were restored, or there are two of one (R21).
  package internal(set) var alarms: Set<DeviceID> = []
  /// Settings that watches show, and that this phone neither remembers nor sealed: they wait for a person (R20).
  package internal(set) var unsealed: [DeviceID: WatchSettings] = [:]
  /// What watches told of workouts last.
  package var workouts: [DeviceID: WorkoutReport] = [:]

  let limits: NodeLimits
  let rules: Rules
  let sealing: SettingsSealing
  var sessions = PhoneSessions<Session>()
  var outbox: [(watch: DeviceID, message: SyncMessage)] = []
  var mustCommit = false
  /// What a person accepted: the next reconciliation with that watch passes as far.
  var accepted: [DeviceID: Brake] = [:]

  /// The phone's side of one connection.
  struct Session: Sendable {
    var exchange: Exchange<Store>
    /// The hello in force.
    var greeting: Greeting?
    /// A hello whose vector is not known yet.
    var waiting: Hello?
    /// For each vector that was asked for and has not come, the own one that the watch was given to refer to.
    var wanted: [VersionVector] = []
    var mustReconcile: Bool
    var telling: Telling?
    var heard = Heard()
    var refill: Store.Walk?
    /// The own vector when the refill began.
    var refillVector = VersionVector()
    var refillLess = VersionVector()
    var isRefilled = false
    var clockSkew: Double?
    var equalAt: Double?
    /// Whether the watch compared before it had everything.
    var owesComparison = false
  }

  /// A phone without sessions.
  ///
  /// - Parameters:
  ///   - limits: The numbers to go by.
  ///   - rules: All, outside the simulation.
  ///   - sealing: How it knows its own settings again; with none it asks a person about all that it forgot.
  package init(
    limits: NodeLimits = NodeLimits(), rules: Rules = Rules(), sealing: SettingsSealing = .none
  ) {
    self.limits = limits
    self.rules = rules
    self.sealing = sealing
  }

  /// Where the session of a watch is.
  func place(of watch: DeviceID) -> Int? { sessions.place(of: watch) }

  package func isConnected(_ watch: DeviceID) -> Bool { place(of: watch) != nil }

  /// Whether the session has greeted and reconciled.
  package func isReady(_ watch: DeviceID) -> Bool {
    place(of: watch).map { sessions[$0].exchange.isReady } ?? false
  }

  /// Whether a message came that has to be acknowledged.
  package func owesAcknowledgement(_ watch: DeviceID) -> Bool {
    place(of: watch).map { sessions[$0].exchange.owesAcknowledgement } ?? false
  }

  /// What came of a watch and is not acknowledged, if anything.
  package func unacknowledged(_ watch: DeviceID) -> Unacknowledged? {
    place(of: watch).flatMap { sessions[$0].exchange.unacknowledged }
  }

  /// How far a watch's clock is ahead, in seconds; reported, never used.
  package func clockSkew(of watch: DeviceID) -> Double? {
    place(of: watch).flatMap { sessions[$0].clockSkew }
  }
}

// Life.
extension PhoneNode where Store: ~Copyable {
  /// Looks at a store that was just opened: where a header or the record was lost, nothing is claimed
  /// (R24).
  package mutating func opened(_ store: inout Store) throws {
    if store.isRecordLost {
      // What each watch may have comes back with its hello (R20).
      try store.uncover(store.strays(of: store.vector))
      store.record = SyncRecord(role: .phone)
      mustCommit = true
    }
    guard !store.lostTypes.isEmpty else { return }
    try store.giveUpClaim(on: store.lostTypes, as: .phone)
    try store.forgetLostTypes()
    mustCommit = true
  }

  /// Takes a watch in, with the settings that its owner chose.
  package mutating func add(
    _ watch: DeviceID, _ store: inout Store, scope: TypeScope = .all, now: Double
  ) {
    guard store.record.peers[watch] == nil else { return }
    store.record.peers[watch] = PeerRecord(
      heard: now,
      settings: WatchSettings(
        version: WatchSettings.Version(number: 1, incarnation: nil), scope: scope))
    mustCommit = true
  }

  /// A watch connected; a session of the same device that was open is over.
  ///
  /// - Parameters:
  ///   - watch: Which.
  ///   - mustReconcile: Whether this session has to reconcile, whatever the cursors say.
  package mutating func connected(_ watch: DeviceID, mustReconcile: Bool = false) {
    let range = SharedRange(scope: .none, floor: .infinity)
    outbox.removeAll { $0.watch == watch }
    let exchange = Exchange<Store>(with: watch, range, limits, rules)
    sessions.put(Session(exchange: exchange, mustReconcile: mustReconcile), of: watch)
  }

  /// A watch is no longer of the pair.
  package mutating func forget(_ watch: DeviceID) {
    workouts[watch] = nil
    unsealed[watch] = nil
  }

  /// The connection is gone.
  package mutating func disconnected(_ watch: DeviceID) {
    forgetSession(of: watch)
    outbox.removeAll { $0.watch == watch }
  }

  /// Forgets every session and what waited to be told: the store went back to its last commit.
  package mutating func rolledBack() {
    sessions.removeAll()
    outbox = []
    mustCommit = false
  }

  /// Commits, and hands out what may be told after that (R3).
  ///
  /// - Parameters:
  ///   - store: Whose changes were made since the last time; where it fails, all sessions are over.
  ///   - foretell: Gets all of that before it may be told, while there is time to prepare it.
  /// - Returns: What to send, in order.
  /// - Throws: The store's errors.
  package mutating func flush(
    _ store: inout Store,
    foretelling foretell: ([(watch: DeviceID, message: SyncMessage)]) -> Void = { _ in }
  ) throws -> [(watch: DeviceID, message: SyncMessage)] {
    for place in sessions.indices { takeOutbox(place) }
    if try store.forgetDeadHeld() { mustCommit = true }
    if mustCommit || !outbox.isEmpty && !rules.has(.tellBeforeCommit) {
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

  private mutating func takeOutbox(_ place: Int) {
    guard !sessions[place].exchange.outbox.isEmpty else { return }
    let watch = sessions[place].exchange.peer
    for message in sessions[place].exchange.outbox { outbox.append((watch, message)) }
    sessions[place].exchange.outbox = []
  }

  mutating func forgetSession(of watch: DeviceID) {
    if let place = place(of: watch) { sessions.remove(at: place) }
  }

  /// Ends a session with a word.
  mutating func end(
    _ watch: DeviceID, _ reason: SessionEnd.Reason, _ detail: String
  ) {
    end(watch, saying: SessionEnd(reason, detail))
  }

  /// Ends a session for a vector that is not taken.
  mutating func end(_ watch: DeviceID, for fault: VectorFault) {
    end(watch, saying: fault.end(of: "the watch"))
  }

  private mutating func end(_ watch: DeviceID, saying last: SessionEnd) {
    if let place = place(of: watch) {
      takeOutbox(place)
      sessions.remove(at: place)
    }
    outbox.append((watch, .ended(last)))
  }
}

// What the owner and the clock do.
extension PhoneNode where Store: ~Copyable {
  /// The owner decides for a watch: the record gets the next version (R18).
  ///
  /// - Parameters:
  ///   - watch: For which.
  ///   - store: Where the record is.
  ///   - change: What to change; the version is not its business.
  /// - Throws: The store's errors.
  package mutating func decide(
    for watch: DeviceID, _ store: inout Store, _ change: (inout WatchSettings) -> Void
  ) throws {
    guard var settings = store.record.peers[watch]?.settings else { return }
    let number = settings.version.number
    try store.beginIncarnation()
    // The watch has let go of the others by now.
    settings.answered.formIntersection(
      (store.record.peers[watch]?.questions ?? []).map(\.id))
    change(&settings)
    settings.version = WatchSettings.Version(number: number + 1, incarnation: store.nextWriter)
    store.record.peers[watch]?.decide(settings)
    mustCommit = true
  }

  /// What apps of a watch asked for and nobody decided yet.
  package func questions(of watch: DeviceID, _ store: borrowing Store) -> [AccessQuestion] {
    guard let peer = store.record.peers[watch] else { return [] }
    return peer.questions.filter { !peer.settings.answered.contains($0.id) }
  }

  /// Forgets tombstones whose time is over (R12).
  package mutating func collect(_ store: inout Store, now: Double) throws {
    try store.collect(as: .phone, limits, rules, now: now)
    mustCommit = true
  }

  /// A person accepts what the brake stopped: the next reconciliation with the watch passes (R22).
  package mutating func acceptBrake(of watch: DeviceID) {
    guard let brake = brakes.removeValue(forKey: watch) else { return }
    accepted[watch] = brake
  }

  /// A person refuses what the brake stopped: the watch is told to give its claim up (R22).
  package mutating func refuseBrake(of watch: DeviceID, _ store: inout Store) {
    guard let brake = brakes.removeValue(forKey: watch) else { return }
    store.record.peers[watch]?.refused.formUnion(brake.counts.keys)
    mustCommit = true
  }

  /// What a watch said is deleted, and waits for a person (R28).
  package func held(of watch: DeviceID, _ store: borrowing Store) -> VersionVector {
    store.record.peers[watch]?.trust.held ?? VersionVector()
  }

  /// Forgets what a watch said is deleted, as a person decided: the samples are buried now, or buried and saved again.
  ///
  /// - Returns: The live dots among them.
  package mutating func takeHeld(
    of watch: DeviceID, _ store: inout Store
  ) throws -> VersionVector {
    let held = try store.live(among: held(of: watch, store))
    store.record.peers[watch]?.trust.held = VersionVector()
    mustCommit = true
    return held
  }

  /// A person accepts what a watch said is deleted (R28).
  package mutating func acceptHeld(
    of watch: DeviceID, _ store: inout Store, now: Double
  ) throws {
    let held = try takeHeld(of: watch, &store)
    if !held.isEmpty { try store.bury(held, at: now) }
  }

  /// Notes that the roots of both were equal (R28).
  package mutating func noteEqual(_ watch: DeviceID, _ store: inout Store, now: Double) {
    store.noteEqual(watch, limits, now: now)
  }

  /// A person says whether settings count that a watch shows and that this phone did not seal (R20).
  ///
  /// - Returns: What the watch may have from now on; `nil` where nothing was asked.
  package mutating func answerUnsealed(
    of watch: DeviceID, accepts: Bool, _ store: inout Store
  ) throws -> WatchSettings? {
    guard let theirs = unsealed.removeValue(forKey: watch) else { return nil }
    let settings = try decideAnew(after: theirs, narrowing: accepts, for: watch, &store)
    store.record.peers[watch]?.overtake(theirs.version)
    mustCommit = true
    return settings
  }

  /// Forgets all questions to a person without an answer.
  package mutating func forgetBrakes() { (brakes, unsealed) = ([:], [:]) }

  /// Gives up what a person refused to believe (R22).
  package mutating func giveUpClaim(on types: Set<ObjectType>, _ store: inout Store) throws {
    guard !rules.has(.refuseKeepsClaim) else { return }
    try store.giveUpClaim(on: types, as: .phone)
    for place in sessions.indices { sessions[place].forgetWalks() }
    mustCommit = true
  }
}
