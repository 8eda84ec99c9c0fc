internal import HealthModel
internal import HealthStorage

/// How long deleting takes, until it is durable.
enum Deletions {
  /// As many deletions as one turn has.
  private static let perTurn = 50
  /// As many days as are deleted, where there are so many.
  private static let mostDays = 24

  static func uuid(_ bench: Bench) throws {
    let stores = try bench.stores()
    var generator = bench.generator(3)
    var own = stores.ownUUIDs.shuffled(using: &generator)[...]
    var random = stores.foreignUUIDs.shuffled(using: &generator)[...]
    func turn(_ body: () throws -> Void) throws -> Double {
      Measure.median(try (0..<perTurn).map { _ in try Measure.seconds(body) * 1e6 })
    }
    // Each deletes as many as its list has at most.
    let rounds = min(bench.arguments.rounds * 2, own.count / perTurn)
    let result = try Measure.inTurn(rounds: rounds) {
      try turn {
        guard let uuid = own.popFirst() else { return }
        try stores.own.commit(.delete(Change.Deletion(.uuids([uuid]))))
      }
    } peer: {
      try turn {
        guard let uuid = random.popFirst() else { return }
        try stores.rows.delete(uuid)
      }
    }
    bench.report.add(
      Figure(
        "delete-uuid", .microseconds, ours: result.ours, peer: result.peer, goal: .times(1)))
  }

  static func range(_ bench: Bench) throws {
    let stores = try bench.stores()
    var generator = bench.generator(4)
    let days = (0..<Queries.days(in: stores.count)).shuffled(using: &generator).prefix(mostDays)
    var own: [Double] = []
    var peer: [Double] = []
    for day in days {
      let from = Queries.dayStart(day)
      let to = from + 86_400
      own.append(
        try Measure.seconds {
          try stores.own.commit(
            .delete(Change.Deletion(.matching(.heartRate, Queries.ends(from, to)))))
        })
      peer.append(try Measure.seconds { try stores.rows.delete(endingFrom: from, to: to) })
    }
    bench.report.add(
      Figure(
        "delete-range", .microseconds, ours: Measure.median(own) * 1e6,
        peer: Measure.median(peer) * 1e6, goal: .times(1)))
  }
}
