internal import ConformanceKit
internal import ConformanceWire

/// Workout sessions.
enum WorkoutCases {
  static let all = [
    AppCases.owned("app/workout/begins", "STORE-WORKOUT-START") { owner, _ in
      _ = try begin(owner)
    },
    first("pause-first", ["action": 2]), first("end-first", ["action": 4]),
    first("nothing-first", [:]),
    AppCases.owned("app/workout/pauses-and-ends", "STORE-WORKOUT-PHASES") { owner, _ in
      let session = try begin(owner)
      for (action, phase) in [(2, 2), (3, 1), (4, 3)] as [(Int64, Int64)] {
        try session.send(["action": .integer(action)])
        let told = try session.following()["phase"].number
        try Deviation.unless(told == phase, "phase \(phase)", "\(told)")
      }
      try Deviation.unless(
        try session.next(by: session.deadline) == nil, "the end of the call after ENDED",
        "another message")
    },
    AppCases.owned("app/workout/replaced", "STORE-WORKOUT-ONE") { owner, _ in
      let session = try begin(owner)
      let other = try begin(owner)
      let last = try session.following()
      try Deviation.unless(
        last["phase"].number == 3 && last["was_replaced"].isTrue,
        "ENDED, as another took its place", last.text)
      try other.cancel()
    },
    AppCases.owned("app/workout/ended-is-not-replaced", "STORE-WORKOUT-ONE") { owner, _ in
      let session = try begin(owner)
      try session.send(["action": 4])
      let last = try session.following()
      try Deviation.unless(
        last["phase"].number == 3 && !last["was_replaced"].isTrue, "ENDED by itself", last.text)
    },
  ]

  private static func begin(_ owner: LocalCaller) throws -> LocalCall {
    let session = try owner.start("Store/RunWorkout", ["action": 1, "activity": 37, "location": 3])
    let told = try session.following()["phase"].number
    try Deviation.unless(told == 1, "RUNNING", "phase \(told)")
    return session
  }

  private static func first(_ path: String, _ command: Value) -> Case {
    AppCases.owned("app/workout/\(path)", "STORE-WORKOUT-START") { owner, _ in
      try owner.expect(
        .argument, of: "Store/RunWorkout", command,
        insteadOf: ["action": 1, "activity": 37, "location": 3])
    }
  }
}
