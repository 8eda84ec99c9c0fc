/// What is to happen to a workout session.
package struct WorkoutChange: Hashable, Sendable {
  /// To which session: without it, to the one that goes on; for one that begins, its name.
  package var session: SampleUUID?
  /// What is done, where a session or a leg begins.
  package var plan: WorkoutPlan?
  package var kind: WorkoutSession.Moment.Kind
  /// When it happened; without it, now.
  package var date: Double?
  /// How many seconds a lap or a segment took, from then on.
  package var duration: Double

  package init(
    _ kind: WorkoutSession.Moment.Kind, to session: SampleUUID? = nil, at date: Double? = nil,
    lasting duration: Double = 0
  ) {
    self.kind = kind
    self.session = session
    self.date = date
    self.duration = duration
  }

  /// Whether a session begins.
  package var beginsSession: Bool { plan != nil && kind != .leg }

  /// Begins a session.
  package init(
    beginning plan: WorkoutPlan, _ kind: WorkoutSession.Moment.Kind = .started,
    as session: SampleUUID? = nil, at date: Double? = nil
  ) {
    self.init(kind, to: session, at: date)
    self.plan = plan
  }
}
