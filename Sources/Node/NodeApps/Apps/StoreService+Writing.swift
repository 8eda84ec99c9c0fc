internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// Adds the methods that save and delete.
  func addWriting(to router: inout CallerRouter) {
    router.unary(StoreMethods.save) { request, call in
      try await answer(call) { view in try await save(request, view) }
    }
    router.clientStreaming(StoreMethods.saveMany) { requests, call in
      try await stand(call) { view in
        try pieces.enter(view.caller)
        defer { pieces.leave(view.caller) }
        return try await saveMany(requests, view)
      }
    }
    router.unary(StoreMethods.delete) { request, call in
      try await answer(call) { view in try await delete(request, view) }
    }
    router.unary(StoreMethods.addToWorkout) { request, call in
      try await answer(call) { view in
        let workout = try SampleUUID(request.workout, in: "workout")
        let (plain, uuids) = try plainRuns(request.samples, of: view.caller)
        let runs = try await RequestedSave.runs(request.runs)
        try await view.access.add(runs + plain, to: workout)
        var response = AddToWorkoutResponse()
        response.uuids = uuids
        return response
      }
    }
  }

  /// Saves all that the messages of a call have, in one commit.
  private func saveMany(
    _ requests: RequestStream<SaveRequest>, _ view: StoreView
  ) async throws -> SaveResponse {
    var parts = RequestedSave()
    while let request = try await requests.next() {
      let plain = try plainRuns(
        request.samples, of: view.caller, after: parts.uuids.count)
      let weight = try await parts.add(request, plain, links: view.isOwner)
      try pieces.take(weight, for: view.caller)
    }
    return try await save(parts, view)
  }

  private func save(_ request: SaveRequest, _ view: StoreView) async throws -> SaveResponse {
    var parts = RequestedSave()
    _ = try await parts.add(
      request, try plainRuns(request.samples, of: view.caller), links: view.isOwner)
    return try await save(parts, view)
  }

  private func save(_ parts: RequestedSave, _ view: StoreView) async throws -> SaveResponse {
    try parts.check()
    if let workout = parts.workout {
      try await view.access.add(parts.runs, to: workout)
    } else if parts.replaced.isEmpty {
      try await view.access.save(parts.runs, documents: parts.documents)
    } else {
      try await view.access.replace(parts.replaced, by: parts.runs, documents: parts.documents)
    }
    var response = SaveResponse()
    response.uuids = parts.uuids
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
    _ samples: [PlainSampleMessage], of caller: StoreCaller, after before: Int = 0
  ) throws(StoreWireError) -> (runs: [SampleRun], uuids: [String]) {
    guard before + samples.count <= StoreBounds.plainSamples else {
      throw StoreWireError(
        "samples", "\(before + samples.count) in plain words exceed \(StoreBounds.plainSamples)")
    }
    let (runs, named) = try SampleRun.runs(plain: samples) { uuids.take(for: $0, of: caller) }
    return (runs, named.map(\.description))
  }
}
