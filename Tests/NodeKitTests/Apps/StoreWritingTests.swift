internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore
internal import TestSupport
internal import Testing

@testable internal import NodeApps

// The daemon alone is made of these parts, so that none of them is `package`.

struct StoreWritingTests {
  @Test func `the UUIDs that an app gets tell nothing of how much others save`() {
    let uuids = FreshUUIDs()
    let curious = StoreCaller.app(SubscriptionFixture.app("app.curious"))
    let busy = [StoreCaller.app(SubscriptionFixture.app("app.busy")), .owner]
    let first = uuids.take(for: .heartRate, of: curious)
    var others: [SampleUUID] = []
    for (count, type) in [(20, ObjectType.heartRate), (77, .stepCount), (1_234, .bodyMass)] {
      for caller in busy { others += (0..<count).map { _ in uuids.take(for: type, of: caller) } }
    }
    let second = uuids.take(for: .heartRate, of: curious)
    #expect(second.base == first.base && second.counter == first.counter + 1)
    let steps = uuids.take(for: .stepCount, of: curious)
    #expect(steps.counter == 0)
    // What others got cannot be reached by counting on.
    let isApart = others.allSatisfy { $0.base != first.base && $0.base != steps.base }
    #expect(isApart)
    #expect(Set(others.map(\.base)).count == 6)
  }

