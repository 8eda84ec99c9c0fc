/// What a node remembers about its peers and for them, beside its samples: small, and written in the
/// same transaction as they are (R1).
package struct SyncRecord: Hashable, Sendable {
  package var known: KnownFrom
  /// The watch: what the phone decided for it.
  package var settings: WatchSettings
  /// The watch: when its lease began, by its clock; `nil` before the first.
  package var leaseBegan: Double?
  /// The watch: the phone's vector as last presented (R14).
  package var receipt: VersionVector
  /// The watch: how many sessions it opened.
  package var ordinal: UInt64
  /// The watch: what its apps asked for and nobody decided yet.
  package var questions: [AccessQuestion]
  package var peers: [DeviceID: PeerRecord]
  package var acknowledged: AcknowledgedMarks
  /// Apps that follow deletions, by the name they registered under.
  package var subscribers: [String: Subscriber]

  package init(role: NodeRole?) {
    known = role == .watch ? .nothing : .everything
    settings = WatchSettings(scope: role == .watch ? .none : .all)
    leaseBegan = nil
    receipt = VersionVector()
    ordinal = 0
    questions = []
    peers = [:]
    acknowledged = AcknowledgedMarks()
    subscribers = [:]
  }
}

/// What a node remembers of one peer.
package struct PeerRecord: Hashable, Sendable {
  /// How far the peer's log was processed here.
  package var cursor: LogPlace
  /// The position of the own log that the peer presented last.
  package var acknowledged: Int64
  /// When the peer presented it last, by the own clock.
  package var heard: Double
  /// The phone: what was decided for this watch.
  package var settings: WatchSettings
  /// The phone: what apps of this watch asked for and nobody decided yet.
  package var questions: [AccessQuestion]
  /// The phone: the number of the watch's last session.
  package var ordinal: UInt64
  /// Types of which the peer has to give its claim up, because a person refused what it implied (R22).
  package var refused: Set<ObjectType>
  /// The watch: the incarnation that the phone showed last, under which it acknowledged what it did (R12).
  package var incarnation: Incarnation?
  /// The phone: the last that was decided in each of its incarnations, the oldest first (R20).
  package var decided: [WatchSettings.Version]
  /// The phone: how far this watch is believed.
  package var trust: WatchTrust

  /// As many incarnations as are remembered; what was decided before them is believed to be the phone's own.
  package static let mostDecided = 64

  package init(
    cursor: LogPlace = .beginning, acknowledged: Int64 = 0, heard: Double,
    settings: WatchSettings = WatchSettings(), questions: [AccessQuestion] = [],
    ordinal: UInt64 = 0, refused: Set<ObjectType> = [], incarnation: Incarnation? = nil,
    decided: [WatchSettings.Version] = [], trust: WatchTrust? = nil
  ) {
    self.cursor = cursor
    self.acknowledged = acknowledged
    self.heard = heard
    self.settings = settings
    self.questions = questions
    self.ordinal = ordinal
    self.refused = refused
    self.incarnation = incarnation
    self.decided = decided
    self.trust = trust ?? WatchTrust(equalAt: heard, scope: settings.scope)
    if trust == nil { self.trust = firstTrust }
  }

  /// The trust in a watch of which a record says nothing: both were equal when the watch was heard, and it writes under
  /// the incarnation of the cursor.
  package var firstTrust: WatchTrust {
    WatchTrust(
      equalAt: heard, scope: settings.scope, incarnations: cursor.incarnation.map { [$0] } ?? [])
  }

  /// Replaces what was decided for the watch.
  package mutating func decide(_ settings: WatchSettings) {
    if decided.isEmpty { decided = [self.settings.version] }
    if decided.last?.incarnation == settings.version.incarnation { decided.removeLast() }
    decided = (decided + [settings.version]).suffix(Self.mostDecided)
    trust.scope = trust.scope.union(settings.scope)
    self.settings = settings
  }

  /// Takes settings that another one decided for the watch as overtaken by the own ones.
  package mutating func overtake(_ version: WatchSettings.Version) {
    guard !hasDecided(version), !decided.isEmpty else { return }
    decided.insert(version, at: max(1, decided.count - 1))
    if decided.count > Self.mostDecided { decided.removeFirst() }
  }

  /// Whether a record with this version is one that was decided here, as far as that is remembered.
  package func hasDecided(_ version: WatchSettings.Version) -> Bool {
    if version == settings.version || version.number < (decided.first ?? settings.version).number {
      return true
    }
    return decided.contains {
      $0.incarnation == version.incarnation && version.number <= $0.number
    }
  }
}

/// An app that registered for deletions: tombstones wait for it, up to a bound.
package struct Subscriber: Hashable, Sendable {
  /// The log position up to which it has been told of everything.
  package var position: Int64
  /// When it said so last, by the node's clock.
  package var heard: Double

  package init(position: Int64, heard: Double) {
    self.position = position
    self.heard = heard
  }
}

/// Since when every peer has acknowledged the log up to which positions: what the age of tombstones
/// counts from (R12).
package struct AcknowledgedMarks: Hashable, Sendable {
  package struct Mark: Hashable, Sendable {
    package var position: Int64
    package var since: Double

    package init(position: Int64, since: Double) {
      self.position = position
      self.since = since
    }
  }

  /// Ascending by position and by time.
  package private(set) var marks: [Mark]

  package init(marks: [Mark] = []) {
    self.marks = marks
  }

  /// Notes that by now every peer has acknowledged the log up to `position`, and nothing beyond it.
  ///
  /// - Parameters:
  ///   - position: May be lower than the last time: a peer was restored.
  ///   - now: By the node's clock.
  ///   - step: Marks closer to each other than this may become one, at the later time.
  package mutating func note(_ position: Int64, at now: Double, step: Double) {
    var kept: [Mark] = []
    for mark in marks {
      // What is still acknowledged was so since then; but no mark comes from a clock that went back.
      let mark = Mark(position: min(mark.position, position), since: min(mark.since, now))
      if let last = kept.last, last.position >= mark.position { continue }
      if kept.last?.since == mark.since { kept.removeLast() }
      kept.append(mark)
    }
    if position > kept.last?.position ?? 0 {
      if let last = kept.last, (last.since / step).rounded(.down) == (now / step).rounded(.down) {
        kept.removeLast()
      }
      kept.append(Mark(position: position, since: now))
    }
    marks = kept
  }

  /// Notes that a peer has acknowledged nothing beyond `position`, whatever it did before, and whatever it
  /// acknowledges at once: it was restored, or may have been.
  package mutating func lower(to position: Int64) {
    while let last = marks.last, last.position > position {
      marks.removeLast()
      if position > marks.last?.position ?? 0 {
        marks.append(Mark(position: position, since: last.since))
        return
      }
    }
  }

  /// The position up to which every peer had acknowledged the log at `time`.
  package func position(since time: Double) -> Int64 {
    marks.last { $0.since <= time }?.position ?? 0
  }
}
