internal import DyadServices
internal import HealthModel
internal import RPCCore
private import Synchronization

/// A daemon's samples in memory, behind the services that commands call.
final class MemoryNode: Sendable {
  struct State {
    var runs: [SampleRun] = []
    var documents: [SampleUUID: [UInt8]] = [:]
    /// What was saved or deleted; an anchor is a place in it.
    var log: [Event] = []
    var saves = 0
    /// How often a save was refused because the store could not be used.
    var failedSaves = 0
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  enum Event {
    case added(SampleRun)
    case deleted(DeletedObject)
  }

  /// Samples that end before are refused.
  static let cutoff = -1e9

  private let state = Mutex(State())
  private let endOfFollowers: RPCError?
  private let canSave: Bool

  /// A node without samples, which ends the calls of followers if there is a reason.
  init(endingFollowers reason: RPCError? = nil, canSave: Bool = true) {
    endOfFollowers = reason
    self.canSave = canSave
  }

  /// How often a save was refused because the store could not be used.
  var failedSaves: Int { state.withLock { $0.failedSaves } }

  /// How many requests were saved.
  var saves: Int { state.withLock { $0.saves } }
  /// What is there.
  var samples: [Sample] {
    state.withLock { state in
      state.runs.flatMap { run in (0..<run.count).map { run[$0] } }
    }
  }

  /// Says what the daemon answers.
  func register(_ router: inout Router) {
    registerWriting(&router)
    registerReading(&router)
    registerChanges(&router)
    router.unary(OperatorMethods.listTypes) { [self] _, _ in
      var response = ListTypesResponse()
      for (type, samples) in Dictionary(grouping: samples, by: \.type) {
        var count = TypeCountMessage()
        count.type = type.identifier
        count.count = UInt64(samples.count)
        response.types.append(count)
      }
      return response
    }
    router.serverStreaming(OperatorMethods.verifyStore) { [self] _, responses, _ in
      var response = VerifyStoreResponse()
      response.checked = 1
      try await responses.send(response)
      response.checked = nil
      response.samples = UInt64(samples.count)
      response.segments = 2
      response.blocks = 3
      response.tombstones = 4
      if samples.isEmpty { response.findings = ["a segment is gone"] }
      try await responses.send(response)
    }
    router.unary(StoreMethods.getPreferredUnits) { _, _ in GetPreferredUnitsResponse() }
    router.unary(OperatorMethods.orderSources) { [self] request, _ in
      var response = OrderSourcesResponse()
      let bundles = samples.filter { $0.type.identifier == request.type }
        .map(\.source.source.bundleIdentifier)
      response.bundleIdentifiers = Set(bundles).sorted()
      return response
    }
    router.unary(OperatorMethods.maintainStore) { _, _ in MaintainStoreResponse() }
  }

  private func registerWriting(_ router: inout Router) {
    router.unary(StoreMethods.save) { [self] request, _ in try save([request]) }
    router.clientStreaming(StoreMethods.saveMany) { [self] requests, _ in
      var parts: [SaveRequest] = []
      for try await request in requests { parts.append(request) }
      return try save(parts)
    }
    router.clientStreaming(StoreMethods.saveDocument) { [self] requests, _ in
      var (runs, content): ([[UInt8]], [UInt8]) = ([], [])
      for try await request in requests {
        if let run = request.run { runs.append(run) }
        content += request.content
      }
      let read = try Self.reading { () throws(StoreWireError) in try SampleRun.runs(runs) }
      try save(read)
      for uuid in read.flatMap(\.uuids) {
        let bytes = content
        state.withLock { $0.documents[uuid] = bytes }
      }
      return SaveResponse()
    }
    router.unary(StoreMethods.delete) { [self] request, _ in
      var response = DeleteResponse()
      let predicate = try Self.reading { () throws(StoreWireError) in
        try Predicate(request.predicate)
      }
      let uuids = try Self.reading { () throws(StoreWireError) in
        var uuids: [SampleUUID] = []
        for object in request.objects { uuids += try object.sampleUUIDs() }
        return uuids
      }
      response.count = UInt64(
        try request.objects.isEmpty
          ? delete { $0.type.identifier == request.type && predicate.isMet(by: $0) }
          : delete(uuids))
      return response
    }
  }

  private func save(_ parts: [SaveRequest]) throws -> SaveResponse {
    try save(
      try parts.flatMap { part in
        try Self.reading { () throws(StoreWireError) in try SampleRun.runs(part.runs) }
      })
    for document in parts.flatMap(\.documents) {
      let uuid = try Self.reading { () throws(StoreWireError) in
        try SampleUUID(document.uuid, in: "documents.uuid")
      }
      state.withLock { $0.documents[uuid] = document.content }
    }
    return SaveResponse()
  }

