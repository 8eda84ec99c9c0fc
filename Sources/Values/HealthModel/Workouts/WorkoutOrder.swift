/// What somebody on a phone wants a watch to do: to begin a workout, or to change the one that goes on there.
package struct WorkoutOrder: Hashable, Sendable {
  /// What became of one.
  package enum Outcome: Int, Hashable, Sendable {
    case done = 1
    /// There is no such app on the watch.
    case noApp = 2
    /// The watch was not told how to start the app.
    case noCommand = 3
    case notStarted = 4
    /// It cannot happen to the session.
    case refused = 5
  }

  /// Drawn at random by the phone.
  package let id: UInt64
  /// Which is to do it.
  package let watch: DeviceID
  /// The phone's app that wants it; `nil` for the owner.
  package let app: String?
  package let change: WorkoutChange

  /// Makes one.
  ///
  /// - Throws: Where that is nothing that one node wants of another.
  package init(
    _ id: UInt64, to watch: DeviceID, for app: String?, _ change: WorkoutChange
  ) throws(ModelError) {
    let isSound =
      switch change.kind {
      case .started: change.plan != nil && change.session == nil
      case .leg: change.plan != nil && change.session != nil
      case .paused, .resumed, .lap, .marker, .segment, .stopped, .ended, .legEnded:
        change.plan == nil && change.session != nil
      case .prepared, .replaced, .recovered: false
      }
    guard isSound, change.date == nil, change.duration == 0 else {
      throw ModelError(
        .invalidArgument, cannot: "change the workout of a watch", "it happens when it is asked for"
      )
    }
    self.id = id
    self.watch = watch
    self.app = app
    self.change = change
  }
}

/// All that somebody wants of watches at a time.
package struct WorkoutOrders: Hashable, Sendable {
  /// As many as there are at a time.
  package static let most = 16

  /// In the order in which they were given.
  package let all: [WorkoutOrder]

  /// Takes them.
  ///
  /// - Throws: Where there are too many, or two have one id.
  package init(_ orders: [WorkoutOrder]) throws(ModelError) {
    guard orders.count <= Self.most, Set(orders.map(\.id)).count == orders.count else {
      throw ModelError(
        .invalidArgument, cannot: "change the workout of a watch",
        "there are more than \(Self.most) orders, or two of one id")
    }
    all = orders
  }
}

/// What a watch tells its phone of workouts.
package struct WorkoutReport: Hashable, Sendable {
  /// The session that began last, if any.
  package var session: WorkoutSession?
  /// What became of the orders that the watch was told and is still told.
  package var answers: [UInt64: WorkoutOrder.Outcome] = [:]

  package init() {}
}