  @Test func `the owner saves what a run says, an app as itself`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(share: [.heartRate: true])
    try await fixture.asOwner { client, options in
      try await client.save([fixture.run(.heartRate, [60], from: "sensor")], options)
    }
    try await fixture.asApp(token, version: "2.1") { client, options in
      try await client.save([fixture.run(.heartRate, [70], from: "app.liar")], options)
    }
    let sources = try await fixture.asOwner { client, options in
      try await client.samples(.heartRate, options).map(\.source)
    }
    #expect(
      sources == [
        StoreFixture.source("sensor"),
        SourceRevision(
          source: Source(bundleIdentifier: StoreFixture.app, name: "App"), version: "2.1"),
      ])
  }

  @Test func `an app saves only what it was permitted, all or nothing`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let open = try await fixture.asApp(token) { client, options in
      try await refusal { try await client.save([fixture.run(.heartRate, [60])], options) }
    }
    #expect(open.code == .failedPrecondition)
    #expect(open.metadata[text: StoreTrailers.error] == "5")
    try await fixture.decide(
      share: [.heartRate: false, .stepCount: true], read: [.heartRate: true])
    let denied = try await fixture.asApp(token) { client, options in
      try await refusal {
        try await client.save(
          [fixture.run(.stepCount, [1]), fixture.run(.heartRate, [60])], options)
      }
    }
    #expect(denied.code == .permissionDenied)
    #expect(denied.metadata[text: StoreTrailers.error] == "4")
    #expect(!fixture.store.holdsSamples)
  }

  @Test func `what the store refuses says why, and its number`() async throws {
    let fixture = try await StoreFixture()
    let run = fixture.run(.heartRate, [60])
    try await fixture.asOwner { client, options in
      try await client.save([run], options)
      let twice = try await refusal { try await client.save([run], options) }
      #expect(twice.code == .invalidArgument)
      #expect(twice.metadata[text: StoreTrailers.error] == "3")
      var request = SaveRequest()
      request.runs = [[0xFF]]
      let broken = try await refusal {
        try await client.call(StoreMethods.save, request, options: options)
      }
      #expect(broken.code == .invalidArgument)
      #expect(broken.detail.hasPrefix("cannot read runs"))
    }
  }

  @Test func `a version that is too long is refused`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let error = try await fixture.asApp(token, version: String(repeating: "1", count: 129)) {
      client, options in
      try await refusal {
        try await client.call(StoreMethods.getCoverage, GetCoverageRequest(), options: options)
      }
    }
    #expect(error.code == .invalidArgument)
    #expect(error.detail.contains(StoreService.versionName))
  }

  @Test func `the owner deletes anything, by UUID or by condition`() async throws {
    let fixture = try await StoreFixture()
    let uuids = try await fixture.save([fixture.run(.heartRate, [60, 61, 62])])
    try await fixture.asOwner { client, options in
      var request = DeleteRequest()
      request.objects = [ObjectsOfTypeMessage([uuids[0]], of: nil)]
      let one = try await client.call(StoreMethods.delete, request, options: options)
      #expect(one.count == 1)
      let again = try await refusal {
        try await client.call(StoreMethods.delete, request, options: options)
      }
      #expect(again.code == .invalidArgument)
      request.objects = []
      request.type = ObjectType.heartRate.identifier
      request.predicate = PredicateMessage(.start(.greater, 60))
      let matching = try await client.call(StoreMethods.delete, request, options: options)
      #expect(matching.count == 1)
      let left = try await client.samples(.heartRate, options)
      #expect(left.map(\.uuid) == [uuids[1]])
    }
  }

  @Test func `an app deletes its own, and names the type`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(share: [.heartRate: true], read: [.heartRate: true])
    let foreign = try await fixture.save([fixture.run(.heartRate, [60])])
    let own = fixture.run(.heartRate, [70])
    try await fixture.asApp(token) { client, options in
      try await client.save([own], options)
      var request = DeleteRequest()
      for (objects, type, field) in [
        (foreign, ObjectType.heartRate, nil), (own.uuids, .stepCount, nil),
        (own.uuids, nil, "objects.type"),
      ] as [([SampleUUID], ObjectType?, String?)] {
        request.objects = [ObjectsOfTypeMessage(objects, of: type)]
        let error = try await refusal {
          try await client.call(StoreMethods.delete, request, options: options)
        }
        #expect(error.code == (type == .stepCount ? .failedPrecondition : .invalidArgument))
        #expect(field.map(error.detail.contains) ?? true)
      }
      request.objects = [ObjectsOfTypeMessage(own.uuids, of: .heartRate)]
      let response = try await client.call(StoreMethods.delete, request, options: options)
      #expect(response.count == 1)
      let left = try await client.samples(.heartRate, options)
      #expect(left.map(\.uuid) == foreign)
    }
  }

  @Test func `a deletion is by UUID or by condition, not both and not neither`() async throws {
    let fixture = try await StoreFixture()
    let uuids = try await fixture.save([fixture.run(.heartRate, [60])])
    try await fixture.asOwner { client, options in
      var both = DeleteRequest()
      both.objects = [ObjectsOfTypeMessage(uuids, of: .heartRate)]
      both.type = ObjectType.heartRate.identifier
      for request in [both, DeleteRequest()] {
        let error = try await refusal {
          try await client.call(StoreMethods.delete, request, options: options)
        }
        #expect(error.code == .invalidArgument)
      }
      let left = try await client.samples(.heartRate, options)
      #expect(left.count == 1)
    }
  }

  @Test(arguments: [true, false])
  func `samples are added to a workout, saved or not`(isOwner: Bool) async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(
      share: [.workout: true, .heartRate: true], read: [.workout: true, .heartRate: true])
    let workout = fixture.object(.workout, .workout(Workout(activity: 37, duration: 600)))
    try await fixture.save([workout])
    let saved = fixture.run(.heartRate, [60])
    let new = fixture.run(.heartRate, [70])
    try await fixture.save([saved])
    let body: (Client, CallOptions) async throws -> Void = { client, options in
      var request = AddToWorkoutRequest()
      request.workout = workout.uuids[0].bytes
      request.runs = try SampleRun.messages(of: [saved, new])
      _ = try await client.call(StoreMethods.addToWorkout, request, options: options)
      request.workout = fixture.uuid().bytes
      let error = try await refusal { [request] in
        try await client.call(StoreMethods.addToWorkout, request, options: options)
      }
      #expect(error.code == .invalidArgument)
      request.workout = workout.uuids[0].bytes
      request.runs = try SampleRun.messages(of: [new, new])
      let twice = try await refusal { [request] in
        try await client.call(StoreMethods.addToWorkout, request, options: options)
      }
      #expect(
        twice.detail == "cannot add the samples to the workout: two of them have the same UUID")
    }
    if isOwner {
      try await fixture.asOwner(body)
    } else {
      try await fixture.asApp(token, body)
    }
    let members = try await fixture.store.samples(
      SampleQuery(.heartRate, where: .memberOf(workout: workout.uuids[0]))
    ).all().flatMap(\.uuids)
    #expect(Set(members) == Set(saved.uuids + new.uuids))
  }

  @Test func `records of what belongs to a workout are copied by an owner, and no app's`()
    async throws
  {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(
      share: [.workout: true, .heartRate: true], read: [.workout: true, .heartRate: true])
    let workout = fixture.object(.workout, .workout(Workout(activity: 37, duration: 600)))
    let rate = fixture.run(.heartRate, [60])
    try await fixture.save([workout, rate])
    var members = Members()
    members.append(rate.uuids[0], of: .heartRate)
    let link = fixture.object(.association, .association(container: workout.uuids[0], members))
    try await fixture.asApp(token) { client, options in
      let save = try await refusal { try await client.save([link], options) }
      #expect(save.code == .invalidArgument)
      let query = try await refusal { try await client.samples(.association, options) }
      let changes = try await refusal {
        try await client.call(
          StoreMethods.changes, ChangesRequest(.association), options: options)
      }
      #expect(query.code == .invalidArgument && changes.code == .invalidArgument)
    }
    let found = try await fixture.asOwner { client, options in
      try await client.save([link], options)
      return try await client.samples(.association, options)
    }
    #expect(found.map(\.uuid) == link.uuids && found.map(\.value) == [link[0].value])
    let query = SampleQuery(.heartRate, where: .memberOf(workout: workout.uuids[0]))
    #expect(try await fixture.store.samples(query).all().flatMap(\.uuids) == rate.uuids)
  }

  @Test func `documents come with their bytes, and only documents`() async throws {
    let fixture = try await StoreFixture()
    let content = CDASample.bytes(count: 200_000)
    let document = fixture.object(
      .cda,
      .document(
        Document(
          title: "Letter", patientName: "A", authorName: "B", custodianName: "C",
          byteCount: Int64(content.count))))
    try await fixture.asOwner { client, options in
      var request = SaveRequest()
      request.runs = try SampleRun.messages(of: [document])
      var bytes = DocumentContentMessage()
      bytes.uuid = fixture.uuid().bytes
      bytes.content = content
      request.documents = [bytes]
      let stranger = try await refusal { [request] in
        try await client.call(StoreMethods.save, request, options: options)
      }
      #expect(stranger.code == .invalidArgument)
      request.documents[0].uuid = document.uuids[0].bytes
      _ = try await client.call(StoreMethods.save, request, options: options)

      var reading = ReadDocumentRequest()
      reading.uuid = document.uuids[0].bytes
      let pieces = try await client.all(StoreMethods.readDocument, reading, options)
      #expect(pieces.count > 1)
      #expect(pieces.flatMap(\.content) == content)
    }
  }
}
