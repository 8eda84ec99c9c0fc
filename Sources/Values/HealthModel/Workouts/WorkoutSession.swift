/// A workout that goes on: what is done, for whom, and all that happened to it so far.
///
/// Everything else about it follows from what happened, so that nodes that know the same moments agree.
package struct WorkoutSession: Hashable, Sendable {
  /// Something that happened to a session.
  package struct Moment: Hashable, Sendable {
    /// What happened.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
      case prepared = 1
      case started = 2
      case paused = 3
      case resumed = 4
      case lap = 5
      case marker = 6
      case segment = 7
      case stopped = 8
      case ended = 9
      /// Another session took its place.
      case replaced = 10
      /// The node began anew; what it was not there for is not known.
      case recovered = 11
      /// A leg began, such as the swim of a triathlon; the one before it ended.
      case leg = 12
      /// The leg that went on ended, and no other began.
      case legEnded = 13
    }

    /// A leg that begins.
    package struct Leg: Hashable, Sendable {
      package var uuid: SampleUUID
      package var plan: WorkoutPlan

      package init(_ uuid: SampleUUID, _ plan: WorkoutPlan) {
        self.uuid = uuid
        self.plan = plan
      }
    }

    package var kind: Kind
    package var date: Double
    /// How many seconds a lap or a segment took, from `date` on.
    package var duration: Double
    /// Which leg begins; of a leg alone.
    package var leg: Leg?

    package init(
      _ kind: Kind, at date: Double, lasting duration: Double = 0, beginning leg: Leg? = nil
    ) {
      self.kind = kind
      self.date = date
      self.duration = duration
      self.leg = leg
    }
  }

  /// As many moments as a session may have, those left over for its end.
  package static let mostMoments = Workout.mostEvents
  private static let momentsForTheEnd = 8

  /// That of the workout that becomes of it.
  package let uuid: SampleUUID
  /// The app that it belongs to, by its bundle identifier; empty for the owner of the node.
  package let app: String
  package let plan: WorkoutPlan
  package private(set) var moments: [Moment] = []

  /// A session to which nothing happened yet.
  package init(_ uuid: SampleUUID, of app: String, _ plan: WorkoutPlan) {
    self.uuid = uuid
    self.app = app
    self.plan = plan
  }

  /// A session of which the moments are known.
  ///
  /// - Throws: Where that cannot have happened.
  package init(
    _ uuid: SampleUUID, of app: String, _ plan: WorkoutPlan, _ moments: [Moment]
  ) throws(ModelError) {
    self.init(uuid, of: app, plan)
    for moment in moments {
      guard try add(moment, now: .infinity) else {
        throw Self.refusal("a moment of it changes nothing")
      }
    }
  }

  /// Where it stands.
  package var state: WorkoutSessionState { state(after: moments.count) }

  /// Where it stood after so many moments.
  package func state(after count: Int) -> WorkoutSessionState {
    moments.prefix(count).lazy.reversed().compactMap(\.state).first ?? .notStarted
  }
  /// When it began to run.
  package var startDate: Double? { moments.first { $0.kind == .started }?.date }
  /// When nothing was measured any more: it was stopped, or ended without.
  package var activeEnd: Double? {
    moments.first { $0.kind == .stopped || $0.state == .ended }?.date
  }
  /// When it was over.
  package var endDate: Double? { moments.first { $0.state == .ended }?.date }
  /// Whether another session took its place.
  package var wasReplaced: Bool { moments.last?.kind == .replaced }

  /// What happened in the workout, in order.
  package var events: [Workout.Event] {
    let events = moments.compactMap(\.event)
    // Laps and segments are told when they are over, and stand where they began.
    return events.enumerated().sorted {
      ($0.element.date, $0.offset) < ($1.element.date, $1.offset)
    }
    .map(\.element)
  }

  /// The leg that goes on.
  package var currentLeg: Moment.Leg? { leg(after: moments.count) }

  /// The leg that went on after so many moments.
  package func leg(after count: Int) -> Moment.Leg? {
    moments.prefix(count).last(where: \.isOfLegs)?.leg
  }

  /// The legs that were begun until it ends, one after the other.
  package func legs(until end: Double) -> [Workout.Leg] {
    let told = moments.filter(\.isOfLegs)
    return told.enumerated().compactMap { index, moment in
      guard let leg = moment.leg, moment.date <= end else { return nil }
      let next = index + 1 < told.count ? told[index + 1].date : end
      return Workout.Leg(
        leg.uuid, activity: Int64(leg.plan.activity.rawValue), start: moment.date,
        end: min(next, end), metadata: leg.plan.metadata)
    }
  }

  /// How many seconds it was active, as far as it is known at a time.
  package func activeSeconds(at now: Double) -> Double {
    guard let startDate else { return 0 }
    let end = max(startDate, activeEnd ?? now)
    return Workout.activeSeconds(from: startDate, to: end, events)
  }

  /// Now, or when the last happened to it, where that is later.
  package func date(for now: Double) -> Double { max(now, moments.map(\.date).max() ?? now) }

  /// Whether nothing more may happen to it but its end.
  package var isFull: Bool { moments.count >= Self.mostMoments - Self.momentsForTheEnd }

  /// Takes in what happens to it.
  ///
  /// A leg begins or ends where a lap may be told; where none goes on, there is none to end.
  ///
  /// | | prepared | started | paused | resumed | lap, marker, segment | stopped | ended |
  /// |---|---|---|---|---|---|---|---|
  /// | not started | prepared | running | – | – | – | – | ended |
  /// | prepared | same | running | – | – | – | – | ended |
  /// | running | – | – | paused | same | running | stopped | ended |
  /// | paused | – | – | same | running | paused | stopped | ended |
  /// | stopped | – | – | – | – | – | same | ended |
  /// | ended | – | – | – | – | – | – | same |
  ///
  /// - Parameters:
  ///   - moment: What happens.
  ///   - now: What time it is; nothing happens later than that.
  /// - Returns: Whether that changed anything.
  /// - Throws: Where it cannot happen, for what happened before.
  package mutating func add(_ moment: Moment, now: Double) throws(ModelError) -> Bool {
    let state = state
    guard state != .ended || moment.kind == .ended else { throw Self.refusal("it is over") }
    let next: WorkoutSessionState
    switch (state, moment.kind) {
    case (.notStarted, .prepared), (.prepared, .prepared): next = .prepared
    case (.notStarted, .started), (.prepared, .started): next = .running
    case (.running, .paused), (.paused, .paused): next = .paused
    case (.running, .resumed), (.paused, .resumed): next = .running
    case (.running, .lap), (.running, .marker), (.running, .segment), (.running, .leg),
      (.paused, .lap), (.paused, .marker), (.paused, .segment), (.paused, .leg):
      next = state
    case (.running, .legEnded), (.paused, .legEnded):
      if currentLeg == nil { return false }
      next = state
    case (.running, .stopped), (.paused, .stopped), (.stopped, .stopped): next = .stopped
    case (_, .ended), (_, .replaced): next = .ended
    case (_, .recovered): next = state
    default: throw Self.refusal("it is \(state.word) and cannot be \(moment.kind.word)")
    }
    guard next != state || moment.state == nil else { return false }
    try check(moment, now)
    moments.append(moment)
    return true
  }

  private func check(_ moment: Moment, _ now: Double) throws(ModelError) {
    guard Instant.permitted.contains(moment.date), moment.duration.isFinite,
      moment.duration >= 0, moment.date + moment.duration <= now
    else { throw Self.refusal("something is told of it that has not happened yet") }
    guard moment.duration == 0 || moment.kind == .lap || moment.kind == .segment else {
      throw Self.refusal("only a lap or a segment takes time")
    }
    guard (moment.leg != nil) == (moment.kind == .leg) else {
      throw Self.refusal("a leg begins with what is done in it, and nothing else does")
    }
    if let leg = moment.leg {
      try leg.plan.check()
      guard moments.count(where: { $0.leg != nil }) < Workout.mostLegs,
        !moments.contains(where: { $0.leg?.uuid == leg.uuid })
      else { throw Self.refusal("it has the leg already, or more than \(Workout.mostLegs)") }
    }
    // What is over when it is told may have begun before other things happened.
    let isInside = moment.state == nil && moment.kind != .recovered
    let earliest =
      moment.isOfLegs
      ? moments.last(where: \.isOfLegs)?.date ?? startDate
      : isInside ? startDate : moments.last { $0.state != nil }?.date
    guard moment.date >= earliest ?? -.infinity else {
      throw Self.refusal("what happens to it is later than what happened before")
    }
    guard moment.endsSomething ? moments.count < Self.mostMoments : !isFull else {
      throw Self.refusal("more than \(moments.count) things happened in it")
    }
  }

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "change the workout session", detail)
  }
}

