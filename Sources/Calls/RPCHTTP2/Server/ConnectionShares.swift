internal import SystemCore

/// How many connections of a worker are whose; the worker tells it of each.
struct ConnectionShares {
  private(set) var strangers = 0
  private var byOrigin: [ConnectionOrigin: Int] = [:]
  private var byCaller: [String: Int] = [:]

  /// There is one more of a standing.
  mutating func add(_ standing: CallerStanding, from origin: ConnectionOrigin?) {
    change(standing, origin, by: 1)
  }

  /// There is one less.
  mutating func remove(_ standing: CallerStanding, from origin: ConnectionOrigin?) {
    change(standing, origin, by: -1)
  }

  /// How many strangers are from there.
  func strangers(from origin: ConnectionOrigin) -> Int { byOrigin[origin] ?? 0 }

  /// How many are a caller's.
  func connections(of caller: String) -> Int { byCaller[caller] ?? 0 }

  private mutating func change(
    _ standing: CallerStanding, _ origin: ConnectionOrigin?, by step: Int
  ) {
    switch standing {
    case .stranger:
      strangers += step
      if let origin { Self.change(&byOrigin[origin], by: step) }
    case .named(let caller): Self.change(&byCaller[caller], by: step)
    case .trusted: break
    }
  }

  private static func change(_ count: inout Int?, by step: Int) {
    let new = (count ?? 0) + step
    count = new == 0 ? nil : new
  }
}
