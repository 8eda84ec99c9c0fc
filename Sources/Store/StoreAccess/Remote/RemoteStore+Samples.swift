internal import DyadServices
package import HealthModel
internal import RPCCore

extension RemoteStore {
  /// Saves all of the samples or none; they are durable when this returns.
  ///
  /// - Parameters:
  ///   - runs: The samples. What an app saves has the app as its source, whatever they say.
  ///   - documents: The bytes of each document among them. One that is too long for a message has to be saved
  ///     alone.
  /// - Throws: `RequestTooLarge` before anything is sent, where no call can carry it all.
  package func save(
    _ runs: [SampleRun], documents: [SampleUUID: [UInt8]] = [:]
  ) async throws {
    let request = try request(saving: runs, documents)
    if !request.fitsMessage, let (uuid, bytes) = documents.first, documents.count == 1,
      request.runs.count == 1, bytes.count <= StoreBounds.documentBytes,
      runs.flatMap(\.uuids) == [uuid]
    {
      return try await save(request.runs[0], bytes)
    }
    try await save(request)
  }

  /// Deletes objects and saves others, in one commit: all of it, or nothing where one of the objects is not there.
  ///
  /// - Throws: `RequestTooLarge` before anything is sent, where no call can carry it all.
  package func replace(
    _ objects: [ObjectType: [SampleUUID]], by runs: [SampleRun],
    documents: [SampleUUID: [UInt8]] = [:]
  ) async throws {
    guard objects.contains(where: { !$0.value.isEmpty }) else { throw ModelError.nothingToDelete }
    var request = try request(saving: runs, documents)
    request.replaced = messages(of: objects)
    try await save(request)
  }

  /// Makes the call, or one of many messages where one cannot carry it all.
  private func save(_ request: SaveRequest) async throws {
    if request.fitsMessage { return try await call(StoreMethods.save, request) }
    try await saveMany(request)
  }

  private func saveMany(_ request: SaveRequest) async throws {
    let parts = request.parts(of: Self.partBytes)
    for part in parts where !part.fitsMessage { throw RequestTooLarge(byteCount: part.byteCount) }
    try await pieces.run {
      try await call(StoreMethods.saveMany) { call in
        for part in parts { try await call.send(part) }
      }
    }
  }

  /// As much of a save as one message has, unless one run or document has more.
  private static let partBytes = 1 << 20

  private func request(
    saving runs: [SampleRun], _ documents: [SampleUUID: [UInt8]]
  ) throws(ModelError) -> SaveRequest {
    var request = SaveRequest()
    request.runs = try messages(of: runs)
    for (uuid, bytes) in documents {
      var document = DocumentContentMessage()
      document.uuid = uuid.bytes
      document.content = bytes
      request.documents.append(document)
    }
    return request
  }

  private func messages(of objects: [ObjectType: [SampleUUID]]) -> [ObjectsOfTypeMessage] {
    objects.sorted { $0.key < $1.key }.flatMap { type, uuids in
      ObjectsOfTypeMessage.messages(of: uuids, type: type)
    }
  }

  /// As much of a document as one message has.
  private static let pieceBytes = 256 << 10

