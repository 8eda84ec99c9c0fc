internal import HealthModel

// What a watch holds: floor, scope, and what may leave.
extension SyncStore where Self: ~Copyable {
  /// The window and scope of a watch.
  var window: SharedRange { SharedRange(scope: record.settings.scope, floor: floor) }

  /// What a watch compares in a reconciliation: its window, and what lies below down to the first day of which
  /// it keeps rows that the phone has processed, as others of their groups are in the window (R13, R15).
  ///
  /// The phone may have deleted them, and no list that ends at the floor would say so.
  mutating func reconciled(_ window: SharedRange, in pin: Pin) throws -> SharedRange {
    var all = window
    all.floor = Instant.permitted.lowerBound
    let days = try roots(all, in: pin).keys.filter { DayList.start(of: $0) < window.floor }.sorted()
    guard !days.isEmpty else { return window }
    var listed = VersionVector()
    for list in try lists(window, days: days, in: pin) { listed.formUnion(list.live) }
    let first = try lists(all, days: days, in: pin).first { list in
      !list.live.subtracting(listed).intersection(record.receipt).isEmpty
    }
    guard let first else { return window }
    return SharedRange(scope: window.scope, floor: DayList.start(of: first.day))
  }

  /// R14, R15: rows of every origin leave, each only under the phone's receipt, which is to be of the session
  /// under way.
  mutating func prune(_ rules: Rules) throws {
    var receipt = record.receipt
    if rules.has(.pruneWithoutReceipt) { receipt = vector }
    if rules.has(.pruneForeignFreely) {
      for (stream, intervals) in vector.streams where stream.incarnation != nextWriter {
        receipt[stream].formUnion(intervals)
      }
    }
    try prune(outside: window, under: receipt)
  }

  /// R14: a receipt replaces the earlier one and prunes at once, before any list is judged.
  ///
  /// - Parameters:
  ///   - vector: The phone's, as presented.
  ///   - rules: All.
  ///   - prunesNow: Whether to prune at once; otherwise a later receipt of the same session will.
  /// - Throws: The store's errors.
  mutating func takeReceipt(
    _ vector: VersionVector, _ rules: Rules, prunesNow: Bool = true
  ) throws {
    if rules.has(.receiptMerged) {
      record.receipt.formUnion(vector)
    } else if record.receipt != vector {
      record.receipt = vector
    }
    if prunesNow, !rules.has(.pruneLater) { try prune(rules) }
  }

  /// R18: a type lost is unknown, and so is a type gained; tombstones stay, and so do rows until the next prune.
  ///
  /// - Returns: Whether it is newer than what was in force.
  mutating func takeSettings(_ settings: WatchSettings, _ rules: Rules) throws -> Bool {
    guard settings.version.number > record.settings.version.number else { return false }
    let changed = record.settings.scope.symmetricDifference(settings.scope)
    if !rules.has(.purgeKeepsKnown) { record.known.set(.infinity, for: changed) }
    if rules.has(.purgeDropsTombs), !changed.isEmpty {
      try dropTombstones(through: head.position)
    }
    record.settings = settings
    record.questions.removeAll { settings.answered.contains($0.id) }
    return true
  }

  /// R16: forward, known-from goes along; back, it stays, and the range between is unknown.
  ///
  /// - Returns: Whether it went back, which takes a new view.
  mutating func moveFloor(to floor: Double, _ rules: Rules) throws -> Bool {
    let before = self.floor
    let known = record.known
    try setFloor(floor)
    record.known.raise(to: floor)
    guard floor < before else { return false }
    if rules.has(.floorBackKnown) {
      record.known = KnownFrom(
        others: known.others == before ? floor : known.others,
        types: known.types.mapValues { $0 == before ? floor : $0 })
    }
    return true
  }
}
