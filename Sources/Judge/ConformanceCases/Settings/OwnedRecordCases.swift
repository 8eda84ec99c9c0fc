internal import ConformanceKit
internal import ConformanceWire

/// Records that the phone owns, on their way to a watch.
enum OwnedRecordCases {
  static let all = characteristics + others

  private static let prefix = "HKCharacteristicTypeIdentifier"
  private static let mass = "HKQuantityTypeIdentifierBodyMass"

  /// A value of each characteristic.
  static let values: [(name: String, type: String, value: Value)] = [
    ("sex", prefix + "BiologicalSex", ["biological_sex": 2]),
    ("blood", prefix + "BloodType", ["blood_type": 7]),
    ("skin", prefix + "FitzpatrickSkinType", ["fitzpatrick_skin_type": 6]),
    ("move-mode", prefix + "ActivityMoveMode", ["activity_move_mode": 2]),
    (
      "birth", prefix + "DateOfBirth",
      ["date_of_birth": ["era": 1, "year": 2000, "month": 2, "day": 29]]
    ),
    (
      "wheelchair", prefix + "WheelchairUse",
      ["wheelchair_use": ["changes": [["since": 600_000_000.0, "value": 2]]]]
    ),
  ]

  private static let characteristics = values.flatMap { name, type, value in
    [
      Case(
        "settings/records/\(name)-arrives", "RECORD-KEY-VALUE", of: .watch, needs: [.owner]
      ) { stage in
        let (peer, session) = try begin(stage)
        try peer.decide(in: session) {
          $0["records"] = [record("characteristic/" + type, "Characteristic", value)]
        }
        try expect(value, of: type, stage)
      },
      Case("settings/records/\(name)-is-told", "RECORD-KEY", of: .phone, needs: [.owner]) {
        stage in
        let (peer, session) = try begin(stage)
        try stage.node().owner("Operator/SetProfile", ["characteristic": value])
        let told = try told("characteristic/" + type, "Characteristic", peer, session)
        try Deviation.unless(
          told.value == value, "the characteristic that was set", told.text)
      },
    ]
  }