  /// Saves a document in pieces.
  private func save(_ run: [UInt8], _ bytes: [UInt8]) async throws {
    try await pieces.run {
      try await call(StoreMethods.saveDocument) { call in
        var request = SaveDocumentRequest()
        request.run = run
        for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
          request.content = Array(bytes[start..<min(start + Self.pieceBytes, bytes.count)])
          try await call.send(request)
          request.run = nil
        }
      }
    }
  }

  /// Adds samples to a workout that is saved, and saves those that are not saved yet: all of it or nothing.
  ///
  /// - Throws: `RequestTooLarge` before anything is sent, where no call can carry it all.
  package func add(_ runs: [SampleRun], to workout: SampleUUID) async throws {
    var request = try request(saving: runs, [:])
    request.workout = workout.bytes
    guard request.fitsMessage else { return try await saveMany(request) }
    var addition = AddToWorkoutRequest()
    (addition.workout, addition.runs) = (request.workout, request.runs)
    try await call(StoreMethods.addToWorkout, addition)
  }

  /// Deletes all of the objects, or none where one is not there; returns how many.
  ///
  /// - Throws: `RequestTooLarge` before anything is sent, where one call cannot name them all.
  @discardableResult
  package func delete(_ objects: [ObjectType: [SampleUUID]]) async throws -> Int {
    var request = DeleteRequest()
    request.objects = messages(of: objects)
    return try await delete(request)
  }

  /// Deletes all of the objects of any type, or none where one is not there; on the owner's socket.
  ///
  /// - Throws: `RequestTooLarge` before anything is sent, where one call cannot name them all.
  @discardableResult
  package func delete(_ uuids: [SampleUUID]) async throws -> Int {
    var request = DeleteRequest()
    request.objects = ObjectsOfTypeMessage.messages(of: uuids, type: nil)
    return try await delete(request)
  }

  /// Deletes whatever of the type meets the condition; returns how many.
  @discardableResult
  package func delete(_ type: ObjectType, where predicate: Predicate) async throws -> Int {
    var request = DeleteRequest()
    request.type = type.identifier
    request.predicate = PredicateMessage(predicate)
    return try await delete(request)
  }

  /// The samples that a query asks for, as they are read.
  ///
  /// - Parameters:
  ///   - query: Which samples, and in which order.
  ///   - maxAge: First asks the peers for what is newer, where what is here may be older than this.
  /// - Returns: The samples, and what is known of the time.
  /// - Throws: The refusal of the store, if it refuses at once.
  package func samples(
    _ query: SampleQuery, maxAge: Duration? = nil
  ) async throws -> StoreSamples {
    var request = QueryRequest()
    request.type = query.type.identifier
    request.predicate = PredicateMessage(query.predicate)
    request.order = query.order.map { SortKeyMessage($0) }
    // A message cannot ask for no samples: it means all of them.
    request.limit = UInt64(clamping: query.limit.map { max(1, $0) } ?? 0)
    request.maxAge = maxAge.map { $0 / .seconds(1) }
    let call = try open(StoreMethods.query, request)
    guard let first = try await call.next() else {
      throw RemoteFailure.strange("it has no coverage")
    }
    do {
      let coverage = try StoreCoverage(first.coverage)
      guard query.limit.map({ $0 > 0 }) ?? true else {
        return StoreSamples(coverage: coverage, runs: StoreStream())
      }
      return StoreSamples(
        coverage: coverage,
        runs: StoreStream(call, after: try SampleRun.runs(first.runs, links: true)) { response in
          try SampleRun.runs(response.runs, links: true)
        })
    } catch {
      throw RemoteFailure.thrown(for: error)
    }
  }

  /// Who saved samples of `type` that match.
  package func sources(
    of type: ObjectType, where predicate: Predicate = .constant(true)
  ) async throws -> [Source] {
    var request = ListSourcesRequest()
    request.type = type.identifier
    request.predicate = PredicateMessage(predicate)
    var sources: [Source] = []
    while true {
      let last = try await call(StoreMethods.listSources, request) { response in
        sources += try response.sources.map { try Source($0, in: "sources") }
        return response.hasMore ? response.sources.last : nil
      }
      guard let last else { return sources }
      guard last != request.after else {
        throw RemoteFailure.strange("it tells the same sources again")
      }
      request.after = last
    }
  }

  /// The bytes of a document, piece by piece.
  package func document(_ uuid: SampleUUID) throws -> StoreStream<[UInt8]> {
    var request = ReadDocumentRequest()
    request.uuid = uuid.bytes
    return StoreStream(try open(StoreMethods.readDocument, request)) { [$0.content] }
  }

  private func delete(_ request: DeleteRequest) async throws -> Int {
    try checkSize(request.objects.map(\.uuids), 0, to: "delete the samples")
    return try await call(StoreMethods.delete, request) { Int(clamping: $0.count) }
  }

  /// The runs as fields of a request.
  private func messages(of runs: [SampleRun]) throws(ModelError) -> [[UInt8]] {
    do throws(StoreWireError) {
      return try SampleRun.messages(of: runs)
    } catch {
      throw ModelError(.invalidArgument, cannot: "save the objects", error.detail)
    }
  }

  private func checkSize(
    _ fields: [[UInt8]], _ others: Int, to operation: String = "save the samples"
  ) throws(RequestTooLarge) {
    // A field has its number and its length before it.
    let byteCount = fields.reduce(others) { $0 + $1.count + 8 }
    guard byteCount <= RequestTooLarge.mostBytes - RequestTooLarge.margin else {
      throw RequestTooLarge(operation: operation, byteCount: byteCount)
    }
  }
}

extension SaveRequest {
  /// About as many bytes as it has.
  fileprivate var byteCount: Int {
    runs.reduce(0) { $0 + $1.count + 8 } + replaced.reduce(0) { $0 + $1.uuids.count + 128 }
      + documents.reduce(0) { $0 + $1.content.count + 64 }
  }

  /// Whether one message can carry it all.
  fileprivate var fitsMessage: Bool {
    byteCount <= RequestTooLarge.mostBytes - RequestTooLarge.margin
  }

  /// The same in requests of about so many bytes, in its order.
  fileprivate func parts(of mostBytes: Int) -> [SaveRequest] {
    var parts: [SaveRequest] = []
    var part = SaveRequest()
    var size = 0
    part.workout = workout
    func add(_ bytes: Int, _ put: (inout SaveRequest) -> Void) {
      if size > 0, size + bytes > mostBytes {
        parts.append(part)
        part = SaveRequest()
        size = 0
      }
      put(&part)
      size += bytes
    }
    for objects in replaced { add(objects.uuids.count + 128) { $0.replaced.append(objects) } }
    for run in runs { add(run.count + 8) { $0.runs.append(run) } }
    for document in documents {
      add(document.content.count + 64) { $0.documents.append(document) }
    }
    parts.append(part)
    return parts
  }
}
