internal import ConformanceKit
internal import ConformanceWire

/// What else a request may not say.
enum RequestRules {
  static let all = types + reading + statistics + buckets + subscriptions

  private static let (heart, steps) = (Value.text(AppCases.heart), Value.text(AppCases.steps))
  private static let long = Value.text(String(repeating: "t", count: 1025))

  private static let types: [Case] = [
    rule("type-empty", "STORE-LIMIT-TYPES", "Store/Query", ["type": ""], ["type": heart]),
    rule("type-too-long", "STORE-LIMIT-TYPES", "Store/Query", ["type": long], ["type": heart]),
    rule("no-types", "STORE-LIMIT-TYPES", "Store/Changes", [:], ["types": [heart]]),
    rule(
      "too-many-types", "STORE-LIMIT-TYPES", "Store/Changes",
      ["types": Value((0...512).map { "t\($0)" })], ["types": [heart]]),
    rule("nothing-to-observe", "STORE-LIMIT-TYPES", "Store/Observe", [:], ["types": [heart]]),
    rule(
      "units-of-nothing", "STORE-LIMIT-TYPES", "Store/GetPreferredUnits", [:],
      ["types": [heart]]),
    rule(
      "no-characteristic", "STORE-ERROR-ARGUMENT", "Store/GetCharacteristic", ["type": heart],
      ["type": "HKCharacteristicTypeIdentifierBloodType"]),
  ]

  private static let reading: [Case] = [
    rule(
      "order-too-long", "STORE-LIMIT-ORDER", "Store/Query",
      ["type": heart, "order": .list([Value](repeating: ["key": 1], count: 17))],
      ["type": heart, "order": .list([Value](repeating: ["key": 1], count: 16))]),
    rule(
      "order-by-nothing", "STORE-ERROR-ARGUMENT", "Store/Query", ["type": heart, "order": [[:]]],
      ["type": heart, "order": [["key": 1]]]),
    rule(
      "age-negative", "STORE-MAX-AGE", "Store/Query", ["type": heart, "max_age": -1.0],
      ["type": heart, "max_age": 1000.0]),
    rule(
      "age-no-number", "STORE-MAX-AGE", "Store/Query", ["type": heart, "max_age": .double(.nan)],
      ["type": heart, "max_age": 1000.0]),
    rule(
      "age-of-statistics-negative", "STORE-MAX-AGE", "Store/Statistics",
      ["type": heart, "most_recent": true, "max_age": -1.0],
      ["type": heart, "most_recent": true]),
    rule(
      "units-of-no-type", "STORE-LIMIT-TYPES", "Store/GetPreferredUnits", ["types": [""]],
      ["types": [heart]]),
  ]

  private static let statistics: [Case] = [
    kind(
      "sum-of-discrete", ["type": heart, "cumulative_sum": true],
      ["type": heart, "discrete_max": true]),
    kind("average-of-cumulative", ["type": steps, "discrete_average": true], sum),
    kind("minimum-of-cumulative", ["type": steps, "discrete_min": true], sum),
    kind("maximum-of-cumulative", ["type": steps, "discrete_max": true], sum),
    kind("nothing", ["type": steps], sum),
    kind(
      "one-wrong-among-others", ["type": steps, "discrete_max": true, "cumulative_sum": true], sum),
    kind("nothing-but-sources", ["type": steps, "separate_by_source": true], sum),
    kind("of-a-category", ["type": .text(AppCases.sleep), "most_recent": true], sum),
  ]

  private static let sum: Value = ["type": steps, "cumulative_sum": true]

  private static let buckets: [Case] = [
    edges("one-edge", [5.0]), edges("no-edge", []), edges("edges-back", [5.0, 4.0]),
    edges("edge-twice", [5.0, 5.0]), edges("edge-no-number", [5.0, .double(.nan)]),
    AppCases.refused(
      "request/too-many-edges-followed", "STORE-LIMIT-EDGES-FOLLOWED",
      "Store/FollowStatistics",
      with(["edges": ["edges": Value((0...131_072).map { Double($0) })]]),
      insteadOf: with(["edges": ["edges": [1.0, 2.0]]])),
    calendar("calendar-of-no-count") { $0["count"] = 0 },
    calendar("calendar-of-no-unit") { $0["unit"] = .absent },
    calendar("calendar-of-no-zone") { $0["zone"] = "Nowhere/Atlantis" },
    calendar("calendar-without-a-zone") { $0["zone"] = .absent },
    calendar("calendar-that-ends-first") { $0["to"] = -1.0 },
    calendar("calendar-too-long") {
      $0["unit"] = 1
      $0["to"] = .double(60.0 * 500_100)
    },
  ]

  private static let subscriptions: [Case] = [
    subscription("name-empty", "STORE-SUBSCRIBE-NAME") { $0["name"] = "" },
    subscription("name-too-long", "STORE-SUBSCRIBE-NAME") {
      $0["name"] = .text(String(repeating: "n", count: 129))
    },
    subscription("name-with-a-slash", "STORE-SUBSCRIBE-NAME") { $0["name"] = "a/b" },
    subscription("name-with-a-control", "STORE-SUBSCRIBE-NAME") { $0["name"] = "a\u{7}b" },
    subscription("of-no-types", "STORE-SUBSCRIBE-TYPES") { $0["types"] = .absent },
    subscription("of-too-many-types", "STORE-SUBSCRIBE-TYPES") {
      $0["types"] = Value((0...256).map { "HKQuantityTypeIdentifier\($0)" })
    },
    subscription("of-what-is-no-sample", "STORE-SUBSCRIBE-TYPES") {
      $0["types"] = ["HKCharacteristicTypeIdentifierBloodType"]
    },
  ]

  private static func rule(
    _ path: String, _ clause: String, _ method: String, _ broken: Value, _ valid: Value
  ) -> Case {
    AppCases.refused("request/\(path)", clause, method, broken, insteadOf: valid)
  }

  private static func kind(_ path: String, _ broken: Value, _ valid: Value) -> Case {
    rule("statistics-\(path)", "STORE-STATISTICS-KIND", "Store/Statistics", broken, valid)
  }

  private static func with(_ buckets: Value) -> Value {
    var request = sum
    for key in buckets.keys { request[key] = buckets[key] }
    return request
  }

  private static func edges(_ path: String, _ edges: Value) -> Case {
    rule(
      path, "STORE-LIMIT-EDGES", "Store/Statistics", with(["edges": ["edges": edges]]),
      with(["edges": ["edges": [1.0, 2.0]]]))
  }

  private static func calendar(_ path: String, _ change: (inout Value) -> Void) -> Case {
    var broken: Value = [
      "count": 1, "unit": 3, "zone": "UTC", "anchor": 0.0, "from": 0.0, "to": 864_000.0,
    ]
    let valid = broken
    change(&broken)
    return rule(
      path, "STORE-LIMIT-CALENDAR", "Store/Statistics", with(["calendar": broken]),
      with(["calendar": valid]))
  }

  private static func subscription(
    _ path: String, _ clause: String, _ change: (inout Value) -> Void
  ) -> Case {
    var broken: Value = ["name": "news", "types": [heart]]
    let valid = broken
    change(&broken)
    return AppCases.refused(
      "subscription/\(path)", clause, "Store/Subscribe",
      ["subscription": broken], insteadOf: ["subscription": valid])
  }
}
