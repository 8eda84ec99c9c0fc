internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

struct AppSessionRecordsTests {
  static func history() throws -> WheelchairHistory {
    var history = WheelchairHistory()
    try history.set(1, since: 0)
    try history.set(2, since: AppSessionFixture.now - 1)
    try history.set(1, since: AppSessionFixture.now + 1)
    return history
  }

  static func all() throws -> [Characteristic] {
    [
      .biologicalSex(1), .bloodType(8), .fitzpatrickSkinType(4),
      .dateOfBirth(try DateOfBirth(year: 1984, month: 2, day: 29)), .wheelchairUse(try history()),
    ]
  }

  @Test func `characteristics stay as they were set`() async throws {
    let fixture = try await AppSessionFixture()
    for kind in Characteristic.Kind.allCases {
      #expect(try await fixture.store.characteristic(kind) == .notSet(kind))
    }
    for characteristic in try Self.all() {
      let head = fixture.store.state.head
      #expect(try await fixture.store.setCharacteristic(characteristic).position == head + 1)
      #expect(try await fixture.store.characteristic(characteristic.kind) == characteristic)
    }
    #expect(try await fixture.store.wheelchairUse() == 2)
    try await fixture.store.setCharacteristic(.dateOfBirth(nil))
    #expect(try await fixture.store.characteristic(.dateOfBirth) == .dateOfBirth(nil))
    let error = await #expect(throws: ModelError.self) {
      try await fixture.store.setCharacteristic(.bloodType(9))
    }
    #expect(error?.code == .invalidArgument)
    #expect(try await fixture.store.characteristic(.bloodType) == .bloodType(8))
  }

  @Test func `an app reads characteristics only where it may, and cannot tell why not`()
    async throws
  {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    for characteristic in try Self.all() {
      try await fixture.store.setCharacteristic(characteristic)
      let kind = characteristic.kind
      let never = await #expect(throws: ModelError.self) {
        try await session.characteristic(kind)
      }
      #expect(never?.code == .authorizationNotDetermined)
      try await fixture.grant(denyingRead: [kind.type])
      #expect(try await session.characteristic(kind) == .notSet(kind))
    }
    #expect(try await session.biologicalSex() == 0)
    #expect(try await session.bloodType() == 0)
    #expect(try await session.fitzpatrickSkinType() == 0)
    #expect(try await session.dateOfBirth() == nil)
    #expect(try await session.wheelchairUse() == 0)
    try await fixture.grant(read: Characteristic.Kind.allCases.map(\.type))
    #expect(try await session.biologicalSex() == 1)
    #expect(try await session.bloodType() == 8)
    #expect(try await session.fitzpatrickSkinType() == 4)
    #expect(try await session.dateOfBirth() == DateOfBirth(year: 1984, month: 2, day: 29))
    #expect(try await session.wheelchairUse() == 2)
  }

  @Test func `sources stand by rank and name until the user orders them`() async throws {
    let fixture = try await AppSessionFixture()
    let store = fixture.store
    #expect(try await store.sourceOrder(of: .stepCount).bundleIdentifiers == [])
    for bundle in ["app.b", "dyad.sensor.hip", "app.a", "app.c", "dyad.manual"] {
      try await fixture.grant(bundle, share: [.stepCount])
      try await fixture.session(bundle).save([fixture.run(.stepCount, [1])])
    }
    #expect(
      try await store.sourceOrder(of: .stepCount).bundleIdentifiers
        == ["dyad.manual", "dyad.sensor.hip", "app.a", "app.b", "app.c"])
    let mine = ["app.b", "dyad.manual", "app.a", "app.c", "dyad.sensor.hip"]
    try await store.setSourceOrder(SourceOrder(of: .stepCount, mine))
    #expect(try await store.sourceOrder(of: .stepCount).bundleIdentifiers == mine)
    try await fixture.grant("app.d", share: [.stepCount])
    try await fixture.session("app.d").save([fixture.run(.stepCount, [1])])
    #expect(
      try await store.sourceOrder(of: .stepCount).bundleIdentifiers == ["app.d"] + mine)
    #expect(try await store.sourceOrder(of: .heartRate).bundleIdentifiers == [])
  }

  @Test func `preferred units are told of types that were decided on, either way`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    #expect(try await fixture.store.preferredUnit(of: .bodyMass) == nil)
    try await fixture.store.setPreferredUnit(UnitPreference(of: .bodyMass, .stone))
    #expect(try await fixture.store.preferredUnit(of: .bodyMass) == .stone)
    try await fixture.grant(denyingRead: [.bodyMass])
    let never = await #expect(throws: ModelError.self) {
      try await session.preferredUnits(of: [.bodyMass, .height])
    }
    #expect(never?.code == .authorizationNotDetermined)
    // Nothing here instead would tell that reading was denied.
    #expect(try await session.preferredUnits(of: [.bodyMass]) == [.bodyMass: .stone])
    try await fixture.grant(share: [.bodyMass], read: [.height])
    #expect(try await session.preferredUnits(of: [.bodyMass, .height]) == [.bodyMass: .stone])
    let unitless = await #expect(throws: ModelError.self) {
      try await session.preferredUnits(of: [.workout])
    }
    #expect(unitless?.code == .invalidArgument)
  }

  @Test func `a record that is not what its key says is damage`() async throws {
    let fixture = try await AppSessionFixture()
    let store = fixture.store
    let sex = RecordKey.characteristic(.biologicalSex).text
    for body in [[0x08, 0x09], [0x10, 0x01], [0xFF]] as [[UInt8]] {
      try await store.commit(.setRecord(key: sex, body: body))
      let error = await #expect(throws: StorageError.self) {
        try await store.characteristic(.biologicalSex)
      }
      #expect(error?.code == .damaged)
    }
    try await store.commit(
      .setRecord(key: RecordKey.sourceOrder(.stepCount).text, body: [0x0A, 0x01, 0x74]))
    try await store.commit(
      .setRecord(key: RecordKey.preferredUnit(.bodyMass).text, body: [0x0A, 0x01, 0x74]))
    await #expect(throws: StorageError.self) { try await store.sourceOrder(of: .stepCount) }
    await #expect(throws: StorageError.self) { try await store.preferredUnit(of: .bodyMass) }
  }
}
