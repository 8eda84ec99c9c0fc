internal import HealthModel
internal import HealthStorage
internal import SyncCore

/// The rules of this node's side beside its store, in turns.
///
/// What came goes in, and what is to be said comes out. It is used on the writer's thread alone.
struct SyncRules: Sendable {
  /// What happened since the last turn.
  struct Input: Sendable {
    /// Sessions that are over, and then those that began.
    var closed: [DeviceID] = []
    var opened: [DeviceID] = []
    var messages: [(peer: DeviceID, messages: [SyncMessage])] = []
    /// Peers that are to reconcile, whatever the cursors say.
    var reconciling: Set<DeviceID> = []
    /// Peers with whom somebody waits for a comparison that begins now.
    var wanted: Set<DeviceID> = []
    /// Whether the last comparison is long enough ago to compare without being asked.
    var mayCompare = false
  }

  /// What comes of a turn.
  struct Output: Sendable {
    var messages: [(peer: DeviceID, message: SyncMessage)] = []
    /// Sessions that the rules ended.
    var ended: Set<DeviceID> = []
    /// Peers that were seen to hold the same.
    var equal: Set<DeviceID> = []
    /// Peers that were asked, or were asked to ask: what they answer after this turn counts.
    var asked: Set<DeviceID> = []
    /// Whether a comparison waits for nothing but its time.
    var isCompareDue = false
    /// Whether something that came is not acknowledged yet.
    var owesAcknowledgement = false
    /// Whether one was begun, and how often the answer was in vain before.
    var didCompare = false
    var vain = 0
    var head: Int64 = 0
    var standings: [DeviceID: Standing] = [:]
    /// What watches told of workouts last.
    var workouts: [DeviceID: WorkoutReport] = [:]
  }

  /// How it stands with a peer after a turn.
  struct Standing: Sendable {
    var isReady: Bool
    var clockSkew: Double?
    var braked: [ObjectType: Int]
    /// What the peer says is deleted, and waits for a person.
    var held: [ObjectType: UInt64] = [:]
    /// Whether it shows settings that wait for a person.
    var isUnsealed = false
    var isAlarmed: Bool

    /// Whether the peer waits for a person.
    var isBraked: Bool { !braked.isEmpty || isUnsealed }
  }

  let role: NodeRole
  let seed: UInt64
  let limits: NodeLimits
  var phone: PhoneNode<SyncTransaction>
  var watch: WatchNode<SyncTransaction>?
  /// What there is to tell of workouts, on a watch.
  var workouts = WorkoutReport()
  var sessions: Set<DeviceID> = []
  /// Whether anything was told since both were last seen to hold the same.
  private var isDirty = true
  /// Whether a comparison is under way.
  private var isComparing = false
  /// How often in a row the answer was that nobody could tell.
  private var vain = 0
  /// When the phone last asked each watch to compare again.
  private var lastOffers: [DeviceID: Double] = [:]
  /// How often those of the sessions hear that what they sent has come.
  private var paces: [DeviceID: AcknowledgementPace] = [:]
  /// What was said between turns.
  var unsent: [(peer: DeviceID, message: SyncMessage)] = []
  var adopted: WatchSettings.Version?

  init(
    as role: NodeRole, seed: UInt64, limits: NodeLimits = NodeLimits(),
    sealing: SettingsSealing = .none
  ) {
    self.role = role
    self.seed = seed
    self.limits = limits
    phone = PhoneNode(limits: limits, sealing: sealing)
  }

  /// What the brake stopped of a peer's claim, if anything.
  func brake(of peer: DeviceID) -> Brake? {
    let brake = role == .phone ? phone.brakes[peer] : watch?.brake
    return brake?.claimer == peer ? brake : nil
  }
}

// Turns.
extension SyncRules {
  /// Gets all the messages of a turn before they may be told.
  typealias Foretelling = ([(peer: DeviceID, message: SyncMessage)]) -> Void

  /// One turn; what comes out is durable.
  ///
  /// - Parameters:
  ///   - input: What happened since the last one.
  ///   - store: Where the rules read and write.
  ///   - now: The node's clock.
  ///   - foretell: Called at most once, while there is time to prepare the messages.
  /// - Returns: What is to be said and known.
  /// - Throws: The store's errors: all sessions are over then.
  package mutating func turn(
    _ input: Input, _ store: inout SyncTransaction, now: Double,
    foretelling foretell: Foretelling = { _ in }
  ) throws -> Output {
    do {
      return try role == .phone
        ? phoneTurn(input, &store, now: now, foretell)
        : watchTurn(input, &store, now: now, foretell)
    } catch {
      rolledBack()
      throw error
    }
  }

