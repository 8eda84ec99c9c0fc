internal import CommandLineCore
internal import DyadCommands
internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import TestSupport
internal import Testing

/// Characteristics and units, which travel as messages of their own.
@Suite(.timeLimit(.minutes(5))) struct ProfileTests {
  private static func profile(_ characteristics: Characteristic...) throws -> ProfileMessage {
    var profile = ProfileMessage()
    profile.characteristics = try characteristics.map { try $0.encoded() }
    return profile
  }

  private static func set(
    _ words: [String], after profile: ProfileMessage = ProfileMessage()
  ) async throws -> (PairRun, Characteristic) {
    let asked = Asked<SetProfileRequest>()
    let run = try await PairRun.dyad(
      ["profile"] + words,
      { router in
        router.answer(OperatorMethods.getProfile, with: profile)
        router.unary(OperatorMethods.setProfile) { request, _ in
          asked.note(request)
          var answer = ProfileMessage()
          answer.characteristics = [request.characteristic ?? []]
          return answer
        }
      })
    let bytes = try #require(asked.all.first?.characteristic, "\(run.errors)")
    return (run, try Characteristic(decoding: bytes, limits: .wire))
  }

  @Test func `everything is shown`() async throws {
    let profile = try Self.profile(
      .dateOfBirth(DateOfBirth(year: 987, month: 4, day: 1)), .biologicalSex(3), .bloodType(6),
      .wheelchairUse(
        WheelchairHistory([
          .init(since: 0, value: 2), .init(since: Devices.now + 60, value: 1),
        ])))
    let run = try await PairRun.dyad(
      ["profile"], { $0.answer(OperatorMethods.getProfile, with: profile) })
    #expect(
      run.lines == [
        "NAME        VALUE", "birth-date  0987-04-01", "sex         other",
        "blood-type  ab-negative", "skin-type   not-set", "wheelchair  yes",
        "move-mode   not-set",
      ])
    let one = try await PairRun.dyad(
      ["profile", "sex", "--json"], { $0.answer(OperatorMethods.getProfile, with: profile) })
    #expect(one.output == "{\"sex\":\"other\"}\n")
  }

  @Test(arguments: [
    (["sex", "female"], Characteristic.biologicalSex(1)),
    (["blood-type", "O-Negative"], .bloodType(8)), (["blood-type", "a-positive"], .bloodType(1)),
    (["move-mode", "time"], .activityMoveMode(2)), (["skin-type", "vi"], .fitzpatrickSkinType(6)),
    (["sex", "not-set"], .biologicalSex(0)),
    (["birth-date", "not-set"], .dateOfBirth(nil)),
  ])
  func `one is set`(words: [String], characteristic: Characteristic) async throws {
    let (run, set) = try await Self.set(words)
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(set == characteristic)
    #expect(run.lines.last?.hasSuffix(words[1].lowercased()) == true)
  }

  @Test func `a date of birth is set`() async throws {
    let (_, set) = try await Self.set(["birth-date", "1988-02-29"])
    #expect(set == .dateOfBirth(try DateOfBirth(year: 1988, month: 2, day: 29)))
  }

  @Test func `what held of wheelchairs before is kept`() async throws {
    let before = WheelchairHistory.Change(since: 100, value: 1)
    let profile = try Self.profile(.wheelchairUse(WheelchairHistory([before])))
    let (run, set) = try await Self.set(["wheelchair", "yes"], after: profile)
    #expect(run.exitCode == .success, "\(run.errors)")
    guard case .wheelchairUse(let history) = set else {
      Issue.record("another one was set")
      return
    }
    #expect(history.changes == [before, .init(since: Devices.now, value: 2)])
  }

  @Test func `a wheelchair is used since a day that is past`() async throws {
    let (run, set) = try await Self.set(
      ["wheelchair", "yes", "--since", "2001-02-03", "--tz", "UTC"])
    #expect(run.exitCode == .success, "\(run.errors)")
    let history = try WheelchairHistory([.init(since: 33 * 86_400, value: 2)])
    #expect(set == .wheelchairUse(history))
    for words in [
      ["sex", "female", "--since", "2001-02-03"], ["wheelchair", "--since", "2001-02-03"],
      ["wheelchair", "no", "--since", "2999-01-01"],
    ] {
      let refused = try await PairRun.dyad(["profile"] + words, { _ in })
      #expect(refused.exitCode == .usage && refused.errors.contains("--since"), "\(words)")
    }
  }

  @Test(arguments: [
    ["age"], ["sex", "x"], ["blood-type", "c-positive"], ["skin-type", "vii"],
    ["birth-date", "1989-02-29"], ["birth-date", "89-02-01"], ["birth-date", "+989-02-01"],
    ["birth-date", "1989-2-01"], ["wheelchair", "maybe"], ["sex", ""],
  ])
  func `values that cannot be are refused and not repeated`(words: [String]) async throws {
    let run = try await PairRun.dyad(["profile"] + words, { _ in })
    #expect(run.exitCode == .usage, "\(run.errors)")
    #expect(run.errors.contains(": expected "))
    if let value = words.dropFirst().first, value.count > 4 { #expect(!run.errors.contains(value)) }
  }

  @Test func `an answer that does not fit is told`() async throws {
    var profile = ProfileMessage()
    profile.characteristics = [[0xFF]]
    let broken = profile
    let run = try await PairRun.dyad(
      ["profile"], { $0.answer(OperatorMethods.getProfile, with: broken) })
    #expect(run.exitCode == .failure)
    #expect(run.errors.contains("does not fit the question\n  Update"))
    let units = try await PairRun.dyad(
      ["units"],
      { router in
        var answer = PreferUnitResponse()
        answer.preferences = [[0xFF]]
        router.answer(OperatorMethods.preferUnit, with: answer)
      })
    #expect(units.exitCode == .failure)
  }

  private static func units() throws -> PreferUnitResponse {
    var answer = PreferUnitResponse()
    answer.preferences = [
      try UnitPreference(of: .bodyMass, Unit(parsing: "lb")).encoded(),
      try UnitPreference(of: .height, Unit(parsing: "ft")).encoded(),
    ]
    return answer
  }

  @Test(arguments: [
    (["units"], "", "", ["TYPE      UNIT", "bodyMass  lb", "height    ft"]),
    (["units", "height"], "HKQuantityTypeIdentifierHeight", "", ["TYPE    UNIT", "height  ft"]),
    (["units", "bodyMass", "lb"], Types.bodyMass, "lb", ["TYPE      UNIT", "bodyMass  lb"]),
    (["units", "bodyMass", "usual"], Types.bodyMass, "", ["TYPE      UNIT", "bodyMass  lb"]),
    (
      ["units", "bodyMass", "--json"], Types.bodyMass, "", [#"{"type":"bodyMass","unit":"lb"}"#]
    ),
  ])
  func `units are shown and chosen`(
    words: [String], type: String, unit: String, lines: [String]
  ) async throws {
    let asked = Asked<PreferUnitRequest>()
    let answer = try Self.units()
    let run = try await PairRun.dyad(
      words, { $0.answer(OperatorMethods.preferUnit, asked, with: answer) })
    #expect(run.exitCode == .success, "\(run.errors)")
    #expect(asked.all.map(\.type) == [type])
    #expect(asked.all.map(\.unit) == [unit])
    #expect(asked.all.map(\.clear) == [words.last == "usual"])
    #expect(run.lines == lines)
  }

  @Test func `a type without a choice has its own unit`() async throws {
    let answer = try Self.units()
    let run = try await PairRun.dyad(
      ["units", "heartRate"], { $0.answer(OperatorMethods.preferUnit, with: answer) })
    #expect(run.output.isEmpty)
    #expect(run.errors == "No unit was chosen; it is shown in count/min.\n")
  }

  @Test(arguments: [
    ["units", "bodyMass", "kmh"], ["units", "bodyMass", "m"], ["units", "sleepAnalysis", "kg"],
    ["units", "mass"], ["units", "bodyMass", ""],
  ])
  func `units that do not fit are refused`(words: [String]) async throws {
    let run = try await PairRun.dyad(words, { _ in })
    #expect(run.exitCode == .usage, "\(run.errors)")
  }
}
