internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import Testing

/// What the user says of themselves and prefers.
@Suite(.timeLimit(.minutes(5))) struct OperatorRecordTests {
  private static func set(_ bytes: [UInt8]?) -> SetProfileRequest {
    var request = SetProfileRequest()
    request.characteristic = bytes
    return request
  }

  private static func prefer(_ type: String, _ unit: String = "") -> PreferUnitRequest {
    var request = PreferUnitRequest()
    request.type = type
    request.unit = unit
    return request
  }

  private static func order(_ type: String, _ sources: [String] = []) -> OrderSourcesRequest {
    var request = OrderSourcesRequest()
    request.type = type
    request.bundleIdentifiers = sources
    return request
  }

  private static func profile(_ message: ProfileMessage) throws -> [Characteristic] {
    try message.characteristics.map { try Characteristic(decoding: $0, limits: .wire) }
  }

  private static func units(_ message: PreferUnitResponse) throws -> [UnitPreference] {
    try message.preferences.map { try UnitPreference(decoding: $0, limits: .wire) }
  }

  @Test func `a profile is told as it was set`() async throws {
    let node = try await OperatorNode.phone(watches: 1)
    let empty = try await node.answer(OperatorMethods.getProfile, GetProfileRequest())
    #expect(try Self.profile(empty) == Characteristic.Kind.allCases.map { .notSet($0) })
    let born = Characteristic.dateOfBirth(try DateOfBirth(year: 1984, month: 2, day: 29))
    let history = Characteristic.wheelchairUse(
      try WheelchairHistory([.init(since: 10, value: 2), .init(since: 20, value: 1)]))
    for characteristic in [.bloodType(8), born, history] as [Characteristic] {
      let answer = try await node.answer(
        OperatorMethods.setProfile, Self.set(characteristic.encoded()))
      #expect(try Self.profile(answer).contains(characteristic))
    }
    let profile = try Self.profile(
      await node.answer(OperatorMethods.getProfile, GetProfileRequest()))
    #expect(
      profile == [
        .biologicalSex(0), .bloodType(8), .fitzpatrickSkinType(0), born, history,
        .activityGoals(GoalHistory()), .activityMoveMode(0),
      ])
    // Which was set, and never to what.
    let entries = try await node.store.audit(latest: 9)
    #expect(entries.map(\.event) == Array(repeating: "profile.set", count: 3))
    #expect(entries.allSatisfy { $0.detail.isEmpty })
    #expect(entries.last?.subject == ObjectType.bloodType.name)
  }

  @Test func `nobody is born tomorrow`() async throws {
    let node = try await OperatorNode.phone(watches: 1)
    let born = Characteristic.dateOfBirth(try DateOfBirth(year: 2_190, month: 1, day: 1))
    let error = try await node.refusal(OperatorMethods.setProfile, Self.set(born.encoded()))
    #expect(error.code == .invalidArgument)
    #expect(error.detail.contains("yet to come"))
    #expect(try await node.audit() == [])
  }

  @Test func `a profile takes only what can be`() async throws {
    let node = try await OperatorNode.phone()
    // Nothing, no value, blood type 9, 30 February, a history whose first change says "not set".
    let bodies: [[UInt8]?] = [
      nil, [], [0xff], [0x10, 9], [0x22, 9, 8, 1, 16, 0xc0, 0x0f, 24, 2, 32, 30],
      [0x2a, 11, 10, 9, 9, 0, 0, 0, 0, 0, 0, 0x24, 0x40],
    ]
    for body in bodies {
      let error = try await node.refusal(OperatorMethods.setProfile, Self.set(body))
      #expect(error.code == .invalidArgument, "\(body ?? [])")
    }
    #expect(try await node.audit() == [])
    let profile = try await node.answer(OperatorMethods.getProfile, GetProfileRequest())
    #expect(try Self.profile(profile) == Characteristic.Kind.allCases.map { .notSet($0) })
  }

  @Test func `a watch sets nothing, and asks for everything`() async throws {
    let node = try await OperatorNode.watch()
    let errors = [
      try await node.refusal(
        OperatorMethods.setProfile, Self.set(Characteristic.bloodType(1).encoded())),
      try await node.refusal(OperatorMethods.preferUnit, Self.prefer("bodyMass", "lb")),
      try await node.refusal(OperatorMethods.orderSources, Self.order("stepCount", ["a"])),
    ]
    for error in errors {
      #expect(error.code == .failedPrecondition)
      #expect(error.detail.contains("the phone decides"))
      #expect(error.detail.contains("My Phone"))
    }
    _ = try await node.answer(OperatorMethods.getProfile, GetProfileRequest())
    _ = try await node.answer(OperatorMethods.preferUnit, Self.prefer(""))
    _ = try await node.answer(OperatorMethods.orderSources, Self.order("stepCount"))
    #expect(try await node.audit() == [])
  }

  @Test func `units are preferred and told`() async throws {
    let node = try await OperatorNode.phone()
    #expect(
      try await node.answer(OperatorMethods.preferUnit, Self.prefer("")).preferences.isEmpty)
    let pounds = try UnitPreference(of: .bodyMass, Unit(parsing: "lb"))
    let miles = try UnitPreference(of: .distanceCycling, Unit(parsing: "mi"))
    let answer = try await node.answer(OperatorMethods.preferUnit, Self.prefer("bodyMass", "lb"))
    #expect(try Self.units(answer) == [pounds])
    _ = try await node.answer(
      OperatorMethods.preferUnit, Self.prefer(ObjectType.distanceCycling.identifier, "mi"))
    let all = try await node.answer(OperatorMethods.preferUnit, Self.prefer(""))
    #expect(try Self.units(all) == [pounds, miles])
    let one = try await node.answer(OperatorMethods.preferUnit, Self.prefer("distanceCycling"))
    #expect(try Self.units(one) == [miles])
    #expect(
      try await node.audit() == [
        "unit.preferred \(ObjectType.distanceCycling.name)",
        "unit.preferred \(ObjectType.bodyMass.name)",
      ])
  }

  @Test func `a unit that was preferred is taken back`() async throws {
    let node = try await OperatorNode.phone()
    var clear = Self.prefer("bodyMass")
    clear.clear = true
    // There is nothing to take back, and nothing to tell.
    #expect(try await node.answer(OperatorMethods.preferUnit, clear).preferences.isEmpty)
    _ = try await node.answer(OperatorMethods.preferUnit, Self.prefer("bodyMass", "lb"))
    #expect(try await node.answer(OperatorMethods.preferUnit, clear).preferences.isEmpty)
    #expect(try await node.store.preferredUnit(of: .bodyMass) == nil)
    let kept = try await node.answer(OperatorMethods.preferUnit, Self.prefer(""))
    #expect(kept.preferences.isEmpty)
    let audit = ["unit.cleared", "unit.preferred"].map { "\($0) \(ObjectType.bodyMass.name)" }
    #expect(try await node.audit() == audit)
    clear.unit = "lb"
    #expect(
      try await node.refusal(OperatorMethods.preferUnit, clear).code == .invalidArgument)
  }

  @Test func `a unit fits its type`() async throws {
    let node = try await OperatorNode.phone()
    for (type, unit) in [
      ("bodyMass", "m"), ("bodyMass", "no unit"), ("sleepAnalysis", "kg"), ("nothing", "kg"),
      ("", "kg"), ("nothing", ""),
    ] {
      let error = try await node.refusal(OperatorMethods.preferUnit, Self.prefer(type, unit))
      #expect(error.code == .invalidArgument, "\(type) \(unit)")
    }
    #expect(try await node.audit() == [])
  }

  @Test func `sources are ordered, and those that are not named stay`() async throws {
    let node = try await OperatorNode.phone()
    try await node.store.commit(OperatorNode.steps(0..<1))
    #expect(
      try await node.answer(OperatorMethods.orderSources, Self.order("stepCount"))
        .bundleIdentifiers == ["app"])
    let answer = try await node.answer(
      OperatorMethods.orderSources, Self.order("stepCount", ["second", "first"]))
    #expect(Set(answer.bundleIdentifiers) == ["app", "first", "second"])
    let known = answer.bundleIdentifiers.filter { $0 != "app" }
    #expect(known == ["second", "first"])
    #expect(try await node.audit() == ["sources.ordered \(ObjectType.stepCount.name)"])
    for request in [
      Self.order(""), Self.order("nothing"), Self.order("stepCount", ["a", "a"]),
      Self.order("stepCount", [""]), Self.order("bloodType", ["a"]),
      Self.order("stepCount", (0..<1_025).map { "\($0)" }),
    ] {
      let error = try await node.refusal(OperatorMethods.orderSources, request)
      #expect(error.code == .invalidArgument)
    }
  }
}
