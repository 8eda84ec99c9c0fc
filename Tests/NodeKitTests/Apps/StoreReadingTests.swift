internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import NodeApps
internal import RPCCore
internal import Synchronization
internal import TestSupport
internal import Testing

// The daemon alone is made of these parts, so that none of them is `package`.

struct StoreReadingTests {
  @Test(arguments: [(true, true, 3), (true, false, 1), (false, true, 3), (false, false, 0)])
  func `an app sees what it was permitted to`(share: Bool, read: Bool, count: Int) async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(share: [.heartRate: true])
    try await fixture.asApp(token) { client, options in
      try await client.save([fixture.run(.heartRate, [60])], options)
      try await fixture.save([fixture.run(.heartRate, [61, 62])])
      try await fixture.decide(share: [.heartRate: share], read: [.heartRate: read])
      let samples = try await client.samples(.heartRate, options)
      #expect(samples.count == count)
      var request = ListSourcesRequest()
      request.type = ObjectType.heartRate.identifier
      let sources = try await client.call(StoreMethods.listSources, request, options: options)
      #expect(sources.sources.count == [0: 0, 1: 1, 3: 2][count])
      let page = try await client.call(
        StoreMethods.changes, ChangesRequest(.heartRate), options: options)
      #expect(try page.addedUUIDs.count == count)
      #expect(!page.hasMore)
    }
  }

  @Test func `what was never asked for is error 5 for every way to read`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.save([fixture.run(.heartRate, [60])])
    try await fixture.asApp(token) { client, options in
      var query = QueryRequest()
      query.type = ObjectType.heartRate.identifier
      var sources = ListSourcesRequest()
      sources.type = query.type
      var observation = ObserveRequest()
      observation.types = [query.type]
      var characteristic = GetCharacteristicRequest()
      characteristic.type = ObjectType.dateOfBirth.identifier
      var units = GetPreferredUnitsRequest()
      units.types = [query.type]
      var document = ReadDocumentRequest()
      document.uuid = fixture.uuid().bytes
      let changes = ChangesRequest(.heartRate)
      let errors = [
        try await refusal { try await client.all(StoreMethods.query, query, options) },
        try await refusal { try await client.all(StoreMethods.follow, changes, options) },
        try await refusal { try await client.all(StoreMethods.observe, observation, options) },
        try await refusal { try await client.all(StoreMethods.readDocument, document, options) },
        try await refusal {
          try await client.call(StoreMethods.changes, changes, options: options)
        },
        try await refusal {
          try await client.call(StoreMethods.listSources, sources, options: options)
        },
        try await refusal {
          try await client.call(StoreMethods.getCharacteristic, characteristic, options: options)
        },
        try await refusal {
          try await client.call(StoreMethods.getPreferredUnits, units, options: options)
        },
      ]
      for error in errors {
        #expect(error.code == .failedPrecondition)
        #expect(error.metadata[text: StoreTrailers.error] == "5")
      }
    }
  }

  /// What an app gets from every way to read, but for anchors, which tell of the log and not of a type.
  private func answers(isDenied: Bool) async throws -> [String] {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let types: [ObjectType] = [.heartRate, .cda, .dateOfBirth, .bloodPressureSystolic]
    try await fixture.decide(read: Dictionary(uniqueKeysWithValues: types.map { ($0, !isDenied) }))
    let document = fixture.object(
      .cda,
      .document(
        Document(
          title: "", patientName: "", authorName: "", custodianName: "",
          byteCount: Int64(CDASample.bytes.count))))
    if isDenied {
      try await fixture.save([fixture.run(.heartRate, [60, 61])])
      try await fixture.save([document], documents: [document.uuids[0]: CDASample.bytes])
      try await fixture.save([fixture.run(.bloodPressureSystolic, [120])])
      try await fixture.store.setCharacteristic(
        .dateOfBirth(DateOfBirth(year: 1980, month: 1, day: 1)))
    }
    return try await fixture.asApp(token) { client, options in
      var answers: [String] = []
      for type in [ObjectType.heartRate, .cda, .bloodPressureSystolic, .bloodPressure] {
        var query = QueryRequest()
        query.type = type.identifier
        answers.append("\(try await client.all(StoreMethods.query, query, options))")
        var sources = ListSourcesRequest()
        sources.type = type.identifier
        answers.append(
          "\(try await client.call(StoreMethods.listSources, sources, options: options))")
        var changes = try await client.call(
          StoreMethods.changes, ChangesRequest(type), options: options)
        changes.anchor = []
        answers.append("\(changes)")
      }
      var reading = ReadDocumentRequest()
      reading.uuid = document.uuids[0].bytes
      let error = try await refusal {
        try await client.all(StoreMethods.readDocument, reading, options)
      }
      answers.append("\(error) \(error.metadata)")
      var characteristic = GetCharacteristicRequest()
      characteristic.type = ObjectType.dateOfBirth.identifier
      let said = try await client.call(
        StoreMethods.getCharacteristic, characteristic, options: options)
      answers.append("\(said)")
      var units = GetPreferredUnitsRequest()
      units.types = [ObjectType.heartRate.identifier]
      let preferred = try await client.call(
        StoreMethods.getPreferredUnits, units, options: options)
      answers.append("\(preferred)")
      var access = GetAuthorizationRequest()
      access.share = units.types
      access.read = units.types
      let told = try await client.call(StoreMethods.getAuthorization, access, options: options)
      answers.append("\(told)")
      return answers
    }
  }

  @Test func `that reading was denied looks as if there was nothing`() async throws {
    let denied = try await answers(isDenied: true)
    let empty = try await answers(isDenied: false)
    #expect(denied == empty)
    #expect(denied.count == 16)
  }

  @Test func `a query is answered in order, to its limit and in pieces`() async throws {
    let fixture = try await StoreFixture()
    let run = fixture.run(.heartRate, (0..<6_000).map(Double.init))
    try await fixture.save([run])
    try await fixture.asOwner { client, options in
      var request = QueryRequest()
      request.type = ObjectType.heartRate.identifier
      request.order = [SortKeyMessage(SortDescriptor(.start, ascending: false))]
      request.limit = 5_000
      let responses = try await client.all(StoreMethods.query, request, options)
      let coverage = try #require(responses.first?.coverage)
      #expect(coverage.from == fixture.store.earliestPermittedSampleDate)
      #expect(coverage.until == StoreFixture.now)
      #expect(coverage.age == nil)
      let runs = try responses.map { try SampleRun.runs($0.runs) }
      #expect(runs.allSatisfy { $0.reduce(0) { $0 + $1.count } <= SampleRun.mostAnswerRows })
      #expect(runs.flatMap(\.self).flatMap(\.uuids) == Array(run.uuids.reversed().prefix(5_000)))
      #expect(runs.flatMap(\.self).allSatisfy { $0.dots.isEmpty && $0.positions.isEmpty })

      request.maxAge = -1
      let error = try await refusal { [request] in
        try await client.all(StoreMethods.query, request, options)
      }
      #expect(error.code == .invalidArgument && error.detail.contains("max_age"))
    }
  }

  @Test func `a permission that goes ends the answers under way`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: true, .cda: true])
    // Of which no message is short: all of them are more than can be on their way.
    let values = (0..<SampleRun.mostAnswerRows).map { Double($0 * 2_654_435_761 % 1_000_003) / 7 }
    for _ in 0..<32 { try await fixture.save([fixture.run(.heartRate, values)]) }
    let content = CDASample.bytes(count: 3 << 20)
    let document = fixture.object(
      .cda,
      .document(
        Document(
          title: "", patientName: "", authorName: "", custodianName: "",
          byteCount: Int64(content.count))))
    try await fixture.save([document], documents: [document.uuids[0]: content])
    let name = ObjectType.document(document.uuids[0])
    try await fixture.decide(read: [name: true])
    try await fixture.asApp(token) { client, options in
      var query = QueryRequest()
      query.type = ObjectType.heartRate.identifier
      var reading = ReadDocumentRequest()
      reading.uuid = document.uuids[0].bytes
      let (asked, read) = (query, reading)
      let count = try await client.withCall(StoreMethods.query, options: options) { call in
        try call.sendOnly(asked)
        #expect(try await call.receive()?.coverage != nil)
        try await fixture.decide(read: [.heartRate: false])
        var count = 0
        while let response = try await call.receive() {
          count += try SampleRun.runs(response.runs).reduce(0) { $0 + $1.count }
        }
        return count
      }
      // What was on its way before still comes.
      #expect(count < 32 * values.count)
      let error = try await client.withCall(StoreMethods.readDocument, options: options) { call in
        try call.sendOnly(read)
        #expect(try await call.receive()?.content.isEmpty == false)
        try await fixture.decide(read: [name: false])
        return try await refusal { while try await call.receive() != nil { continue } }
      }
      let unseen = try await refusal {
        try await client.all(StoreMethods.readDocument, read, options)
      }
      #expect(error.code == unseen.code && error.detail == unseen.detail)
    }
  }

  @Test func `runs that weigh much are told in pieces`() {
    var run = SampleRun(empty: .heartRate, like: .quantity(values: [], units: DictionaryColumn()))
    for number in 0..<64 {
      run.append(
        Sample(
          uuid: SampleUUID(high: 1, low: UInt64(number)), type: .heartRate, start: 0, end: 0,
          value: .quantity(Quantity(60, .count)), source: StoreFixture.source("a"),
          metadata: ["note": .string(String(repeating: "\(number % 10)", count: 100_000 + number))]
        ))
    }
    var pieces: [SampleRun] = []
    var row = 0
    while row < run.count {
      pieces.append(run.piece(from: row))
      row += pieces[pieces.count - 1].count
    }
    #expect(pieces.count > 4)
    #expect(pieces.allSatisfy { $0.weight <= SampleRun.mostAnswerBytes })
    #expect(pieces.flatMap(\.uuids) == run.uuids)
  }

  @Test func `the owner reads and follows all types at once, an app one`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    try await fixture.decide(read: [.heartRate: true, .stepCount: true])
    let saved = try await fixture.save([
      fixture.run(.heartRate, [60]), fixture.run(.stepCount, [1]),
    ])
    var request = ChangesRequest(.heartRate)
    request.types.append(ObjectType.stepCount.identifier)
    try await fixture.asOwner { [request] client, options in
      let page = try await client.call(StoreMethods.changes, request, options: options)
      #expect(try Set(page.addedUUIDs) == Set(saved))
    }
    try await fixture.asApp(token) { [request] client, options in
      let error = try await refusal {
        try await client.call(StoreMethods.changes, request, options: options)
      }
      #expect(error.code == .invalidArgument)
    }
  }

  @Test func `pages go on from their anchors, and deletions are told`() async throws {
    let fixture = try await StoreFixture()
    let saved = try await fixture.save([fixture.run(.heartRate, [60, 61, 62])])
    try await fixture.asOwner { client, options in
      var request = ChangesRequest(.heartRate)
      request.limit = 2
      let first = try await client.call(StoreMethods.changes, request, options: options)
      #expect(try first.addedUUIDs == Array(saved[0..<2]) && first.hasMore)
      request.anchor = first.anchor
      let second = try await client.call(StoreMethods.changes, request, options: options)
      #expect(try second.addedUUIDs == [saved[2]] && !second.hasMore)
      try await fixture.store.commit(.delete(Change.Deletion(.uuids([saved[1]]))))
      request.anchor = second.anchor
      let third = try await client.call(StoreMethods.changes, request, options: options)
      #expect(third.deleted.map(\.type) == [ObjectType.heartRate.identifier])
      #expect(try third.deleted.flatMap { try $0.sampleUUIDs() } == [saved[1]])
    }
  }

  @Test func `anchors that cannot be followed say so`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.save([fixture.run(.heartRate, [60])])
    try await fixture.asOwner { client, options in
      let other = Anchor(incarnation: Incarnation(rawValue: 1), position: 1)
      let stale = try await refusal {
        try await client.call(
          StoreMethods.changes, ChangesRequest(.heartRate, since: try other.encoded()),
          options: options)
      }
      #expect(stale.code == .outOfRange)
      #expect(stale.metadata[text: StoreTrailers.startOver] == "1")
      let broken = try await refusal {
        try await client.call(
          StoreMethods.changes, ChangesRequest(.heartRate, since: [0xFF]), options: options)
      }
      #expect(broken.code == .invalidArgument && broken.detail.contains("anchor"))
    }
  }

  @Test func `a subscriber goes on from where it stands`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.save([fixture.run(.heartRate, [60])])
    _ = try await OwnerSession(fixture.store).subscribe(
      "reader", to: [.heartRate], frequency: .immediate, starting: .nothing, at: nil)
    let later = try await fixture.save([fixture.run(.heartRate, [61])])
    try await fixture.asOwner { client, options in
      var request = ChangesRequest(.heartRate)
      request.subscriber = "reader"
      let page = try await client.call(StoreMethods.changes, request, options: options)
      #expect(try page.addedUUIDs == later)
      request.subscriber = "nobody"
      let error = try await refusal { [request] in
        try await client.call(StoreMethods.changes, request, options: options)
      }
      #expect(error.code == .notFound)
    }
  }

  @Test func `characteristics and units are told`() async throws {
    let fixture = try await StoreFixture()
    let token = try await fixture.add()
    let born = Characteristic.dateOfBirth(
      try DateOfBirth(year: 1980, month: 1, day: 1))
    try await fixture.store.setCharacteristic(born)
    let unit = try UnitPreference(of: .bodyMass, Unit(parsing: "lb"))
    try await fixture.store.setPreferredUnit(unit)
    try await fixture.decide(share: [.bodyMass: true], read: [.dateOfBirth: true])
    let body: (Client, CallOptions) async throws -> Void = { client, options in
      var request = GetCharacteristicRequest()
      request.type = ObjectType.dateOfBirth.identifier
      let said = try await client.call(StoreMethods.getCharacteristic, request, options: options)
      let bytes = try #require(said.characteristic)
      #expect(try Characteristic(decoding: bytes, limits: .wire) == born)
      var units = GetPreferredUnitsRequest()
      units.types = [ObjectType.bodyMass.identifier]
      let preferred = try await client.call(
        StoreMethods.getPreferredUnits, units, options: options)
      #expect(
        try preferred.preferences.map { try UnitPreference(decoding: $0, limits: .wire) } == [unit])
      request.type = ObjectType.heartRate.identifier
      let error = try await refusal { [request] in
        try await client.call(StoreMethods.getCharacteristic, request, options: options)
      }
      #expect(error.code == .invalidArgument)
    }
    try await fixture.asOwner(body)
    try await fixture.asApp(token, body)
  }

  @Test func `the owner asks nobody for permission`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.asOwner { client, options in
      var request = RequestAuthorizationRequest()
      request.read = [ObjectType.heartRate.identifier]
      let asking = try await refusal { [request] in
        try await client.call(StoreMethods.requestAuthorization, request, options: options)
      }
      let status = try await refusal {
        try await client.call(
          StoreMethods.getAuthorization, GetAuthorizationRequest(), options: options)
      }
      #expect(asking.code == .failedPrecondition && status.code == .failedPrecondition)
    }
  }
}