  /// Forgets what the store has forgotten: all sessions are over.
  mutating func rolledBack() {
    phone.rolledBack()
    watch?.rolledBack()
    sessions = []
    paces = [:]
    unsent = []
    adopted = nil
  }

  /// What a peer said that no store takes; everything of the turn is taken back.
  struct PeerFault: Error {
    let peer: DeviceID
    let reason: ModelError
  }

  private mutating func phoneTurn(
    _ input: Input, _ store: inout SyncTransaction, now: Double, _ foretell: Foretelling
  ) throws -> Output {
    for peer in input.closed where sessions.remove(peer) != nil {
      phone.disconnected(peer)
      (lastOffers[peer], paces[peer]) = (nil, nil)
    }
    for peer in input.opened {
      sessions.insert(peer)
      phone.connected(peer, mustReconcile: input.reconciling.contains(peer))
    }
    for (peer, messages) in input.messages {
      store.teller = peer
      defer { store.teller = nil }
      var foreseen = 0
      for (index, message) in messages.enumerated() {
        if index == foreseen { foreseen += try store.foresee(messages[index...]) }
        let version = store.record.peers[peer]?.settings.version
        do {
          try phone.receive(message, from: peer, &store, now: now)
        } catch let error as ModelError {
          throw PeerFault(peer: peer, reason: error)
        }
        if let decided = store.record.peers[peer]?.settings, decided.version != version {
          // The watch knew later decisions than this store, which was restored.
          try store.narrowGrants(to: decided.access)
        }
      }
      if messages.contains(where: \.asksApps) { try updateSettings(&store) }
    }
    // An app may have saved one thing on both nodes; the phone decides which version stays.
    try store.settleVersions(at: now)
    var output = Output()
    for peer in sessions {
      try phone.pump(peer, &store, now: now)
      if let owed = phone.unacknowledged(peer) {
        if mayAcknowledge(owed, of: peer, input, now) {
          try phone.acknowledge(peer, &store, now: now)
        } else {
          output.owesAcknowledgement = true
        }
      }
      if input.wanted.contains(peer), phone.askToCompare(peer) { output.asked.insert(peer) }
      // A stream that never ends has gaps, and each comparison costs both some work.
      if abs(now - lastOffers[peer, default: -.infinity]) >= 1,
        phone.askToCompareAgain(peer, store)
      {
        lastOffers[peer] = now
      }
    }
    let unsent = takeUnsent()
    let said = try phone.flush(&store) { messages in
      if unsent.isEmpty { foretell(messages.map { ($0.watch, $0.message) }) }
    }
    for (peer, message) in unsent + said.map({ ($0.watch, $0.message) }) {
      if case .compared(.equal) = message { output.equal.insert(peer) }
      output.messages.append((peer, message))
    }
    let open = sessions
    output.workouts = phone.workouts
    finish(&output, store, leaving: sessions.filter { phone.isConnected($0) })
    for peer in open {
      output.standings[peer] = standing(
        of: peer, isReady: phone.isReady(peer), skew: phone.clockSkew(of: peer))
      output.standings[peer]?.held = phone.held(of: peer, store).counts
      output.standings[peer]?.isUnsealed = phone.unsealed[peer] != nil
    }
    return output
  }