  private func registerReading(_ router: inout Router) {
    router.unary(StoreMethods.getCoverage) { _, _ in
      var response = GetCoverageResponse()
      response.coverage = Self.coverage
      return response
    }
    router.serverStreaming(StoreMethods.query) { [self] request, writer, _ in
      let predicate = try Self.reading { () throws(StoreWireError) in
        try Predicate(request.predicate)
      }
      var found = samples.filter {
        $0.type.identifier == request.type && predicate.isMet(by: $0)
      }
      if let key = request.order.first {
        found.sort { key.descending ? $0.start > $1.start : $0.start < $1.start }
      }
      if request.limit > 0 { found = Array(found.prefix(Int(request.limit))) }
      var first = QueryResponse()
      first.coverage = Self.coverage
      try await writer.send(first)
      for sample in found {
        var response = QueryResponse()
        response.runs = try SampleRun.messages(of: [SampleRun(sample)])
        try await writer.send(response)
      }
    }
    router.unary(StoreMethods.listSources) { [self] request, _ in
      var response = ListSourcesResponse()
      let sources = samples.filter { $0.type.identifier == request.type }.map(\.source.source)
      response.sources = try Set(sources).sorted().map { try $0.bytes(in: "sources") }
      return response
    }
    router.serverStreaming(StoreMethods.readDocument) { [self] request, writer, _ in
      let uuid = SampleUUID(bytes: request.uuid)
      let bytes = state.withLock { state in uuid.flatMap { state.documents[$0] } } ?? []
      for start in stride(from: 0, to: bytes.count, by: 65_536) {
        var response = ReadDocumentResponse()
        response.content = Array(bytes[start..<min(start + 65_536, bytes.count)])
        try await writer.send(response)
      }
    }
  }

  private func registerChanges(_ router: inout Router) {
    router.unary(StoreMethods.changes) { [self] request, _ in try page(request) }
    router.serverStreaming(StoreMethods.follow) { [self] request, writer, _ in
      if let endOfFollowers { throw endOfFollowers }
      var request = request
      let (wakeups, continuation) = AsyncStream<Void>.makeStream()
      state.withLock { $0.waiting.append(continuation) }
      repeat {
        let page = try page(request)
        try await writer.send(page)
        request.anchor = page.anchor
      } while await wakeups.first(where: { _ in true }) != nil
    }
  }

  private func page(_ request: ChangesRequest) throws -> ChangesResponse {
    let anchor = try Self.reading { () throws(StoreWireError) in
      try Anchor(request.anchor, in: "anchor")
    }
    let log = state.withLock { $0.log }
    guard anchor.position <= log.count else {
      throw RPCError.startOver("cannot read the changes: the anchor is of another store")
    }
    let limit = request.limit == 0 ? log.count : Int(request.limit)
    let events = log.dropFirst(Int(anchor.position)).prefix(limit)
    var response = ChangesResponse()
    for event in events {
      switch event {
      case .added(let run) where request.types.contains(run.type.identifier):
        response.added += try SampleRun.messages(of: [run])
      case .deleted(let object) where request.types.contains(object.type.identifier):
        response.deleted += DeletedObject.messages(of: [object])
      case .added, .deleted: break
      }
    }
    let position = anchor.position + Int64(events.count)
    response.anchor = try Anchor(incarnation: Incarnation(rawValue: 1), position: position)
      .bytes(in: "anchor")
    response.hasMore = position < log.count
    return response
  }

  private func save(_ runs: [SampleRun]) throws {
    guard canSave else {
      state.withLock { $0.failedSaves += 1 }
      throw RPCError(ModelError(.databaseInaccessible, cannot: "use the store", "it is gone"))
    }
    for run in runs {
      do throws(ModelError) {
        try run.checkForSaving(notBefore: Self.cutoff)
      } catch {
        throw RPCError(error)
      }
    }
    let known = Set(samples.map(\.uuid))
    guard !runs.contains(where: { $0.uuids.contains { known.contains($0) } }) else {
      throw RPCError(ModelError(.invalidArgument, cannot: "save the objects", "it is there"))
    }
    state.withLock { state in
      state.saves += 1
      state.runs += runs
      state.log += runs.map { .added($0) }
      for continuation in state.waiting { continuation.yield() }
    }
  }

  private func delete(_ uuids: [SampleUUID]) throws -> Int {
    let known = Set(samples.map(\.uuid))
    guard uuids.allSatisfy({ known.contains($0) }) else {
      throw RPCError(ModelError.objectsNotFound)
    }
    return delete { uuids.contains($0.uuid) }
  }

  private func delete(_ isMeant: (Sample) -> Bool) -> Int {
    let gone = samples.filter(isMeant)
    let kept = samples.filter { !isMeant($0) }.map { SampleRun($0) }
    state.withLock { state in
      state.runs = kept
      state.log += gone.map { .deleted(DeletedObject(uuid: $0.uuid, type: $0.type)) }
      for continuation in state.waiting { continuation.yield() }
    }
    return gone.count
  }

  static var coverage: CoverageMessage {
    var coverage = CoverageMessage()
    coverage.from = cutoff
    return coverage
  }

  private static func reading<Value>(
    _ body: () throws(StoreWireError) -> Value
  ) throws(RPCError) -> Value {
    do throws(StoreWireError) {
      return try body()
    } catch {
      throw RPCError(error)
    }
  }
}

extension Predicate {
  /// As much of conditions as the tests need.
  fileprivate func isMet(by sample: Sample) -> Bool {
    switch self {
    case .constant(let flag): flag
    case .uuid(let set): set.contains(sample.uuid)
    case .and(let parts): parts.allSatisfy { $0.isMet(by: sample) }
    case .start(let comparison, let seconds): comparison.holds(sample.start, seconds)
    case .end(let comparison, let seconds): comparison.holds(sample.end, seconds)
    default: false
    }
  }
}
