internal import HealthModel

/// What a session knows of its peer and has told it, the same on both sides.
struct Exchange<Store: SyncStore & ~Copyable>: Sendable {
  let peer: DeviceID
  let node: NodeLimits
  let rules: Rules
  /// What the watch of the session asked for in the hello in force: what both sides compare.
  var range: SharedRange
  /// What this side sends rows of.
  var sends: SharedRange
  /// What the peer takes at a time.
  var limits: SessionLimits
  /// Whether the handshake, and a reconciliation where one was due, is done.
  var isReady = false
  /// The own vector as told last.
  var told = VersionVector()
  /// The peer's vector as told last.
  var heard = VersionVector()
  /// What the peer covers or was sent.
  var peerCovers = VersionVector() {
    didSet { emptyWalkVector = nil }
  }
  /// The samples that the peer sent since its hello or welcome: it covers them, so that none is sent back.
  private(set) var shown = VersionVector()
  /// The end of the log as told last.
  var logTold = LogPlace.beginning
  /// The log position up to which there is nothing more to tell.
  var logScanned: Int64 = 0
  var outbox: [SyncMessage] = []

  private var sentWeight: UInt64 = 0
  private var acknowledgedWeight: UInt64 = 0
  /// The weight of what was received and processed.
  private(set) var received: UInt64 = 0
  /// What of that the peer was told of.
  private var receivedTold: UInt64 = 0
  private var walk: Store.Walk?
  /// The own vector when the walk began: what is in it and did not come of the walk is skipped.
  private var walkVector = VersionVector()
  /// All of the own vector then, with what is out of scope.
  private var walkBegan = VersionVector()
  /// All of the own vector when a walk began that found nothing.
  private var emptyWalkVector: VersionVector?
  /// A batch whose documents go first.
  private(set) var held: HeldBatch?
  /// Dots of samples that were gathered and not sent, because a part of them cannot be read.
  private var leftOut = VersionVector()

  struct HeldBatch {
    var batch: ChangeBatch
    var documents: [SampleUUID]
    var ordinal = 0
  }

  init(with peer: DeviceID, _ range: SharedRange, _ node: NodeLimits, _ rules: Rules) {
    self.peer = peer
    self.range = range
    sends = range
    self.node = node
    self.rules = rules
    limits = node.session
  }

  /// Starts sending over, to a peer that covers `vector` and has processed the log up to `cursor`.
  mutating func restart(covering vector: VersionVector, from cursor: LogPlace) {
    peerCovers = vector
    shown = VersionVector()
    logTold = cursor
    logScanned = cursor.position
    forgetWalks()
  }

  /// Walks anew: dots that a walk takes for dead may come to life again.
  mutating func forgetWalks() {
    walk = nil
    if let held { peerCovers.subtract(held.batch.covers) }
    held = nil
    emptyWalkVector = nil
  }
}

// Credit and weight.
extension Exchange where Store: ~Copyable {
  var hasCredit: Bool { sentWeight - acknowledgedWeight < UInt64(limits.credit) }

  /// Whether something came that the peer was not told of.
  var owesAcknowledgement: Bool { received > receivedTold }

  /// What came and is not acknowledged, and how much of it the peer sends at most; nothing where all is.
  var unacknowledged: Unacknowledged? {
    owesAcknowledgement
      ? Unacknowledged(weight: received - receivedTold, credit: UInt64(limits.credit)) : nil
  }

  /// Whether everything that was sent is acknowledged.
  var isAcknowledged: Bool { sentWeight == acknowledgedWeight }

  /// Whether less than one batch is under way.
  var isNearlyAcknowledged: Bool { sentWeight - acknowledgedWeight < UInt64(limits.bytes) }

  mutating func send(_ message: SyncMessage) {
    sentWeight += message.weight
    outbox.append(message)
  }

  mutating func noteReceived(_ message: SyncMessage) {
    received += message.weight
    guard case .batch(let batch) = message, !batch.runs.isEmpty, !node.sendsBack else { return }
    var sent = VersionVector()
    for run in batch.runs { sent.cover(run.dots, of: run.type) }
    shown.formUnion(sent)
    peerCovers.formUnion(sent)
  }

