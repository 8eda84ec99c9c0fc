internal import ConformanceKit
internal import ConformanceWire

/// What nobody can decide on a phone: records that break the rules of records.proto.
enum ProfileRules {
  static let all = characteristics + births + wheelchairs + goals + orders + units

  /// A call of the owner's that is refused, and what it would be without what is wrong with it.
  private static func refused(
    _ path: String, _ clause: String, _ method: String, _ broken: Value, insteadOf valid: Value
  ) -> Case {
    Case("settings/profile/\(path)", clause, of: .phone, needs: [.owner]) { stage in
      let owner = try stage.node().judgedOwner()
      try owner.expect(.invalid, of: "Operator/\(method)", broken, insteadOf: valid)
    }
  }

  private static let characteristics: [Case] = [
    one("no-value", "RECORD-CHARACTERISTIC", [:], ["blood_type": 1]),
    one("sex-unknown", "RECORD-SEX", ["biological_sex": 4], ["biological_sex": 3]),
    one("sex-negative", "RECORD-SEX", ["biological_sex": -1], ["biological_sex": 0]),
    one("blood-unknown", "RECORD-BLOOD", ["blood_type": 9], ["blood_type": 8]),
    one(
      "move-mode-unknown", "RECORD-MOVE-MODE", ["activity_move_mode": 3], ["activity_move_mode": 2]),
    one(
      "skin-unknown", "RECORD-SKIN", ["fitzpatrick_skin_type": 7], ["fitzpatrick_skin_type": 6]),
  ]

  private static let births: [Case] = [
    birth("birth-in-part", "RECORD-BIRTH-NONE", [0, 2000, 0, 0]),
    birth("birth-era", "RECORD-BIRTH-ERA", [2, 2000, 1, 1]),
    birth("birth-year-none", "RECORD-BIRTH-YEAR", [1, 0, 1, 1]),
    birth("birth-year-too-high", "RECORD-BIRTH-YEAR", [1, 10_000, 1, 1]),
    birth("birth-month-none", "RECORD-BIRTH-MONTH", [1, 2000, 0, 1]),
    birth("birth-month-too-high", "RECORD-BIRTH-MONTH", [1, 2000, 13, 1]),
    birth("birth-day-none", "RECORD-BIRTH-DAY", [1, 2000, 1, 0]),
    birth("birth-day-of-april", "RECORD-BIRTH-DAY", [1, 2000, 4, 31]),
    birth("birth-day-of-february", "RECORD-BIRTH-DAY", [1, 1900, 2, 29]),
  ]

  private static let wheelchairs: [Case] = [
    wheelchair("wheelchair-back", "RECORD-WHEELCHAIR-ASCEND", [(10, 1), (5, 2)]),
    wheelchair("wheelchair-same-instant", "RECORD-WHEELCHAIR-ASCEND", [(10, 1), (10, 2)]),
    wheelchair("wheelchair-no-change", "RECORD-WHEELCHAIR-CHANGE", [(5, 1), (10, 1)]),
    wheelchair("wheelchair-not-set-first", "RECORD-WHEELCHAIR-CHANGE", [(5, 0)]),
    wheelchair("wheelchair-unknown", "RECORD-WHEELCHAIR-VALUE", [(5, 3)]),
    wheelchair("wheelchair-no-instant", "RECORD-WHEELCHAIR-SINCE", [(.nan, 1)]),
    wheelchair("wheelchair-too-late", "RECORD-WHEELCHAIR-SINCE", [(Instant.end, 1)]),
    wheelchair(
      "wheelchair-too-many", "RECORD-WHEELCHAIR-BOUND",
      (0...1200).map { (Double($0), Int64($0 % 2 + 1)) }),
  ]

