internal import ClinicalDocuments
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import TestSupport
internal import Testing

struct AppSessionWritingTests {
  @Test func `saving needs to be asked for and permitted`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    let never = await #expect(throws: ModelError.self) {
      try await session.save([fixture.run(.stepCount, [1])])
    }
    #expect(never?.code == .authorizationNotDetermined)
    try await fixture.grant(read: [.stepCount], denyingShare: [.stepCount])
    let denied = await #expect(throws: ModelError.self) {
      try await session.save([fixture.run(.stepCount, [1])])
    }
    #expect(denied?.code == .authorizationDenied)
    try await fixture.grant(share: [.stepCount])
    #expect(try await session.save([fixture.run(.stepCount, [1, 2])]).count == 2)
    #expect(try await fixture.stored(.stepCount).count == 2)
  }

  @Test func `one type that may not be shared fails the whole save`() async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.stepCount], denyingShare: [.heartRate])
    let error = await #expect(throws: ModelError.self) {
      try await fixture.session().save([
        fixture.run(.stepCount, [1]), fixture.run(.heartRate, [60]),
      ])
    }
    #expect(error?.code == .authorizationDenied)
    #expect(try await fixture.stored(.stepCount).isEmpty)
  }

  @Test func `what an app saves is its own, whatever it claims`() async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.stepCount])
    let device = Device([.name: "Band"])
    try await fixture.session().save([fixture.run(.stepCount, [1], device: device)])
    let saved = try await fixture.stored(.stepCount)
    #expect(saved.map(\.source) == [AppSessionFixture.source(AppSessionFixture.app)])
    #expect(saved.map(\.device) == [device])
  }

  @Test func `a correlation needs every type of its members`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    try await fixture.grant(share: [.bloodPressureSystolic])
    let one = await #expect(throws: ModelError.self) {
      try await session.save(fixture.pressure())
    }
    #expect(one?.code == .authorizationNotDetermined)
    try await fixture.grant(denyingShare: [.bloodPressureDiastolic])
    let denied = await #expect(throws: ModelError.self) {
      try await session.save(fixture.pressure())
    }
    #expect(denied?.code == .authorizationDenied)
    #expect(try await fixture.stored(.bloodPressureSystolic).isEmpty)
    try await fixture.grant(share: [.bloodPressureDiastolic])
    #expect(try await session.save(fixture.pressure()).count == 3)
  }

  @Test func `workouts and documents have permissions of their own`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    let document = fixture.object(
      .cda,
      .document(
        Document(
          title: "t", patientName: "p", authorName: "a", custodianName: "c",
          byteCount: Int64(CDASample.bytes.count))))
    try await fixture.grant(share: [.stepCount])
    for run in [fixture.workout(), document] {
      let error = await #expect(throws: ModelError.self) {
        try await session.save([run], documents: [document.uuids[0]: CDASample.bytes])
      }
      #expect(error?.code == .authorizationNotDetermined)
    }
    try await fixture.grant(share: [.workout, .cda])
    try await session.save([fixture.workout()])
    try await session.save([document], documents: [document.uuids[0]: CDASample.bytes])
    #expect(try await fixture.stored(.workout).count == 1)
    #expect(try await fixture.store.document(document.uuids[0], piece: 0) == CDASample.bytes)
    // What it says of itself is taken from its bytes, the date as well.
    let stored = try #require(try await fixture.stored(.cda).first)
    #expect(stored.value == .object(.document(try Document.checked(CDASample.bytes, to: "read").0)))
    #expect(stored.start == 791_550_000 && stored.end == stored.start)
  }

  @Test func `what is no clinical document is not saved`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    try await fixture.grant(share: [.cda, .stepCount])
    for bytes in [
      Array("not xml at all".utf8), [], CDASample.with("<title>", "<titel>"),
      CDASample.with("urn:hl7-org:v3", "urn:hl7-org:v4"),
      CDASample.with("<custodian>", "<!-- <custodian>"),
    ] {
      let document = fixture.object(
        .cda,
        .document(
          Document(
            title: "t", patientName: "", authorName: "", custodianName: "",
            byteCount: Int64(bytes.count))))
      let save = { try await session.save([document], documents: [document.uuids[0]: bytes]) }
      let error = await #expect(throws: (any Error).self) { try await save() }
      #expect(bytes.isEmpty || "\(error as Any)".contains("line "))
      // A replacement is a save as well.
      let steps = fixture.run(.stepCount, [1])
      try await session.save([steps])
      await #expect(throws: (any Error).self) {
        try await session.replace(
          [.stepCount: steps.uuids], by: [document], documents: [document.uuids[0]: bytes])
      }
      #expect(try await fixture.stored(.cda).isEmpty)
    }
  }

  @Test func `an app saves no records of the store's own`() async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.stepCount, .workout])
    let record = fixture.object(.association, .association(container: fixture.uuid(), Members()))
    let error = await #expect(throws: ModelError.self) {
      try await fixture.session().save([record])
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func `the same object is not saved twice, nor one from before the cutoff`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    try await fixture.grant(share: [.stepCount])
    let run = fixture.run(.stepCount, [1])
    try await session.save([run])
    let again = await #expect(throws: ModelError.self) { try await session.save([run]) }
    #expect(again?.code == .invalidArgument)
    try await fixture.store.commit(.setCutoff(1_000))
    #expect(session.earliestPermittedSampleDate == 1_000)
    let old = await #expect(throws: ModelError.self) {
      try await session.save([fixture.run(.stepCount, [1])])
    }
    #expect(old?.code == .invalidArgument)
  }

  @Test func `an app deletes its own objects only, all or none`() async throws {
    let fixture = try await AppSessionFixture()
    let (mine, theirs) = (fixture.session(), fixture.session(AppSessionFixture.other))
    let run = fixture.run(.stepCount, [1, 2])
    let foreign = fixture.run(.stepCount, [3])
    try await fixture.grant(share: [.stepCount], read: [.stepCount])
    try await fixture.grant(AppSessionFixture.other, share: [.stepCount])
    try await mine.save([run])
    try await theirs.save([foreign])
    for uuids in [
      foreign.uuids, run.uuids + foreign.uuids, [fixture.uuid()], run.uuids + [fixture.uuid()],
    ] {
      let error = await #expect(throws: ModelError.self) {
        try await mine.delete([.stepCount: uuids])
      }
      #expect(error?.code == .invalidArgument)
      #expect(error?.detail == "Failed to find some objects for deletion.")
    }
    for nothing in [[:], [ObjectType.stepCount: [SampleUUID]()]] {
      let error = await #expect(throws: ModelError.self) { try await mine.delete(nothing) }
      #expect(error?.code == .invalidArgument)
      #expect(error?.detail == "dataObjects cannot be empty")
    }
    #expect(try await fixture.stored(.stepCount).count == 3)
    #expect(try await mine.delete([.stepCount: run.uuids]).count == 2)
    #expect(try await fixture.stored(.stepCount).map(\.uuid) == foreign.uuids)
  }

  @Test func `deleting needs sharing, in the type that the object has`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    let run = fixture.run(.stepCount, [1])
    let never = await #expect(throws: ModelError.self) {
      try await session.delete([.stepCount: run.uuids])
    }
    #expect(never?.code == .authorizationNotDetermined)
    try await fixture.grant(share: [.stepCount, .heartRate])
    try await session.save([run])
    try await fixture.grant(denyingShare: [.stepCount])
    let denied = await #expect(throws: ModelError.self) {
      try await session.delete([.stepCount: run.uuids])
    }
    #expect(denied?.code == .authorizationDenied)
    let lied = await #expect(throws: ModelError.self) {
      try await session.delete([.heartRate: run.uuids])
    }
    #expect(lied?.code == .invalidArgument)
    let matching = await #expect(throws: ModelError.self) {
      try await session.delete(of: .stepCount)
    }
    #expect(matching?.code == .authorizationDenied)
    let other = await #expect(throws: ModelError.self) { try await session.delete(of: .height) }
    #expect(other?.code == .authorizationNotDetermined)
    let odd = await #expect(throws: ModelError.self) { try await session.delete(of: .association) }
    #expect(odd?.code == .invalidArgument)
    #expect(try await fixture.stored(.stepCount).count == 1)
  }

  @Test func `deleting by predicate takes what is the app's own`() async throws {
    let fixture = try await AppSessionFixture()
    try await fixture.grant(share: [.stepCount])
    try await fixture.grant(AppSessionFixture.other, share: [.stepCount])
    let foreign = fixture.run(.stepCount, [5, 6])
    try await fixture.session().save([fixture.run(.stepCount, [1, 5, 6])])
    try await fixture.session(AppSessionFixture.other).save([foreign])
    let greater = Predicate.quantity(.greater, Quantity(2, .count))
    #expect(try await fixture.session().delete(of: .stepCount, where: greater).count == 2)
    #expect(try await fixture.session().delete(of: .stepCount, where: greater).count == 0)
    #expect(try await fixture.stored(.stepCount).count == 3)
  }

  @Test func `a correlation is deleted with the permission of its members`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    let runs = fixture.pressure()
    let target: [ObjectType: [SampleUUID]] = [.bloodPressure: runs[2].uuids]
    let never = await #expect(throws: ModelError.self) { try await session.delete(target) }
    #expect(never?.code == .authorizationNotDetermined)
    try await fixture.grant(share: [.bloodPressureSystolic, .bloodPressureDiastolic])
    try await session.save(runs)
    try await fixture.grant(denyingShare: [.bloodPressureDiastolic])
    for attempt in 0..<2 {
      let denied = await #expect(throws: ModelError.self) {
        if attempt == 0 {
          try await session.delete(target)
        } else {
          try await session.delete(of: .bloodPressure)
        }
      }
      #expect(denied?.code == .authorizationDenied)
    }
    try await fixture.grant(share: [.bloodPressureDiastolic])
    #expect(try await session.delete(target).count == 1)
    #expect(try await fixture.stored(.bloodPressure).isEmpty)
    #expect(try await fixture.stored(.bloodPressureSystolic).count == 1)
  }

  @Test func `replacing deletes and saves together, or does neither`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    try await fixture.grant(share: [.stepCount])
    let old = fixture.run(.stepCount, [1])
    let new = fixture.run(.stepCount, [2])
    try await session.save([old])
    let denied = await #expect(throws: ModelError.self) {
      try await session.replace([.stepCount: old.uuids], by: [fixture.run(.heartRate, [60])])
    }
    #expect(denied?.code == .authorizationNotDetermined)
    let missing = await #expect(throws: ModelError.self) {
      try await session.replace([.stepCount: [fixture.uuid()]], by: [new])
    }
    #expect(missing?.code == .invalidArgument)
    let twice = await #expect(throws: ModelError.self) {
      try await session.replace([.stepCount: old.uuids], by: [old])
    }
    #expect(twice?.code == .invalidArgument)
    #expect(try await fixture.stored(.stepCount).map(\.uuid) == old.uuids)
    try await session.replace([.stepCount: old.uuids], by: [new])
    #expect(try await fixture.stored(.stepCount).map(\.uuid) == new.uuids)
  }

  @Test func `nothing is saved behind the decision that forbids it`() async throws {
    let fixture = try await AppSessionFixture()
    let session = fixture.session()
    try await fixture.grant(share: [.stepCount])
    let saves = 40
    let (saved, position) = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<saves {
        let run = fixture.run(.stepCount, [1])
        group.addTask {
          do {
            try await session.save([run])
            return true
          } catch let error as ModelError where error.code == .authorizationDenied {
            return false
          }
        }
      }
      let position = try await fixture.store.decide(
        AccessDecision(share: [.stepCount: false]), for: AppSessionFixture.app
      ).position
      return (try await group.reduce(0) { $1 ? $0 + 1 : $0 }, position)
    }
    let runs = try await fixture.store.samples(SampleQuery(.stepCount)).all()
    #expect(runs.flatMap { $0.positions.all() }.allSatisfy { $0 < position })
    #expect(runs.reduce(0) { $0 + $1.count } == saved)
  }
}