  /// Tells what was received and covered, which is owed no more.
  mutating func acknowledge(_ vector: VersionVector, cursor: LogPlace) {
    receivedTold = received
    send(
      .acknowledgement(
        Acknowledgement(vector: tell(vector), cursor: cursor, received: received)))
  }

  /// The peer processed so much of what was sent; more than that is no news.
  mutating func noteAcknowledged(_ weight: UInt64) {
    acknowledgedWeight = max(acknowledgedWeight, min(weight, sentWeight))
  }
}

// Vectors.
extension Exchange where Store: ~Copyable {
  /// Tells the own vector: as what changed since it was told last, which the peer has heard by then.
  mutating func tell(_ vector: VersionVector) -> VectorNews {
    defer { told = vector }
    return vector.intervalCount <= node.wholeVector || told.isEmpty
      ? .whole(vector) : .difference(vector.difference(from: told))
  }

  /// As many intervals as any vector may have.
  static var mostIntervals: Int { 262_144 }

  /// Hears the peer's vector.
  ///
  /// - Parameters:
  ///   - news: As it was told.
  ///   - others: What it can be told by, beside the vector that was heard last.
  /// - Returns: The vector, or why it is not taken.
  mutating func hear(
    _ news: VectorNews, among others: [VersionVector] = []
  ) -> Result<VersionVector, VectorFault> {
    guard let vector = vector(news, among: others) else { return .failure(.unknown) }
    // A difference is short, and what comes of it may be long.
    guard vector.intervalCount <= Self.mostIntervals else { return .failure(.tooLong) }
    heard = vector
    return .success(vector)
  }

  private func vector(_ news: VectorNews, among others: [VersionVector]) -> VersionVector? {
    switch news {
    case .whole(let vector): return vector
    case .digest(let digest): return ([heard] + others).first { $0.digest == digest }
    case .difference(let difference):
      // The same news twice changes nothing.
      if !heard.isEmpty, heard.digest == difference.result { return heard }
      for candidate in [heard] + others {
        if let vector = candidate.applying(difference) { return vector }
      }
      return nil
    }
  }
}

// Deaths and inserts.
extension Exchange where Store: ~Copyable {
  /// R8: the deaths that the peer has not been told of, by log position.
  ///
  /// - Returns: `false` where tombstones behind the peer's cursor are gone (R11).
  mutating func sendDeaths(_ store: inout Store) throws -> Bool {
    if logScanned < store.horizon, !rules.has(.horizonOnce), !rules.has(.noHorizon) {
      return false
    }
    while logScanned < store.head.position, hasCredit {
      let (runs, through) = try store.deletions(after: logScanned, atMost: node.partEntries)
      logScanned = max(logScanned + 1, through.position)
      guard !runs.isEmpty else { continue }
      send(
        .batch(ChangeBatch(deletions: runs, log: LogRange(start: logTold, end: through))))
      logTold = through
    }
    return true
  }

