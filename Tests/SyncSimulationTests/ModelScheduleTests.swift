internal import HealthModel
internal import SyncCore
internal import SyncSimulation
internal import TestSupport
internal import Testing

struct ModelScheduleTests {
  private static let sample = """
    schedule 7 damage
    save 1 0 2 f79afa45bce78274
    sync 0 0 0
    settled 00000000000000ff
    P|1.a:1|1.a:1-3,5|
    W1||1.a:1|
    schedule readd_covered normal
    rot 0 0 0
    settled 0000000000000001
    P|||

    """

  @Test func `what the exporter writes is read`() throws {
    var parser = ModelScheduleParser(Self.sample)
    let schedules = try parser.readAll()
    try #require(schedules.count == 2)
    #expect(schedules[0].name == "7")
    #expect(schedules[0].profile == .damage)
    #expect(
      schedules[0].steps == [
        .init(event: ModelEvent(.save, 1, 0, 2), hash: 0xF79A_FA45_BCE7_8274),
        .init(event: ModelEvent(.sync), hash: nil),
      ])
    #expect(schedules[0].settled == "P|1.a:1|1.a:1-3,5|\nW1||1.a:1|\n")
    #expect(schedules[0].settledHash == 255)
    #expect(schedules[1].profile == .normal)
    #expect(schedules[1].steps[0].event.description == "rot 0 0 0")
  }

  @Test(arguments: [
    "", "schedule 1\n", "schedule 1 odd\n", "schedule 1 normal\nsave 1 2\n",
    "schedule 1 normal\nfly 0 0 0\n", "schedule 1 normal\nsave 0 -1 0\n",
    "schedule 1 normal\nsave 0 0 0 12\n", "schedule 1 normal\nsave 0 0 0\n",
    "schedule 1 normal\nsave 0 0 0\nsettled 1\nP|||\n",
    "schedule 1 normal\nsave 0 0 0\nsettled 0000000000000001\n",
    "schedule 1 normal\nsettled 0000000000000001\nP|||\n",
  ])
  func `text that is cut short or wrong is refused with its line`(text: String) {
    var parser = ModelScheduleParser(text)
    let error = #expect(throws: TestSupportError.self) { try parser.readAll() }
    #expect("\(error.map { "\($0)" } ?? "")".contains("line"))
  }

  @Test func `a state is written as the model writes it`() {
    let types = [ObjectType("x"), ObjectType("y")]
    func vector(_ dots: (UInt64, Int, UInt64)...) -> VersionVector {
      var vector = VersionVector()
      for dot in dots {
        vector.insert(
          Dot(
            incarnation: Incarnation(rawValue: dot.0), type: types[dot.1], sequence: dot.2))
      }
      return vector
    }
    var state = ModelState(types: types)
    let dots = vector((10, 0, 1), (2, 1, 4), (2, 1, 5), (2, 0, 1), (2, 0, 3))
    state.add("P", [state.text(of: dots), state.text(of: VersionVector())])
    state.add(
      "W1",
      [
        state.text(of: LogPlace(position: 3, incarnation: Incarnation(rawValue: 7))),
        state.text(of: LogPlace.beginning),
      ])
    #expect(state.text == "P|2.a:1,3 2.b:4-5 10.a:1|\nW1|3@7|0\n")
    #expect(state.hash == ModelState.hash(of: state.text))
    // A published value of FNV-1a.
    #expect(ModelState.hash(of: "foobar") == 0x8594_4171_F739_67E8)
  }

  @Test func `the recorded states have the recorded hashes`() throws {
    let schedules = try ModelSchedule.load("schedules.txt")
    #expect(schedules.count >= 300)
    for schedule in schedules {
      #expect(ModelState.hash(of: schedule.settled) == schedule.settledHash, "\(schedule.name)")
    }
    for profile in [ModelSchedule.Profile.normal, .damage, .strain] {
      #expect(schedules.contains { $0.profile == profile })
    }
  }

  @Test func `there is a shortest schedule for every rule`() throws {
    let schedules = try ModelSchedule.load("shortest.txt")
    #expect(Set(schedules.map(\.name)) == Set(DeliberateBug.recorded.map(\.rawValue)))
    #expect(schedules.count == DeliberateBug.recorded.count)
    for schedule in schedules {
      #expect(ModelState.hash(of: schedule.settled) == schedule.settledHash, "\(schedule.name)")
    }
  }
}