extension WorkoutSession.Moment {
  /// Where a session stands after it; `nil` where that stays as it was.
  fileprivate var state: WorkoutSessionState? {
    switch kind {
    case .prepared: .prepared
    case .started, .resumed: .running
    case .paused: .paused
    case .stopped: .stopped
    case .ended, .replaced: .ended
    case .lap, .marker, .segment, .recovered, .leg, .legEnded: nil
    }
  }

  /// Whether a leg begins or ends by it.
  package var isOfLegs: Bool { kind == .leg || kind == .legEnded }

  fileprivate var endsSomething: Bool { kind == .stopped || state == .ended }

  /// As what it stands in the workout.
  package var event: Workout.Event? {
    let type: WorkoutEventType
    switch kind {
    case .paused: type = .pause
    case .resumed: type = .resume
    case .lap: type = .lap
    case .marker: type = .marker
    case .segment: type = .segment
    case .prepared, .started, .stopped, .ended, .replaced, .recovered, .leg, .legEnded: return nil
    }
    let metadata: Metadata =
      duration > 0
      ? [Workout.Event.durationKey: .quantity(Quantity(duration, .second()))] : [:]
    return Workout.Event(kind: Int64(type.rawValue), date: date, metadata: metadata)
  }
}

extension WorkoutSession.Moment.Kind {
  fileprivate var word: String {
    switch self {
    case .lap, .marker, .segment, .leg: "told of a \(self)"
    case .legEnded: "told that a leg ended"
    default: "\(self)"
    }
  }
}

extension WorkoutSessionState {
  /// As people say it.
  package var word: String { self == .notStarted ? "not started" : "\(self)" }
}
