internal import ConformanceKit
internal import ConformanceWire

/// What was reached on days.
enum ActivityCases {
  static let all = [
    Case("app/activity/granted", "STORE-ACTIVITY-GRANTED", needs: [.owner, .app]) { stage in
      let app = try reader(of: summary, stage)
      try expect([(1, 250)], try told(app))
    },
    Case("app/activity/denied", "STORE-ACTIVITY-GRANTED", needs: [.owner, .app]) { stage in
      let app = try reader(of: nil, stage)
      try expect([], try told(app))
    },
    Case("app/activity/followed", "STORE-ACTIVITY-FOLLOW", needs: [.owner, .app]) { stage in
      let app = try reader(of: summary, stage)
      let feed = try app.start(method, request())
      try expect([(1, 250)], try feed.following())
      try save(30, onDay: 0, stage)
      try expect([(0, 30)], try feed.following())
    },
    Case("app/activity/told", "STORE-ACTIVITY-TOLD", needs: [.owner, .app]) { stage in
      let app = try reader(of: summary, stage)
      try tell(90, ofDay: 0, stage)
      // Of this one more is known.
      try tell(100, ofDay: 1, stage)
      try expect([(0, 90), (1, 250)], try told(app))
    },
    Case("app/activity/derived", "STORE-ACTIVITY-DERIVED", needs: [.owner, .app]) { stage in
      let app = try reader(of: summary, stage)
      let start = edge(0) + 3_600 * 3
      let workout: Value = [
        "type": "HKWorkoutTypeIdentifier", "start": .double(start), "end": .double(start + 2_400),
        "workout": [
          "activity": 37, "duration": 1_800,
          "events": [
            ["kind": 1, "date": .double(start + 600)], ["kind": 2, "date": .double(start + 1_200)],
          ],
        ],
      ]
      let steps = [(0.0, 70.0), (3_600, 59)].map { later, count -> Value in
        [
          "type": "HKQuantityTypeIdentifierStepCount", "start": .double(start + later),
          "end": .double(start + later + 600), "quantity": .double(count), "unit": "count",
        ]
      }
      try stage.node().owner("Store/Save", ["samples": .list([workout, workout] + steps)])
      let day = try told(app)["days"].items.first { $0["day"].number == first }
      try Deviation.unless(
        day?["exercise"].real == 30 && day?["stand"].number == 1,
        "30 minutes of exercise and one hour", "another day")
    },
    refused("no-days", ["first_day": .integer(first), "edges": [.double(edge(0))]]),
    refused(
      "too-many-days",
      ["first_day": .integer(first), "edges": .list((0...4_001).map { .double(edge($0)) })]),
    refused(
      "days-that-do-not-ascend",
      ["first_day": .integer(first), "edges": [.double(edge(1)), .double(edge(0))]]),
  ]

  private static let method = "Store/FollowActivity"
  private static let summary = "HKActivitySummaryTypeIdentifier"
  private static let energy = "HKQuantityTypeIdentifierActiveEnergyBurned"
  private static let first = Int64((Instant.now / 86_400).rounded(.down)) - 2

  /// Where a day begins, by the clocks of Greenwich.
  private static func edge(_ day: Int) -> Double { Double(Int(first) + day) * 86_400 }

  private static func request(once: Bool = false) -> Value {
    [
      "first_day": .integer(first), "edges": .list((0...2).map { .double(edge($0)) }),
      "once": .flag(once),
    ]
  }

  private static func refused(_ path: String, _ broken: Value) -> Case {
    AppCases.refused(
      "activity/\(path)", "STORE-LIMIT-DAYS", method, broken, insteadOf: request(once: true))
  }

  /// An app that may read a type and no other, beside 250 kilocalories on the second day.
  private static func reader(of type: String?, _ stage: Stage) throws -> LocalCaller {
    let permissions = Permissions(stage)
    try permissions.set([
      Accesses.Row("app.first", summary, share: 0, read: type == nil ? 1 : 2),
      Accesses.Row("app.first", energy, share: 0, read: 1),
    ])
    // Afterwards, since a watch that was asked before is tidied up when it gets its peer.
    try save(250, onDay: 1, stage)
    return try permissions.app()
  }

  private static func save(_ kilocalories: Double, onDay day: Int, _ stage: Stage) throws {
    let sample: Value = [
      "type": .text(energy), "start": .double(edge(day) + 3_600),
      "end": .double(edge(day) + 3_660), "quantity": .double(kilocalories), "unit": "kcal",
    ]
    try stage.node().owner("Store/Save", ["samples": [sample]])
  }

  /// Saves what an export may say of a day.
  private static func tell(_ kilocalories: Double, ofDay day: Int, _ stage: Stage) throws {
    let values: [Value] = [
      ["key": "day", "value": ["integer": .integer(first + Int64(day))]],
      [
        "key": "energy",
        "value": ["quantity": ["value": .double(kilocalories), "unit": "kcal"]],
      ],
    ]
    let sample: Value = [
      "type": .text(summary), "start": .double(edge(day)), "end": .double(edge(day + 1)),
      "details": ["values": .list(values)],
    ]
    try stage.node().owner("Store/Save", ["samples": [sample]])
  }

  private static func told(_ app: LocalCaller) throws -> Message {
    let call = try app.start(method, request(once: true))
    let answer = try call.following()
    try Deviation.unless(
      try call.next(by: call.deadline) == nil, "the end after the first answer", "another one")
    return answer
  }

  private static func expect(_ days: [(Int64, Double)], _ answer: Message) throws {
    let told = answer["days"].items.filter { $0["move"].real != 0 }
    let isSo =
      told.map { $0["day"].number - first } == days.map(\.0)
      && told.map(\.["move"].real) == days.map(\.1)
    try Deviation.unless(isSo, "\(days.count) days with what was reached", "\(told.count) days")
  }
}
