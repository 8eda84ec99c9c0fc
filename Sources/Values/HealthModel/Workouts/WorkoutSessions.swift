/// The workout sessions of a node, of which one goes on at a time, and the last of those before it.
package struct WorkoutSessions: Hashable, Sendable {
  /// As many as are kept, the one that goes on among them.
  package static let mostKept = 8

  /// In the order in which they began.
  package private(set) var all: [WorkoutSession] = []

  /// None.
  package init() {}

  /// Those that were kept.
  ///
  /// - Throws: Where there are too many, two have one name, or one goes on beside another.
  package init(_ sessions: [WorkoutSession]) throws(ModelError) {
    guard sessions.count <= Self.mostKept else {
      throw Self.refusal("there are more than \(Self.mostKept)")
    }
    guard Set(sessions.map(\.uuid)).count == sessions.count else {
      throw Self.refusal("two have the same UUID")
    }
    guard sessions.dropLast().allSatisfy({ $0.state == .ended }) else {
      throw Self.refusal("one goes on beside another")
    }
    all = sessions
  }

  /// Those that somebody may see.
  ///
  /// - Parameter app: Whose those are; without it, the owner asks, who sees all.
  /// - Returns: Those, in the order in which they began.
  package func seen(by app: String?) -> [WorkoutSession] {
    all.filter { app == nil || $0.app == app }
  }

  /// The session of a name, or the one that goes on.
  ///
  /// - Throws: Where there is none that `app` sees.
  package func session(_ uuid: SampleUUID?, of app: String?) throws(ModelError) -> WorkoutSession {
    all[try index(of: uuid, app)]
  }

  /// Lets something happen to a session; one that begins ends the one that went on.
  ///
  /// - Parameters:
  ///   - change: What.
  ///   - app: Who wants it; without it, the owner.
  ///   - now: What time it is.
  ///   - name: Names a session that begins without a name.
  /// - Returns: The session as it is then.
  /// - Throws: Where there is no such session, or it cannot happen; nothing has changed then.
  package mutating func make(
    _ change: WorkoutChange, for app: String?, now: Double, naming name: () -> SampleUUID
  ) throws(ModelError) -> WorkoutSession {
    switch change.kind {
    case .replaced, .recovered: throw Self.refusal("nobody but the node says that of a session")
    default: break
    }
    guard change.beginsSession, let plan = change.plan else {
      let index = try index(of: change.session, app)
      var session = all[index]
      let leg = change.plan.map { WorkoutSession.Moment.Leg(name(), $0) }
      try add(change, to: &session, now, beginning: leg)
      all[index] = session
      return session
    }
    try plan.check()
    guard change.kind == .prepared || change.kind == .started else {
      throw Self.refusal("a session begins as prepared or started")
    }
    let uuid = change.session ?? name()
    guard !all.contains(where: { $0.uuid == uuid }) else {
      throw Self.refusal("there is one that has this UUID")
    }
    var session = WorkoutSession(uuid, of: app ?? "", plan)
    try add(change, to: &session, now)
    try close(.replaced, now) { _ in true }
    all = all.suffix(Self.mostKept - 1) + [session]
    return session
  }

  /// Ends the session that goes on, if it belongs to an app.
  ///
  /// - Returns: Whether it does.
  package mutating func end(of app: String, now: Double) throws(ModelError) -> Bool {
    try close(.ended, now) { $0.app == app }
  }

  /// The node has begun anew.
  ///
  /// - Returns: Whether a session goes on, of which is noted that the node was away.
  package mutating func recover(now: Double) throws(ModelError) -> Bool {
    guard let index = all.indices.last, all[index].state != .ended, !all[index].isFull else {
      return false
    }
    return try all[index].add(
      .init(.recovered, at: all[index].date(for: now)), now: .infinity)
  }

  @discardableResult
  private mutating func close(
    _ kind: WorkoutSession.Moment.Kind, _ now: Double, where isMeant: (WorkoutSession) -> Bool
  ) throws(ModelError) -> Bool {
    guard let index = all.indices.last, all[index].state != .ended, isMeant(all[index]) else {
      return false
    }
    return try all[index].add(.init(kind, at: all[index].date(for: now)), now: .infinity)
  }

  private func add(
    _ change: WorkoutChange, to session: inout WorkoutSession, _ now: Double,
    beginning leg: WorkoutSession.Moment.Leg? = nil
  ) throws(ModelError) {
    // A clock that was set back must not keep anybody from ending what they began.
    let latest = session.date(for: now)
    let moment = WorkoutSession.Moment(
      change.kind, at: change.date ?? latest - change.duration, lasting: change.duration,
      beginning: leg)
    _ = try session.add(moment, now: latest)
  }

  private func index(of uuid: SampleUUID?, _ app: String?) throws(ModelError) -> Int {
    let index = all.lastIndex { session in
      (app == nil || session.app == app)
        && (uuid.map { $0 == session.uuid } ?? (session.state != .ended))
    }
    guard let index else {
      throw Self.refusal(
        uuid == nil ? "no workout session goes on" : "there is none that has this UUID any more")
    }
    return index
  }

  private static func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "change the workout session", detail)
  }
}
