internal import HealthModel
package import SyncCore

/// One thing that is wrong on purpose, to show that the simulation notices.
package enum SimulatedBug: Hashable, Sendable {
  /// A rule of the sync.
  case rule(DeliberateBug)
  /// What stands around the rules.
  case outside(OutsideBug)

  /// Ways to get wrong what the rules rely on: stores, bytes, clocks, leases.
  package enum OutsideBug: String, Hashable, Sendable, CaseIterable {
    /// R2: a dot that a peer said is dead is given to a new sample.
    case numbersAgain = "numbers_again"
    /// R1: a crash keeps the record and loses the rows.
    case recordOutlivesRows = "record_outlives_rows"
    /// R4: a walk that goes on in the middle of equal ends leaves some out.
    case walkSkipsTies = "walk_skips_ties"
    /// R8: a part of the log that ends early says it goes to the head.
    case logEndsEarly = "log_ends_early"
    /// R13: days are cut at noon for roots and lists, so a floor in the middle is none.
    case listsIgnoreFloor = "lists_ignore_floor"
    /// R13: of an interval of listed dots the last is forgotten.
    case intervalsLoseLast = "intervals_lose_last"
    /// R15: pruning goes by the floor and not by the receipt.
    case pruneIgnoresReceipt = "prune_ignores_receipt"
    /// R15: rows whose columns cannot be read stay when their type leaves the scope.
    case pruneKeepsDamaged = "prune_keeps_damaged"
    /// R15: a sample is pruned while the one that holds it stays.
    case groupsComeApart = "groups_come_apart"
    /// R15: what was tied to a workout is pruned while the workout stays.
    case workoutsComeApart = "workouts_come_apart"
    /// R23: of two twins only the lower one is told to peers.
    case twinsAreHidden = "twins_are_hidden"
    /// R23: deleting one twin leaves the other.
    case twinsSurvive = "twins_survive"
    /// R24: damaged rows are listed nowhere.
    case damageIsAbsence = "damage_is_absence"
    /// R24: a lost header is not reported.
    case lossIsSilent = "loss_is_silent"
    /// A save that ends at the cutoff is refused.
    case cutoffIsExclusive = "cutoff_is_exclusive"
    /// The lease of a watch's permissions is not looked at.
    case leaseIsIgnored = "lease_is_ignored"
    /// Bytes: of a vector's interval the upper bound goes one too far.
    case vectorGrows = "vector_grows"
    /// Bytes: the log stretch of a batch is dropped.
    case logIsDropped = "log_is_dropped"
    /// Bytes: ends are rounded up to full days.
    case endsAreRounded = "ends_are_rounded"
    /// R12: the clock that tombstones go by is years ahead.
    case clockIsAhead = "clock_is_ahead"
  }

  /// Every bug there is.
  package static let all =
    DeliberateBug.allCases.map(Self.rule) + OutsideBug.allCases.map(Self.outside)

  /// What it is called on a command line.
  package var name: String {
    switch self {
    case .rule(let bug): bug.rawValue
    case .outside(let bug): bug.rawValue
    }
  }

  /// The rules less what is wrong.
  var rules: Rules {
    #if DELIBERATE_BUGS
    if case .rule(let bug) = self { return Rules(with: bug) }
    #endif
    return Rules()
  }

  /// Whether it only shows where rows may vanish.
  package var needsRot: Bool { self == .rule(.noBrake) || self == .rule(.refuseKeepsClaim) }

  /// Whether it is in how vectors are told (R25), and ends sessions.
  var isOfDifferences: Bool {
    switch self {
    case .rule(.claimToldEarly), .rule(.vectorMustBeHere), .rule(.sameViewAgain),
      .rule(.asksOnce):
      true
    default: false
    }
  }

  /// What bad bytes make of a message.
  func spoil(_ message: SyncMessage) -> SyncMessage {
    guard case .outside(let bug) = self else { return message }
    switch (bug, message) {
    case (.vectorGrows, .acknowledgement(var acknowledgement)):
      guard case .whole(var vector) = acknowledgement.vector else { return message }
      for (stream, intervals) in vector.streams {
        guard let last = intervals.max else { continue }
        vector.cover((last + 1)...(last + 1), in: stream)
      }
      acknowledgement.vector = .whole(vector)
      return .acknowledgement(acknowledgement)
    case (.logIsDropped, .batch(var batch)):
      if batch.log != nil { batch.deletions = [] }
      return .batch(batch)
    case (.endsAreRounded, .batch(var batch)):
      batch.runs = batch.runs.map { run in
        let ends = run.ends.map { DayList.start(of: DayList.day(of: $0) + 1) }
        return SampleRun(
          type: run.type, uuids: run.uuids, starts: run.starts, ends: ends, payload: run.payload,
          sources: run.sources, devices: run.devices, dots: run.dots) ?? run
      }
      return .batch(batch)
    default: return message
    }
  }
}
