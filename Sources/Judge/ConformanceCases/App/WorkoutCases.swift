internal import ConformanceKit
internal import ConformanceWire

/// Workout sessions.
enum WorkoutCases {
  static let all = beginning + plans + order + lasting

  private static let run: Value = ["activity": 37, "location": 3]
  private static let change = "Store/ChangeWorkout"
  // As WorkoutMoment numbers them.
  private static let started: Int64 = 2
  private static let paused: Int64 = 3
  private static let resumed: Int64 = 4
  private static let lap: Int64 = 5
  private static let stopped: Int64 = 8
  private static let ended: Int64 = 9
  private static let replaced: Int64 = 10
  private static let leg: Int64 = 12
  private static let legEnded: Int64 = 13

  private static let beginning = [
    AppCases.owned("app/workout/begins", "STORE-WORKOUT-BEGIN") { owner, _ in
      try expect([started], of: try begin(owner))
    },
    refused("begins-paused", "STORE-WORKOUT-BEGIN", ["plan": run, "kind": 3]),
    refused("begins-with-nothing", "STORE-WORKOUT-BEGIN", ["plan": run]),
  ]

  private static let plans = [
    refused("no-such-activity", "WORKOUT-PLAN", plan(["activity": 85, "location": 3])),
    refused("no-such-location", "WORKOUT-PLAN", plan(["activity": 37, "location": 4])),
    refused(
      "pool-of-a-run", "WORKOUT-PLAN",
      plan(["activity": 37, "location": 3, "swimming_location": 1])),
    refused(
      "lap-without-a-pool", "WORKOUT-PLAN",
      plan([
        "activity": 46, "location": 3, "swimming_location": 2,
        "lap_length": ["value": 25.0, "unit": "m"],
      ])),
    refused(
      "lap-of-no-length", "WORKOUT-PLAN",
      plan([
        "activity": 46, "location": 2, "swimming_location": 1,
        "lap_length": ["value": 25.0, "unit": "s"],
      ])),
  ]

  private static let order = [
    impossible("started-again", after: [], ["kind": 2]),
    impossible("prepared-late", after: [], ["kind": 1]),
    impossible("resumed-when-over", after: [ended], ["kind": 4]),
    impossible("lap-after-the-stop", after: [stopped], ["kind": 5]),
    impossible("before-it-began", after: [], ["kind": 3, "date": .double(Instant.now - 3_600)]),
    impossible("later-than-now", after: [], ["kind": 3, "date": .double(Instant.now + 3_600)]),
    impossible("replaced-by-its-app", after: [], ["kind": 10]),
  ]

