/// What two paired nodes say to each other in a session.
///
/// The largest ones take hundreds of bytes and are handed on many times, so each is kept apart.
package indirect enum SyncMessage: Hashable, Sendable {
  case hello(Hello)
  case welcome(Welcome)
  /// The phone: the record in force for this watch (R18).
  case settings(WatchSettings)
  /// The watch: all its open questions, and what it tells of workouts.
  case questions([AccessQuestion], WorkoutReport = WorkoutReport())
  /// The phone, to a hello that told its vector by a digest that the phone does not have.
  case vectorWanted(VectorSummary)
  /// The watch: the vector of its hello.
  case vector(VectorNews)
  case batch(ChangeBatch)
  case reconcile(ReconcilePart)
  case acknowledgement(Acknowledgement)
  /// A person refused the deletions that the receiver's claim implied for these types (R22).
  case claimRefused(Set<ObjectType>)
  /// The watch, when it has nothing more to say: the root of all it shares.
  case compare(DayRoot)
  case compared(RootVerdict)
  /// The phone: the watch is to compare as soon as it may.
  case compareWanted
  /// The last message of a session.
  case ended(SessionEnd)
}

/// How a watch opens a session, and speaks again after its view changed.
package struct Hello: Hashable, Sendable {
  package var versions: ClosedRange<UInt32>
  package var role: NodeRole
  /// The incarnation that the watch writes under, or will.
  package var incarnation: Incarnation
  /// Counts the watch's sessions; one that goes back tells of a restore or a clone (R21).
  package var ordinal: UInt64
  package var view: UInt64
  package var floor: Double
  package var known: KnownFrom
  /// The record in force on the watch, without the phone's other records.
  package var settings: WatchSettings
  package var vector: VectorNews
  /// Of the phone's vector, as the watch remembers it, where that is large.
  package var receipt: VectorSummary?
  /// How far the watch has processed the phone's log.
  package var cursor: LogPlace
  /// All that waits for a decision.
  package var questions: [AccessQuestion]
  /// What it tells of workouts.
  package var workouts: WorkoutReport
  /// The watch's clock; reported, never used for order.
  package var now: Double
  package var limits: SessionLimits

  package init(
    versions: ClosedRange<UInt32>, role: NodeRole, incarnation: Incarnation, ordinal: UInt64,
    view: UInt64, floor: Double, known: KnownFrom, settings: WatchSettings, vector: VectorNews,
    receipt: VectorSummary?, cursor: LogPlace, questions: [AccessQuestion],
    workouts: WorkoutReport = WorkoutReport(), now: Double, limits: SessionLimits
  ) {
    self.versions = versions
    self.role = role
    self.incarnation = incarnation
    self.ordinal = ordinal
    self.view = view
    self.floor = floor
    self.known = known
    self.settings = settings
    self.vector = vector
    self.receipt = receipt
    self.cursor = cursor
    self.questions = questions
    self.workouts = workouts
    self.now = now
    self.limits = limits
  }
}

/// The phone's answer to a hello.
package struct Welcome: Hashable, Sendable {
  package var version: UInt32
  package var incarnation: Incarnation
  /// The view of the hello that it answers.
  package var view: UInt64
  package var vector: VectorNews
  /// How far the phone has processed the watch's log.
  package var cursor: LogPlace
  /// Whether the watch has to begin a reconciliation.
  package var mustReconcile: Bool
  package var now: Double
  package var limits: SessionLimits

  package init(
    version: UInt32, incarnation: Incarnation, view: UInt64, vector: VectorNews, cursor: LogPlace,
    mustReconcile: Bool, now: Double, limits: SessionLimits
  ) {
    self.version = version
    self.incarnation = incarnation
    self.view = view
    self.vector = vector
    self.cursor = cursor
    self.mustReconcile = mustReconcile
    self.now = now
    self.limits = limits
  }
}

/// What a side can take.
package struct SessionLimits: Hashable, Sendable {
  /// Samples of one batch.
  package var samples: Int
  /// The weight of one batch, in bytes.
  package var bytes: Int
  /// The weight of all batches that were not acknowledged, in bytes.
  package var credit: Int

  package init(samples: Int, bytes: Int, credit: Int) {
    self.samples = samples
    self.bytes = bytes
    self.credit = credit
  }

  /// What two sides go by: the smaller numbers, whatever a peer says, and never nothing.
  package func agreed(with other: Self) -> Self {
    Self(
      samples: max(1, min(samples, other.samples)), bytes: max(1, min(bytes, other.bytes)),
      credit: max(1, min(credit, other.credit)))
  }
}

/// What was processed, and is durable (R3).
package struct Acknowledgement: Hashable, Sendable {
  package var vector: VectorNews
  /// How far the receiver's log was processed.
  package var cursor: LogPlace
  /// The weight of all batches of this session that were processed, in bytes.
  package var received: UInt64

  package init(vector: VectorNews, cursor: LogPlace, received: UInt64) {
    self.vector = vector
    self.cursor = cursor
    self.received = received
  }
}

/// A part of a reconciliation (R13).
package struct ReconcilePart: Hashable, Sendable {
  /// What a side says of itself, as of one moment.
  package struct Claim: Hashable, Sendable {
    package var vector: VectorNews
    package var known: KnownFrom
    /// What its lists cover.
    package var range: SharedRange
    /// The head of its log.
    package var head: LogPlace

    package init(vector: VectorNews, known: KnownFrom, range: SharedRange, head: LogPlace) {
      self.vector = vector
      self.known = known
      self.range = range
      self.head = head
    }
  }

  package enum Content: Hashable, Sendable {
    /// The watch, where a list of everything would be long: all days there are, in adjacent spans and in
    /// order.
    case spans([SpanRoot])
    /// The phone: the root of each of its days in the spans that differ.
    case days(spans: [ClosedRange<Int64>], [Int64: DayRoot])
    /// The watch: all live dots of these days. Either side, without days: all its live dots.
    case lists([DayList], of: [Int64]?)
    /// The phone: what of the lists is not live there.
    case missing([DayList])
  }

  package var claim: Claim?
  /// Tombstones of the sender (all of them, over all parts).
  package var deletions: [DeletionRun]
  package var content: Content?
  /// Whether more parts of the same content follow.
  package var isLast: Bool

  package init(
    claim: Claim? = nil, deletions: [DeletionRun] = [], content: Content? = nil,
    isLast: Bool
  ) {
    self.claim = claim
    self.deletions = deletions
    self.content = content
    self.isLast = isLast
  }
}

/// What came of comparing roots.
package enum RootVerdict: UInt8, Hashable, Sendable {
  case equal = 1
  /// The watch has to begin a reconciliation.
  case unequal = 2
  /// Changes are under way, so that nobody can tell: ask again.
  case busy = 3
}

/// Why a session ends.
package struct SessionEnd: Hashable, Sendable {
  package enum Reason: UInt8, Hashable, Sendable, CaseIterable {
    /// The nodes have no version in common.
    case incompatible = 1
    /// Not a phone and a watch.
    case wrongRole = 2
    /// The receiver's cursor fell behind the log (R11); a new session will reconcile.
    case logIsGone = 3
    /// Too many deletions by inference alone (R22): a person has to decide.
    case brake = 4
    /// A vector was told as a difference from one that is not here.
    case unknownVector = 5
    /// The message is not allowed here, or not well-formed.
    case violation = 6
    /// Another session of the same device took over.
    case superseded = 7
  }

  package var reason: Reason
  /// For people; without health values.
  package var detail: String

  package init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }
}
