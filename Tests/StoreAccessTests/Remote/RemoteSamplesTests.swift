internal import DyadServices
internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import StoreAccess
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct RemoteSamplesTests {
  private static let uuid = SampleUUID(high: 1, low: 2)

  private static func answer(_ runs: [SampleRun], first: Bool = false) throws -> QueryResponse {
    var response = QueryResponse()
    if first { response.coverage = FakeStore.coverage }
    response.runs = try SampleRun.messages(of: runs)
    return response
  }

  @Test func `a save says its samples and documents`() async throws {
    let run = FakeStore.run(5_000)
    let (request, _) = try await FakeStore.asked(StoreMethods.save, answer: SaveResponse()) {
      try await $0.save([run], documents: [Self.uuid: [1, 2]])
    }
    let saved = try #require(request)
    #expect(saved.runs.count == 2)
    #expect(try SampleRun.runs(saved.runs).flatMap(\.uuids) == run.uuids)
    #expect(saved.documents.map(\.uuid) == [Self.uuid.bytes])
    #expect(saved.documents.map(\.content) == [[1, 2]])
  }

  @Test func `a save that no message can carry goes in many, in its order`() async throws {
    let requests = Recorder<SaveRequest>()
    let runs = (0..<5).map { FakeStore.run(100, text: String(repeating: "\($0)", count: 8_000)) }
    let documents = [Self.uuid: [UInt8](repeating: 1, count: 1 << 20)]
    try await FakeStore.run(
      { router in
        router.clientStreaming(StoreMethods.saveMany) { stream, _ in
          for try await request in stream { requests.add(request) }
          return SaveResponse()
        }
      },
      { store in try await store.replace([.stepCount: [Self.uuid]], by: runs, documents: documents)
      })
    #expect(requests.all.count == 6)
    #expect(requests.all.first?.replaced.count == 1)
    #expect(try requests.all.flatMap { try SampleRun.runs($0.runs) } == runs)
    #expect(requests.all.last?.documents.map(\.content.count) == [1 << 20])
  }

  @Test func `what is added to a workout and fits no message goes in many`() async throws {
    let requests = Recorder<SaveRequest>()
    let runs = (0..<6).map { FakeStore.run(100, text: String(repeating: "\($0)", count: 8_000)) }
    try await FakeStore.run(
      { router in
        router.clientStreaming(StoreMethods.saveMany) { stream, _ in
          for try await request in stream { requests.add(request) }
          return SaveResponse()
        }
      },
      { store in try await store.add(runs, to: Self.uuid) })
    #expect(requests.all.map(\.workout) == [Self.uuid.bytes] + Array(repeating: [], count: 5))
    #expect(try requests.all.flatMap { try SampleRun.runs($0.runs) } == runs)
  }

  @Test func `a save that no call can carry is not sent`() async throws {
    let requests = Recorder<SaveRequest>()
    try await FakeStore.run(
      { router in
        router.unary(StoreMethods.save) { request, _ in
          requests.add(request)
          return SaveResponse()
        }
      },
      { store in
        let document = [UInt8](repeating: 1, count: 4 << 20)
        let error = await #expect(throws: RequestTooLarge.self) {
          try await store.save([FakeStore.run(1)], documents: [Self.uuid: document])
        }
        #expect((error?.byteCount ?? 0) > 4 << 20)
        try await store.save(
          [FakeStore.run(1)], documents: [Self.uuid: Array(document.dropLast(5_000))])
      })
    #expect(requests.all.count == 1)
  }

  @Test func `a document that no message can carry goes in pieces`() async throws {
    let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    let document = Document(
      title: "", patientName: "", authorName: "", custodianName: "", byteCount: Int64(bytes.count))
    let run = SampleRun(
      Sample(
        uuid: Self.uuid, type: .cda, start: 0, end: 0, value: .object(.document(document)),
        source: SourceRevision(source: Source(bundleIdentifier: "a.b", name: "A"))))
    let requests = Recorder<SaveDocumentRequest>()
    try await FakeStore.run(
      { router in
        router.clientStreaming(StoreMethods.saveDocument) { stream, _ in
          for try await request in stream { requests.add(request) }
          return SaveResponse()
        }
      },
      { store in try await store.save([run], documents: [Self.uuid: bytes]) })
    #expect(requests.all.count > 1)
    #expect(requests.all.dropFirst().allSatisfy { $0.run == nil })
    let said = try #require(requests.all.first?.run)
    #expect(try SampleRun.runs([said]) == [run])
    #expect(requests.all.flatMap(\.content) == bytes)
  }

  @Test func `a deletion that no call can carry is not sent`() async throws {
    let requests = Recorder<DeleteRequest>()
    try await FakeStore.run(
      { router in
        router.unary(StoreMethods.delete) { request, _ in
          requests.add(request)
          return DeleteResponse()
        }
      },
      { store in
        let uuids = (0..<263_000).map { SampleUUID(high: 1, low: UInt64($0)) }
        let error = await #expect(throws: RequestTooLarge.self) { try await store.delete(uuids) }
        #expect(error?.description.hasPrefix("cannot delete the samples: ") == true)
        await #expect(throws: RequestTooLarge.self) {
          try await store.delete([.heartRate: uuids])
        }
        // As many as 'dyad delete' advises.
        try await store.delete(Array(uuids.prefix(250_000)))
      })
    #expect(requests.all.count == 1)
  }

  @Test func `deletions say what goes, and how much went`() async throws {
    var answer = DeleteResponse()
    answer.count = 7
    let (typed, count) = try await FakeStore.asked(StoreMethods.delete, answer: answer) {
      try await $0.delete([.heartRate: [Self.uuid], .stepCount: [Self.uuid]])
    }
    #expect(count == 7)
    #expect(
      typed?.objects.map(\.type) == [ObjectType.heartRate, .stepCount].map(\.identifier).sorted())
    let (untyped, _) = try await FakeStore.asked(StoreMethods.delete, answer: answer) {
      try await $0.delete([Self.uuid])
    }
    #expect(untyped?.objects == [ObjectsOfTypeMessage([Self.uuid], of: nil)])
    let (matching, _) = try await FakeStore.asked(StoreMethods.delete, answer: answer) {
      try await $0.delete(.heartRate, where: .start(.less, 3))
    }
    #expect(matching?.type == ObjectType.heartRate.identifier)
    #expect(try Predicate(matching?.predicate) == .start(.less, 3))
    #expect(matching?.objects == [])
  }

  @Test func `a query's answer comes run by run, behind its coverage`() async throws {
    let requests = Recorder<QueryRequest>()
    let (coverage, runs) = try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.query) { request, writer, _ in
          requests.add(request)
          try await writer.send(try Self.answer([], first: true))
          try await writer.send(try Self.answer([FakeStore.run(2), FakeStore.run(1)]))
          try await writer.send(try Self.answer([FakeStore.run(3)]))
        }
      },
      { store in
        let samples = try await store.samples(
          SampleQuery(
            .heartRate, where: .not(.uncorrelated), order: [SortDescriptor(.end)], limit: 6),
          maxAge: .milliseconds(1500))
        return (samples.coverage, try await samples.all())
      })
    #expect(coverage == StoreCoverage(from: 10, until: 20, age: .seconds(5)))
    #expect(runs == [FakeStore.run(2), FakeStore.run(1), FakeStore.run(3)])
    let request = try #require(requests.all.first)
    #expect(request.type == ObjectType.heartRate.identifier)
    #expect(try Predicate(request.predicate) == .not(.uncorrelated))
    #expect(request.order == [SortKeyMessage(SortDescriptor(.end))])
    #expect(request.limit == 6)
    #expect(request.maxAge == 1.5)
  }

  @Test func `a query for no samples gets none`() async throws {
    let runs = try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.query) { _, writer, _ in
          try await writer.send(try Self.answer([], first: true))
          try await writer.send(try Self.answer([FakeStore.run(1)]))
        }
      },
      { try await $0.samples(SampleQuery(.heartRate, limit: 0)).all() })
    #expect(runs.isEmpty)
  }

  @Test func `letting go of an answer ends the call`() async throws {
    let (ended, continuation) = AsyncStream<Void>.makeStream()
    try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.query) { _, writer, _ in
          defer { continuation.finish() }
          try await writer.send(try Self.answer([], first: true))
          while true { try await writer.send(try Self.answer([FakeStore.run(10)])) }
        }
      },
      { store in
        var count = 0
        for try await run in try await store.samples(SampleQuery(.heartRate)) {
          count += run.count
          if count >= 100 { break }
        }
        #expect(count == 100)
      })
    for await _ in ended {}
  }

  @Test func `cancelling a reader ends its wait`() async throws {
    try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.query) { _, writer, _ in
          try await writer.send(try Self.answer([], first: true))
          while true { try await writer.send(try Self.answer([])) }
        }
      },
      { store in
        let samples = try await store.samples(SampleQuery(.heartRate))
        let reading = Task { try await samples.all() }
        reading.cancel()
        let result = await reading.result
        #expect(throws: CancellationError.self) { try result.get() }
      })
  }

  @Test func `an answer without coverage is strange`() async throws {
    for hasMessage in [true, false] {
      try await FakeStore.run(
        { router in
          router.serverStreaming(StoreMethods.query) { _, writer, _ in
            if hasMessage { try await writer.send(QueryResponse()) }
          }
        },
        { store in
          let error = await #expect(throws: RPCError.self) {
            try await store.samples(SampleQuery(.heartRate))
          }
          #expect(error?.code == .internal)
        })
    }
  }

  @Test func `sources and documents are read`() async throws {
    let source = Source(bundleIdentifier: "a.b", name: "A")
    var answer = ListSourcesResponse()
    answer.sources = [try source.bytes(in: "sources")]
    let (request, sources) = try await FakeStore.asked(StoreMethods.listSources, answer: answer) {
      try await $0.sources(of: .heartRate)
    }
    #expect(sources == [source])
    #expect(request?.type == ObjectType.heartRate.identifier)
    let bytes = try await FakeStore.run(
      { router in
        router.serverStreaming(StoreMethods.readDocument) { request, writer, _ in
          for piece in [request.uuid, [1], [2, 3]] {
            var response = ReadDocumentResponse()
            response.content = piece
            try await writer.send(response)
          }
        }
      },
      { store in
        var bytes: [UInt8] = []
        for try await piece in try store.document(Self.uuid) { bytes += piece }
        return bytes
      })
    #expect(bytes == Self.uuid.bytes + [1, 2, 3])
  }

  @Test func `samples are added to a workout`() async throws {
    let (request, _) = try await FakeStore.asked(
      StoreMethods.addToWorkout, answer: AddToWorkoutResponse()
    ) {
      try await $0.add([FakeStore.run(2)], to: Self.uuid)
    }
    #expect(request?.workout == Self.uuid.bytes)
    #expect(try SampleRun.runs(request?.runs ?? []) == [FakeStore.run(2)])
  }
}
