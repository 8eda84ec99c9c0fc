internal import DyadServices
internal import HealthModel
internal import LocalStore
internal import RPCCore

extension StoreService {
  /// Adds the method that saves a document in pieces.
  func addDocuments(to router: inout CallerRouter) {
    router.clientStreaming(StoreMethods.saveDocument) { requests, call in
      try await stand(call) { view in
        try pieces.enter(view.caller)
        defer { pieces.leave(view.caller) }
        try await save(requests, view)
        return SaveResponse()
      }
    }
  }

  private func save(
    _ requests: RequestStream<SaveDocumentRequest>, _ view: StoreView
  ) async throws {
    guard let first = try await requests.next(), let message = first.run else {
      throw StoreWireError("run", "the first message says which document it is")
    }
    let (run, byteCount) = try Self.document(message)
    var bytes: [UInt8] = []
    // Memory that nothing was written to is none.
    bytes.reserveCapacity(byteCount)
    var next: SaveDocumentRequest? = first
    var isFirst = true
    while let piece = next {
      guard isFirst || piece.run == nil else {
        throw StoreWireError("run", "the first message alone says which document it is")
      }
      guard piece.content.count <= byteCount - bytes.count else {
        throw StoreWireError(
          "content", "there are more than the \(byteCount) bytes of the document")
      }
      try pieces.take(piece.content.count, for: view.caller)
      bytes += piece.content
      isFirst = false
      next = try await requests.next()
    }
    guard bytes.count == byteCount else {
      throw StoreWireError(
        "content", "there are \(bytes.count) of the \(byteCount) bytes of the document")
    }
    try await view.access.save([run], documents: [run.uuids[0]: bytes])
  }

  /// The one document of a run, and how many bytes it has.
  private static func document(
    _ message: [UInt8]
  ) throws(StoreWireError) -> (run: SampleRun, byteCount: Int) {
    let runs = try SampleRun.runs([message], field: "run")
    guard let run = runs.first, run.count == 1, case .objects(let bodies) = run.payload,
      case .document(let document)? = bodies.first
    else { throw StoreWireError("run", "it is not one document") }
    guard let byteCount = Int(exactly: document.byteCount),
      (1...StoreBounds.documentBytes).contains(byteCount)
    else {
      throw StoreWireError("run", "a document has 1 to \(StoreBounds.documentBytes) bytes")
    }
    return (run, byteCount)
  }
}
