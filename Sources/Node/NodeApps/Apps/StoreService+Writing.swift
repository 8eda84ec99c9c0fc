internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// From so many bytes on runs are read elsewhere than on the loop, which has other callers too.
  private static let manyBytes = 65_536

  /// Adds the methods that save and delete.
  func addWriting(to router: inout CallerRouter) {
    router.unary(StoreMethods.save) { request, call in
      try await answer(call) { view in try await save(request, view) }
    }
    router.unary(StoreMethods.delete) { request, call in
      try await answer(call) { view in try await delete(request, view) }
    }
    router.unary(StoreMethods.addToWorkout) { request, call in
      try await answer(call) { view in
        let workout = try SampleUUID(request.workout, in: "workout")
        let (plain, uuids) = try plainRuns(request.samples)
        try await view.access.add(try await Self.runs(request.runs) + plain, to: workout)
        var response = AddToWorkoutResponse()
        response.uuids = uuids
        return response
      }
    }
  }

  private func save(_ request: SaveRequest, _ view: StoreView) async throws -> SaveResponse {
    let (plain, uuids) = try plainRuns(request.samples)
    let runs = try await Self.runs(request.runs) + plain
    var documents: [SampleUUID: [UInt8]] = [:]
    for document in request.documents {
      let uuid = try SampleUUID(document.uuid, in: "documents.uuid")
      guard documents.updateValue(document.content, forKey: uuid) == nil else {
        throw StoreWireError("documents.uuid", "a document has its bytes twice")
      }
    }
    guard documents.isEmpty || Set(documents.keys).isSubset(of: Self.documents(in: runs)) else {
      throw StoreWireError("documents.uuid", "no document with this UUID is saved")
    }
    if request.replaced.isEmpty {
      try await view.access.save(runs, documents: documents)
    } else {
      var replaced: [ObjectType: [SampleUUID]] = [:]
      for objects in request.replaced {
        let type = try ObjectType(wire: objects.type, field: "replaced.type")
        replaced[type, default: []] += try objects.sampleUUIDs()
      }
      try await view.access.replace(replaced, by: runs, documents: documents)
    }
    var response = SaveResponse()
    response.uuids = uuids
    return response
  }

  private func delete(_ request: DeleteRequest, _ view: StoreView) async throws -> DeleteResponse {
    let count: Int
    if request.objects.isEmpty {
      let type = try ObjectType(wire: request.type, field: "type")
      count = try await view.access.delete(
        of: type, where: Predicate(request.predicate)
      ).count
    } else {
      guard request.type.isEmpty, request.predicate == nil else {
        throw StoreWireError("objects", "either objects are named or a condition for them")
      }
      count = try await view.delete(
        request.objects.map { objects in
          let type: ObjectType? =
            view.isOwner && objects.type.isEmpty
            ? nil : try ObjectType(wire: objects.type, field: "objects.type")
          return (type, try objects.sampleUUIDs())
        })
    }
    var response = DeleteResponse()
    response.count = UInt64(count)
    return response
  }

  /// Runs of what is saved in plain words, and the UUIDs that it has now.
  private func plainRuns(
    _ samples: [PlainSampleMessage]
  ) throws(StoreWireError) -> (runs: [SampleRun], uuids: [String]) {
    guard samples.count <= StoreBounds.plainSamples else {
      throw StoreWireError(
        "samples", "\(samples.count) in plain words exceed \(StoreBounds.plainSamples)")
    }
    let (runs, named) = try SampleRun.runs(plain: samples) { uuids.take(for: $0) }
    return (runs, named.map(\.description))
  }

  private static func runs(_ messages: [[UInt8]]) async throws -> [SampleRun] {
    guard messages.reduce(0, { $0 + $1.count }) >= manyBytes else {
      return try SampleRun.runs(messages)
    }
    return try await manyRuns(messages)
  }

  @concurrent private static func manyRuns(_ messages: [[UInt8]]) async throws -> [SampleRun] {
    try SampleRun.runs(messages)
  }

  private static func documents(in runs: [SampleRun]) -> Set<SampleUUID> {
    var documents: Set<SampleUUID> = []
    for run in runs {
      guard case .objects(let bodies) = run.payload else { continue }
      for (uuid, body) in zip(run.uuids, bodies) {
        if case .document = body { documents.insert(uuid) }
      }
    }
    return documents
  }
}
