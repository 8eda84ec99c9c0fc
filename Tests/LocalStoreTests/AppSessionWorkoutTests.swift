internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

struct AppSessionWorkoutTests {
  @Test func `samples are tied to a workout, and unsaved ones saved without a device`() async throws
  {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    try await fixture.grant(
      share: [.workout, .heartRate, .activeEnergyBurned], read: [.heartRate])
    let workout = fixture.workout()
    let saved = fixture.run(.heartRate, [60, 61], device: Device([.name: "Band"]))
    let unsaved = fixture.run(.activeEnergyBurned, [5], device: Device([.name: "Band"]))
    try await session.save([workout, saved])
    #expect(try await session.add([saved, unsaved], to: workout.uuids[0]).count == 3)
    let of = Predicate.memberOf(workout: workout.uuids[0])
    let rates = try await session.samples(SampleQuery(.heartRate, where: of)).all()
    #expect(rates.flatMap(\.uuids) == saved.uuids)
    let energy = try await fixture.stored(.activeEnergyBurned)
    #expect(energy.map(\.uuid) == unsaved.uuids)
    #expect(energy.map(\.device) == [nil])
    #expect(energy.map(\.source) == [AppSessionFixture.source(AppSessionFixture.app)])
    // What was saved before keeps its device.
    #expect(try await fixture.stored(.heartRate).allSatisfy { $0.device != nil })
  }

  @Test func `more samples than one record holds take several`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    try await fixture.grant(share: [.workout, .heartRate])
    let workout = fixture.workout()
    try await session.save([workout])
    let rates = fixture.run(.heartRate, [Double](repeating: 60, count: Members.most + 3))
    try await session.add([rates], to: workout.uuids[0])
    let records = try await fixture.stored(.association)
    #expect(
      records.compactMap { record -> Int? in
        guard case .object(.association(workout.uuids[0], let members)) = record.value else {
          return nil
        }
        return members.count
      } == [Members.most, 3])
    #expect(records.allSatisfy { $0.start == 0 && $0.end == 600 })
    let of = Predicate.memberOf(workout: workout.uuids[0])
    let found = try await session.samples(SampleQuery(.heartRate, where: of)).all()
    #expect(found.reduce(0) { $0 + $1.count } == rates.count)
  }

  @Test func `adding needs the permission of workouts and of the samples`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    let workout = fixture.workout()
    try await fixture.store.commit(.save(.init([workout])))
    let rates = fixture.run(.heartRate, [60])
    try await fixture.grant(share: [.workout])
    let never = await #expect(throws: ModelError.self) {
      try await session.add([rates], to: workout.uuids[0])
    }
    #expect(never?.code == .authorizationNotDetermined)
    try await fixture.grant(share: [.heartRate], denyingShare: [.workout])
    let denied = await #expect(throws: ModelError.self) {
      try await session.add([rates], to: workout.uuids[0])
    }
    #expect(denied?.code == .authorizationDenied)
    #expect(try await fixture.stored(.heartRate).isEmpty)
  }

  @Test func `the workout must be one that the app sees`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    let workout = fixture.workout()
    try await fixture.store.commit(.save(.init([workout])))
    try await fixture.grant(share: [.workout, .heartRate])
    for uuid in [workout.uuids[0], fixture.uuid()] {
      let error = await #expect(throws: ModelError.self) {
        try await session.add([fixture.run(.heartRate, [60])], to: uuid)
      }
      #expect(error?.code == .invalidArgument)
    }
    try await fixture.grant(read: [.workout])
    #expect(try await session.add([fixture.run(.heartRate, [60])], to: workout.uuids[0]).count == 1)
  }

  @Test func `only distinct quantity and category samples are added`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    try await fixture.grant(share: [.workout, .heartRate])
    let workout = fixture.workout()
    try await session.save([workout])
    let rates = fixture.run(.heartRate, [60])
    for runs in [[], [rates, rates], [fixture.workout()], [fixture.pressure()[2]]] {
      let error = await #expect(throws: ModelError.self) {
        try await session.add(runs, to: workout.uuids[0])
      }
      #expect(error?.code == .invalidArgument)
    }
    #expect(try await fixture.stored(.association).isEmpty)
  }
}
