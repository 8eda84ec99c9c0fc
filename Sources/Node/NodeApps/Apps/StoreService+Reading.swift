internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import NodeSync
internal import ProtobufWire
internal import RPCCore

extension StoreService {
  /// As many keys as an order has: more than there are things to order by.
  private static let mostSortKeys = 16

  /// Adds the methods that read what is there.
  func addReading(to router: inout CallerRouter) {
    router.serverStreaming(StoreMethods.query) { request, responses, call in
      try await stand(call) { view in
        // Where it reads, so that the connections' threads are free for others.
        try await withTaskExecutorPreference(store.readers) {
          try await query(request, view, responses)
        }
      }
    }
    router.serverStreaming(StoreMethods.readDocument) { request, responses, call in
      try await stand(call) { view in try await readDocument(request, view, responses) }
    }
    router.unary(StoreMethods.listSources) { request, call in
      try await answer(call) { view in
        let type = try ObjectType(wire: request.type, field: "type")
        let after = try request.after.map { try Source($0, in: "after") }
        let sources = try await view.room.readingPage {
          try await view.access.sources(of: type, where: Predicate(request.predicate))
        }
        var response = ListSourcesResponse()
        var room = StoreBounds.listBytes
        for source in sources.sorted() where after.map({ $0 < source }) ?? true {
          let bytes = try source.bytes(in: "sources")
          room -= bytes.count
          response.hasMore = room < 0 && !response.sources.isEmpty
          if response.hasMore { break }
          response.sources.append(bytes)
        }
        return response
      }
    }
    router.unary(StoreMethods.getCoverage) { _, call in
      try await answer(call) { view in
        var response = GetCoverageResponse()
        response.coverage = coverage(for: view)
        return response
      }
    }
  }

  private func query(
    _ request: QueryRequest, _ view: StoreView, _ responses: ResponseWriter<QueryResponse>
  ) async throws {
    let query = try Self.sampleQuery(request)
    try view.checkReading(of: query.type)
    try await freshen(to: request.maxAge, for: view)
    let coverage = coverage(for: view)
    try await view.read(query) {
      var response = QueryResponse()
      response.coverage = coverage
      try await responses.send(response)
    } telling: { run, row in
      var response = QueryResponse()
      if request.plain {
        response.samples = try run.plainPiece(from: row)
        try responses.enqueue(response)
        return row + response.samples.count
      }
      let piece = run.piece(from: row)
      response.runs = try SampleRun.answer([piece])
      try responses.enqueue(response)
      return row + piece.count
    } waiting: {
      try await responses.waitForRoom()
    }
  }

  /// Asks the peers for what is newer, if what is here is older than a caller wants.
  package func freshen(to most: Double?, for view: StoreView) async throws {
    guard let most else { return }
    guard most >= 0 else { throw StoreWireError("max_age", "it is no length of time") }
    await engine.freshen(to: most, knowing: age(for: view))
  }

  private static func sampleQuery(_ request: QueryRequest) throws -> SampleQuery {
    guard request.order.count <= mostSortKeys else {
      throw StoreWireError("order", "there are more than \(mostSortKeys) keys")
    }
    return SampleQuery(
      try ObjectType(wire: request.type, field: "type"), where: try Predicate(request.predicate),
      order: try request.order.map { try SortDescriptor($0) },
      limit: request.limit == 0 ? nil : Int(clamping: request.limit))
  }

  /// Sends the bytes of a document that the caller sees; to others, and from when that is over, it is one
  /// that is not there.
  private func readDocument(
    _ request: ReadDocumentRequest, _ view: StoreView,
    _ responses: ResponseWriter<ReadDocumentResponse>
  ) async throws {
    let uuid = try SampleUUID(request.uuid, in: "uuid")
    let pieces = try await view.room.readingPage { try await view.access.document(uuid) }
    var iterator = pieces.makeAsyncIterator()
    while let content = try await view.room.readingPage({ try await iterator.next() }) {
      var response = ReadDocumentResponse()
      response.content = content
      try await responses.send(response)
    }
  }
}