  private mutating func watchTurn(
    _ input: Input, _ store: inout SyncTransaction, now: Double, _ foretell: Foretelling
  ) throws -> Output {
    var output = Output()
    guard let peer = watch?.phone else {
      output.ended = Set(input.opened)
      output.head = store.head.position
      return output
    }
    if input.closed.contains(peer), sessions.remove(peer) != nil {
      watch?.disconnected()
      paces[peer] = nil
    }
    if input.opened.contains(peer) {
      sessions.insert(peer)
      isDirty = true
      isComparing = false
      try watch?.connect(&store, now: now)
    }
    let messages = input.messages.first { $0.peer == peer }?.messages ?? []
    store.teller = peer
    defer { store.teller = nil }
    var foreseen = 0
    for (index, message) in messages.enumerated() {
      if index == foreseen { foreseen += try store.foresee(messages[index...]) }
      do {
        try watch?.receive(message, &store, now: now)
      } catch let error as ModelError {
        throw PeerFault(peer: peer, reason: error)
      }
      if message.changesThings { isDirty = true }
      // Now the phone can tell.
      if case .compareWanted = message { vain = 0 }
      guard case .compared(let verdict) = message else { continue }
      isComparing = false
      if verdict == .equal { output.equal = [peer] } else { isDirty = true }
      vain = verdict == .busy ? min(vain + 1, 16) : 0
    }
    try adoptSettings(&store)
    try watch?.pump(&store, now: now)
    if let owed = watch?.unacknowledged {
      if watch?.isCompareWanted == true || mayAcknowledge(owed, of: peer, input, now) {
        try watch?.acknowledge(&store, now: now)
      } else {
        output.owesAcknowledgement = true
      }
    }
    try compare(input, &output, &store, now: now)
    let unsent = takeUnsent().map(\.message)
    let said = try watch?.flush(&store) { messages in
      if unsent.isEmpty { foretell(messages.map { (peer, $0) }) }
    }
    for message in unsent + (said ?? []) {
      if message.changesThings { isDirty = true }
      output.messages.append((peer, message))
    }
    let isOpen = watch?.isConnected == true && watch?.needsNewSession == false
    let wasOpen = sessions.contains(peer)
    finish(&output, store, leaving: isOpen ? sessions : [])
    // Of a device with which the rules have not been told that there is a pair.
    output.ended.formUnion(input.opened.filter { $0 != peer })
    if wasOpen {
      output.standings[peer] = standing(
        of: peer, isReady: watch?.isReady ?? false, skew: watch?.clockSkew)
    }
    return output
  }

  /// Whether a peer hears now that what it sent has come: at its pace, and at once where somebody waits.
  private mutating func mayAcknowledge(
    _ owed: Unacknowledged, of peer: DeviceID, _ input: Input, _ now: Double
  ) -> Bool {
    var pace = paces[peer] ?? AcknowledgementPace()
    guard input.wanted.contains(peer) || pace.isDue(owed, at: now) else { return false }
    pace.noteSaid(at: now)
    paces[peer] = pace
    return true
  }

  /// Compares where somebody wants it or something was told, and nothing is left to say.
  private mutating func compare(
    _ input: Input, _ output: inout Output, _ store: inout SyncTransaction, now: Double
  ) throws {
    output.vain = vain
    guard let peer = watch?.phone, sessions.contains(peer), !isComparing else { return }
    let isWanted = input.wanted.contains(peer) || watch?.isCompareWanted == true
    guard isWanted || isDirty else { return }
    guard isWanted && vain == 0 || input.mayCompare else {
      output.isCompareDue = true
      return
    }
    guard try watch?.compare(&store) == true else {
      // The phone may have to hear first that the window moved; whatever else is missing makes a turn of
      // its own when it comes.
      try watch?.pump(&store, now: now)
      return
    }
    (isDirty, isComparing, output.didCompare) = (false, true, true)
    output.asked = [peer]
  }

  private mutating func takeUnsent() -> [(peer: DeviceID, message: SyncMessage)] {
    defer { unsent = [] }
    return unsent
  }

  /// Makes what was changed between turns durable; what is to be said goes with the next turn.
  package mutating func commit(_ store: inout SyncTransaction) throws {
    if role == .phone {
      unsent += try phone.flush(&store).map { ($0.watch, $0.message) }
    } else if let peer = watch?.phone {
      unsent += (try watch?.flush(&store) ?? []).map { (peer, $0) }
    }
  }

  private mutating func finish(
    _ output: inout Output, _ store: borrowing SyncTransaction, leaving open: Set<DeviceID>
  ) {
    output.ended = sessions.subtracting(open)
    sessions = open
    output.head = store.head.position
  }

  private func standing(of peer: DeviceID, isReady: Bool, skew: Double?) -> Standing {
    Standing(
      isReady: isReady, clockSkew: skew,
      braked: brake(of: peer)?.counts ?? [:],
      isAlarmed: phone.alarms.contains(peer))
  }

  mutating func adoptSettings(_ store: inout SyncTransaction) throws {
    let version = store.record.settings.version
    guard version != adopted, version != .none else { return }
    try store.adoptSettings()
    adopted = version
  }
}

extension SyncMessage {
  /// Whether it tells what apps ask for.
  fileprivate var asksApps: Bool {
    switch self {
    case .hello, .questions: true
    default: false
    }
  }

  /// Whether it tells of samples, so that it is worth comparing afterwards.
  fileprivate var changesThings: Bool {
    switch self {
    case .batch, .reconcile: true
    default: false
    }
  }
}