  private static let goals: [Case] = [
    goal("goals-back", "RECORD-GOALS-ASCEND", [(10, 1, 1, 1), (5, 2, 2, 2)]),
    goal("goals-same-day", "RECORD-GOALS-ASCEND", [(10, 1, 1, 1), (10, 2, 2, 2)]),
    goal("goals-no-change", "RECORD-GOALS-CHANGE", [(5, 9, 9, 9), (10, 9, 9, 9)]),
    goal("goals-too-late", "RECORD-GOALS-DAY", [(2_921_575, 9, 9, 9)]),
    goal("goals-too-early", "RECORD-GOALS-DAY", [(-730_486, 9, 9, 9)]),
    goal("goals-move-none", "RECORD-GOALS-MOVE", [(5, 0, 9, 9)]),
    goal("goals-move-no-number", "RECORD-GOALS-MOVE", [(5, .nan, 9, 9)]),
    goal("goals-move-too-high", "RECORD-GOALS-MOVE", [(5, 100_001, 9, 9)]),
    goal("goals-exercise-too-long", "RECORD-GOALS-EXERCISE", [(5, 9, 1_441, 9)]),
    goal("goals-stand-too-long", "RECORD-GOALS-STAND", [(5, 9, 9, 25)]),
    goal(
      "goals-too-many", "RECORD-GOALS-BOUND",
      (0...1200).map { (Int64($0), Double($0 % 2 + 1), 9, 9) }),
  ]

  private static let orders: [Case] = [
    order("order-twice", "RECORD-ORDER-ONCE", ["app.a", "app.b", "app.a"]),
    order("order-empty", "RECORD-ORDER-EMPTY", ["app.a", ""]),
    order("order-too-long", "RECORD-ORDER-LENGTH", [String(repeating: "a", count: 1025)]),
    order("order-too-many", "RECORD-ORDER-BOUND", (0...1024).map { "app.\($0)" }),
    refused(
      "order-of-nothing", "RECORD-ORDER-TYPE", "OrderSources",
      ["type": "", "bundle_identifiers": ["app.a"]],
      insteadOf: ["type": .text(Sample.heartRateType), "bundle_identifiers": ["app.a"]]),
  ]

  private static let units: [Case] = [
    unit("unit-of-a-category", "RECORD-UNIT-TYPE", Sample.sleepType, "min"),
    unit("unit-of-another-kind", "RECORD-UNIT-FITS", Sample.heartRateType, "lb"),
    unit("unit-of-nobody", "RECORD-UNIT-FITS", Sample.heartRateType, "beats"),
  ]

  private static func one(
    _ path: String, _ clause: String, _ broken: Value, _ valid: Value
  ) -> Case {
    refused(
      path, clause, "SetProfile", ["characteristic": broken],
      insteadOf: ["characteristic": valid])
  }

  private static func birth(_ path: String, _ clause: String, _ parts: [Int64]) -> Case {
    func day(_ parts: [Int64]) -> Value {
      [
        "date_of_birth": [
          "era": .integer(parts[0]), "year": .integer(parts[1]), "month": .integer(parts[2]),
          "day": .integer(parts[3]),
        ]
      ]
    }
    return one(path, clause, day(parts), day([1, 2000, 1, 1]))
  }

  private static func wheelchair(
    _ path: String, _ clause: String, _ changes: [(Double, Int64)]
  ) -> Case {
    func history(_ changes: [(Double, Int64)]) -> Value {
      [
        "wheelchair_use": [
          "changes": .list(
            changes.map { ["since": .double($0), "value": .integer($1)] })
        ]
      ]
    }
    return one(path, clause, history(changes), history([(5, 1), (10, 2)]))
  }

  private static func goal(
    _ path: String, _ clause: String, _ changes: [(Int64, Double, Double, Double)]
  ) -> Case {
    func history(_ changes: [(Int64, Double, Double, Double)]) -> Value {
      [
        "activity_goals": [
          "changes": .list(
            changes.map {
              [
                "day": .integer($0), "move": .double($1), "exercise": .double($2),
                "stand": .double($3),
              ]
            })
        ]
      ]
    }
    return one(
      path, clause, history(changes), history([(-730_485, 1, 1, 1), (9, 100_000, 1_440, 24)]))
  }

  private static func order(_ path: String, _ clause: String, _ sources: [String]) -> Case {
    func request(_ sources: [String]) -> Value {
      ["type": .text(Sample.heartRateType), "bundle_identifiers": Value(sources)]
    }
    return refused(
      path, clause, "OrderSources", request(sources), insteadOf: request(["app.a"]))
  }

  private static func unit(
    _ path: String, _ clause: String, _ type: String, _ unit: String
  ) -> Case {
    refused(
      path, clause, "PreferUnit", ["type": .text(type), "unit": .text(unit)],
      insteadOf: ["type": .text(Sample.heartRateType), "unit": "count/s"])
  }
}