  private static let lasting = [
    AppCases.owned("app/workout/pauses-and-ends", "STORE-WORKOUT-CHANGE") { owner, _ in
      let uuid = try begin(owner)["uuid"]
      var kinds = [started]
      for kind in [paused, paused, resumed, lap, stopped, ended] {
        if kinds.last != kind { kinds.append(kind) }
        let answer = try owner.call(change, ["uuid": uuid, "kind": .integer(kind)])
        try expect(kinds, of: answer["session"])
      }
    },
    AppCases.owned("app/workout/legs", "STORE-WORKOUT-LEG") { owner, _ in
      let uuid = try begin(owner)["uuid"]
      var session = Value.absent
      for request: Value in [
        ["kind": .integer(leg), "plan": run],
        ["kind": .integer(leg), "plan": ["activity": 13, "location": 3]],
        ["kind": .integer(legEnded)], ["kind": .integer(legEnded)],
      ] {
        var whole = request
        whole["uuid"] = uuid
        session = try owner.call(change, whole)["session"]
      }
      try expect([started, leg, leg, legEnded], of: session)
      let legs = session["moments"].items.filter { $0["kind"].number == leg }
      let activities = legs.map { $0["plan"]["activity"].number }
      try Deviation.unless(activities == [37, 13], "legs of 37 and 13", "\(activities)")
      let uuids = Set(legs.map(\.["uuid"].data) + [uuid.data])
      try Deviation.unless(
        uuids.count == 3 && uuids.allSatisfy { $0.count == 16 }, "a UUID for each of two legs",
        "\(uuids.count - 1) others")
    },
    impossible("leg-of-nothing", "STORE-WORKOUT-LEG", after: [], ["kind": .integer(leg)]),
    impossible(
      "leg-in-no-such-place", "STORE-WORKOUT-LEG", after: [],
      ["kind": .integer(leg), "plan": ["activity": 37, "location": 4]]),
    AppCases.owned("app/workout/leg-before-the-last", "STORE-WORKOUT-LEG") { owner, _ in
      let now = Instant.now
      var request = plan(run)
      request["date"] = .double(now - 60)
      let uuid = try owner.call(change, request)["session"]["uuid"]
      func begins(at date: Double) -> Value {
        ["uuid": uuid, "kind": .integer(leg), "plan": run, "date": .double(date)]
      }
      _ = try owner.call(change, begins(at: now - 30))
      try owner.expect(
        .argument, of: change, begins(at: now - 40), insteadOf: begins(at: now - 20))
    },
    AppCases.owned("app/workout/replaced", "STORE-WORKOUT-ONE") { owner, _ in
      let first = try begin(owner)
      let second = try begin(owner)
      let sessions = try owner.call("Store/ListWorkoutSessions")["sessions"]["sessions"].items
        .suffix(2)
      try Deviation.unless(
        sessions.map(\.["uuid"].data) == [first["uuid"].data, second["uuid"].data],
        "both sessions, in their order", "\(sessions.count) others")
      for (session, kinds) in zip(sessions, [[started, replaced], [started]]) {
        try expect(kinds, of: session)
      }
    },
    AppCases.owned("app/workout/stays", "STORE-WORKOUT-STAYS") { owner, _ in
      let session = try begin(owner)
      owner.close()
      let last = try owner.call("Store/ListWorkoutSessions")["sessions"]["sessions"].items.last
      try Deviation.unless(
        last?["uuid"].data == session["uuid"].data, "the session on another connection",
        "none, or another one")
      try expect([started], of: last ?? .absent)
    },
    AppCases.owned("app/workout/followed", "STORE-WORKOUT-FOLLOW") { owner, _ in
      let uuid = try begin(owner)["uuid"]
      let feed = try owner.start("Store/FollowWorkout", ["uuid": uuid])
      var kinds = [started]
      try expect(kinds, of: try feed.following()["session"])
      for kind in [paused, ended] {
        kinds.append(kind)
        _ = try owner.call(change, ["uuid": uuid, "kind": .integer(kind)])
        try expect(kinds, of: try feed.following()["session"])
      }
      try Deviation.unless(
        try feed.next(by: feed.deadline) == nil, "the end of the call after ENDED",
        "another message")
    },
    Case("app/workout/of-another-app", "STORE-WORKOUT-OWN", needs: [.owner, .app]) { stage in
      let permissions = Permissions(stage)
      let uuid = try begin(try permissions.app())["uuid"]
      _ = try permissions.app().call("Store/ListWorkoutSessions")
      let other = try permissions.app("app.second")
      let seen = try other.call("Store/ListWorkoutSessions")["sessions"]["sessions"].items
      try Deviation.unless(
        !seen.contains { $0["uuid"].data == uuid.data }, "no session of another app", "one")
      try other.expect(.argument, of: change, ["uuid": uuid, "kind": 9])
      try other.expect(.argument, of: "Store/FollowWorkout", ["uuid": uuid])
    },
  ]

  private static func plan(_ plan: Value) -> Value { ["plan": plan, "kind": 2] }

  private static func begin(_ caller: LocalCaller) throws -> Value {
    try caller.call(change, plan(run))["session"]
  }

  private static func refused(_ path: String, _ clause: String, _ request: Value) -> Case {
    AppCases.refused("workout/\(path)", clause, change, request, insteadOf: plan(run))
  }

  /// A case that tells of a session that began what cannot happen to it.
  private static func impossible(
    _ path: String, _ clause: String = "STORE-WORKOUT-ORDER", after kinds: [Int64],
    _ request: Value
  ) -> Case {
    AppCases.owned("app/workout/\(path)", clause) { owner, _ in
      let uuid = try begin(owner)["uuid"]
      for kind in kinds { _ = try owner.call(change, ["uuid": uuid, "kind": .integer(kind)]) }
      var broken = request
      broken["uuid"] = uuid
      try owner.expect(
        .argument, of: change, broken, insteadOf: ["uuid": uuid, "kind": .integer(ended)])
    }
  }

  private static func expect(_ kinds: [Int64], of session: Value) throws {
    let told = session["moments"].items.map(\.["kind"].number)
    try Deviation.unless(told == kinds, "the moments \(kinds)", "\(told)")
  }
}