  /// R4, R5: what is held here and the peer does not cover, newest first, and last what to skip.
  ///
  /// - Parameters:
  ///   - store: Where from.
  ///   - view: The view that it is filtered for (R7).
  ///   - skips: Whether to skip the rest: only a phone can tell dead from never sent.
  /// - Throws: The store's errors.
  mutating func sendInserts(_ store: inout Store, view: UInt64, skips: Bool) throws {
    while hasCredit {
      if held != nil {
        try sendHeld(&store)
        continue
      }
      if walk == nil {
        // A death may have taken damage away, so that more is presented of the same vector (R24).
        let all = rules.has(.walkCountsForLater) ? store.vector : store.presented
        if all == emptyWalkVector { return }
        let presented = all.restricted(to: sends.scope)
        guard !peerCovers.isSuperset(of: presented) else {
          emptyWalkVector = all
          return
        }
        walkVector = presented
        walkBegan = all
        walk = try store.walk(sends, .lacking(peerCovers))
      }
      var current = walk
      let runs = try gather(
        &current, &store, atMost: Int(clamping: node.batchDots), without: peerCovers)
      walk = current
      var covers = VersionVector()
      for run in runs { covers.cover(run.dots, of: run.type) }
      if walk == nil, skips {
        // What cannot be read, now or when the walk began, is neither dead nor below the floor.
        var rest = walkVector
        rest.subtract(peerCovers)
        rest.subtract(covers)
        rest.subtract(store.damaged)
        covers.formUnion(
          rest.prefix(dots: node.batchDots - covers.count, intervals: node.partEntries))
      }
      guard !covers.isEmpty else {
        // What came since the walk began is not in it, and may be before where it stood.
        emptyWalkVector = rules.has(.walkCountsForLater) ? store.vector : walkBegan
        continue
      }
      peerCovers.formUnion(covers)
      hold(ChangeBatch(view: view, covers: covers, runs: runs))
    }
  }

  /// Rows for one message; the walk is `nil` after its last.
  mutating func gather(
    _ walk: inout Store.Walk?, _ store: inout Store, atMost most: Int, without known: VersionVector
  ) throws -> [SampleRun] {
    var runs: [SampleRun] = []
    var room = SessionLimits(
      samples: min(limits.samples, most), bytes: limits.bytes, credit: limits.credit)
    // A walk gives a row that fits nowhere alone, so it is not asked for the last of the room.
    while room.samples > 0, room.bytes >= (limits.bytes + 1) / 2, var current = walk {
      let more = try store.next(&current, without: known, atMost: room)
      walk = more.isEmpty ? nil : current
      for run in more {
        room.samples -= run.count
        room.bytes -= run.weight
      }
      runs += more
    }
    return runs
  }

  /// Sends a batch, or keeps it until the bytes of its documents are sent.
  mutating func hold(_ batch: ChangeBatch) {
    let documents = batch.runs.flatMap(\.documents)
    if documents.isEmpty {
      send(.batch(batch))
    } else {
      held = HeldBatch(batch: batch, documents: documents)
    }
  }

  mutating func sendHeld(_ store: inout Store) throws {
    guard var waiting = held else { return }
    if let uuid = waiting.documents.last {
      switch try store.documentPiece(waiting.ordinal, of: uuid) {
      case .bytes(let bytes):
        let piece = ChangeBatch.DocumentPiece(uuid: uuid, ordinal: waiting.ordinal, bytes: bytes)
        send(.batch(ChangeBatch(documents: [piece])))
        waiting.ordinal += 1
      case .none:
        waiting.documents.removeLast()
        waiting.ordinal = 0
      case .unreadable:
        // The others go on; this one is neither sent nor skipped.
        waiting.documents.removeLast()
        waiting.ordinal = 0
        leftOut.formUnion(waiting.batch.leaveOut(uuid))
      }
      held = waiting
    } else {
      waiting.batch.refill?.vector?.subtract(leftOut)
      send(.batch(waiting.batch))
      held = nil
    }
  }
}

extension ChangeBatch {
  /// Takes a sample out, as if it had not been gathered; returns its dots.
  fileprivate mutating func leaveOut(_ uuid: SampleUUID) -> VersionVector {
    var dots = VersionVector()
    for (index, run) in runs.enumerated() where run.uuids.contains(uuid) {
      let out = run.uuids.indices.filter { run.uuids[$0] == uuid }
      dots.cover(run.selecting(out).dots, of: run.type)
      runs[index] = run.selecting(run.uuids.indices.filter { run.uuids[$0] != uuid })
    }
    runs.removeAll(where: \.isEmpty)
    covers.subtract(dots)
    return dots
  }
}

extension SampleRun {
  /// The documents among its rows.
  fileprivate var documents: [SampleUUID] {
    guard case .objects(let bodies) = payload else { return [] }
    return zip(uuids, bodies).compactMap { uuid, body in
      if case .document = body { uuid } else { nil }
    }
  }
}