  private static let others = [
    Case("settings/records/unit-arrives", "RECORD-KEY-VALUE", of: .watch, needs: [.owner]) {
      stage in
      let (peer, session) = try begin(stage)
      let preference: Value = ["type": .text(mass), "unit": "lb"]
      try peer.decide(in: session) {
        $0["records"] = [record("preferred-unit/" + mass, "UnitPreference", preference)]
      }
      let units = try stage.node().owner("Store/GetPreferredUnits", ["types": [.text(mass)]])
      try Deviation.unless(
        units["preferences"] == [preference], "the unit that was chosen", units.text)
    },
    Case("settings/records/order-arrives", "RECORD-KEY-VALUE", of: .watch, needs: [.owner]) {
      stage in
      let (peer, session) = try begin(stage)
      let order: Value = ["app.second", "app.first"]
      try peer.decide(in: session) {
        $0["records"] = [
          record(
            "source-order/" + mass, "SourceOrder",
            ["type": .text(mass), "bundle_identifiers": order])
        ]
      }
      let held = try stage.node().owner("Operator/OrderSources", ["type": .text(mass)])
      try Deviation.unless(
        held["bundle_identifiers"] == order, "the order that was chosen", held.text)
    },
    Case("settings/records/replaced-as-a-whole", "RECORD-KEY-VALUE", of: .watch, needs: [.owner]) {
      stage in
      let (peer, session) = try begin(stage)
      for value in [3, 4] as [Int64] {
        try peer.decide(in: session) { $0["records"] = [bloodType(value)] }
      }
      try expect(["blood_type": 4], of: prefix + "BloodType", stage)
    },
    Case("settings/records/told-no-more", "SETTINGS-WHOLE", of: .watch, needs: [.owner]) { stage in
      let (peer, session) = try begin(stage)
      let type = prefix + "BloodType"
      let unset = try stage.node().owner("Store/GetCharacteristic", ["type": .text(type)])
      try peer.decide(in: session) { $0["records"] = [bloodType(3)] }
      try expect(["blood_type": 3], of: type, stage)
      try peer.decide(in: session) { $0["records"] = .absent }
      try expect(unset["characteristic"], of: type, stage)
    },
    Case(
      "settings/records/unknown-key-is-ignored", "RECORD-KEY-UNKNOWN", of: .watch, needs: [.owner]
    ) { stage in
      let (peer, session) = try begin(stage)
      try peer.decide(in: session) {
        $0["records"] = [
          ["key": .text("of-tomorrow/" + mass), "value": .bytes([255, 255])], bloodType(5),
        ]
      }
      try expect(["blood_type": 5], of: prefix + "BloodType", stage)
    },
    Case("settings/records/unit-is-told", "RECORD-KEY", of: .phone, needs: [.owner]) { stage in
      let (peer, session) = try begin(stage)
      let preference: Value = ["type": .text(mass), "unit": "lb"]
      try stage.node().owner("Operator/PreferUnit", preference)
      let told = try told("preferred-unit/" + mass, "UnitPreference", peer, session)
      try Deviation.unless(told.value == preference, "the unit that was chosen", told.text)
    },
    Case(
      "settings/records/unit-taken-back", "RECORD-TAKEN-BACK", of: .phone, needs: [.owner]
    ) { stage in
      let (peer, session) = try begin(stage)
      try stage.node().owner("Operator/PreferUnit", ["type": .text(mass), "unit": "lb"])
      _ = try told("preferred-unit/" + mass, "UnitPreference", peer, session)
      // After settings a phone waits for the next hello.
      _ = try peer.greet(session)
      try stage.node().owner("Operator/PreferUnit", ["type": .text(mass), "clear": true])
      let keys = try peer.hearUntil("settings", in: session)["records"].items.map {
        $0["key"].string
      }
      try Deviation.unless(
        !keys.contains("preferred-unit/" + mass), "no record of the unit", "\(keys)")
    },
    Case("settings/records/order-is-told", "RECORD-KEY", of: .phone, needs: [.owner]) { stage in
      let (peer, session) = try begin(stage)
      let order: Value = [
        "type": .text(mass), "bundle_identifiers": ["app.second", "app.first"],
      ]
      try stage.node().owner("Operator/OrderSources", order)
      let told = try told("source-order/" + mass, "SourceOrder", peer, session)
      try Deviation.unless(told.value == order, "the order that was chosen", told.text)
    },
  ]

  private static func begin(_ stage: Stage) throws -> (Peer, Session) {
    let peer = try stage.peer()
    return (peer, try peer.ready())
  }

  private static func record(_ key: String, _ type: String, _ value: Value) -> Value {
    ["key": .text(key), "value": .bytes(Message(type, value).encoded())]
  }

  /// A record with a blood type.
  static func bloodType(_ value: Int64) -> Value {
    record(
      "characteristic/" + prefix + "BloodType", "Characteristic",
      ["blood_type": .integer(value)])
  }

  /// Sees what the node's owner is told.
  private static func expect(_ value: Value, of type: String, _ stage: Stage) throws {
    let told = try stage.node().owner("Store/GetCharacteristic", ["type": .text(type)])
    try Deviation.unless(
      told["characteristic"] == value, "the characteristic that the phone has", told.text)
  }

  /// What the next record has under a key.
  private static func told(
    _ key: String, _ type: String, _ peer: Peer, _ session: Session
  ) throws -> Message {
    let records = try peer.hearUntil("settings", in: session)["records"].items
    let found = try Deviation.unlessThere(
      records.first(where: { $0["key"].string == key }), "a record under \(key)",
      "\(records.map { $0["key"].string })")
    return try Message(type, decoding: found["value"].data)
  }
}
