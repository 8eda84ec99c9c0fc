internal import DyadServices
internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import RPCCore

// Taking back what was deleted or imported.
extension OperatorService {
  func listUndo(_ request: ListUndoRequest) async throws -> ListUndoResponse {
    var response = ListUndoResponse()
    response.removals = try await store.removals().map { RemovalMessage($0) }
    response.imports = try await store.imports().map { ImportMessage($0) }
    return response
  }

  func noteImport(_ request: NoteImportRequest) async throws -> NoteImportResponse {
    guard let message = request.imported else {
      throw RPCError(.invalidArgument, "cannot note the import: the request has none")
    }
    var response = NoteImportResponse()
    response.id = Int64(try await store.commit(.noteImport(ImportNote(message))).count)
    return response
  }

  func undo(_ request: UndoRequest) async throws -> UndoResponse {
    var response = UndoResponse()
    switch (request.removal, request.imported) {
    case (let removal?, nil):
      response.count = UInt64(try await store.undo(removal))
      try await note("undo.deletion", "\(removal)")
    case (nil, let number?):
      response.count = UInt64(try await store.commit(.undoImport(number)).count)
      try await note("undo.import", "\(number)")
    default:
      throw RPCError(
        .invalidArgument, "cannot take it back: the request has to name a deletion or an import")
    }
    return response
  }
}

extension RemovalMessage {
  fileprivate init(_ removal: Removal) {
    self.init()
    id = removal.id
    at = removal.at
    switch removal.actor {
    case .owner: break
    case .app(let bundleIdentifier): app = bundleIdentifier
    case .peer(let id): peer = "\(id)"
    case .undoneImport(let number):
      isImport = true
      imported = number
    }
    counts = [TypeCountMessage](removal.counts.mapValues { UInt64($0) })
  }
}

extension ImportMessage {
  fileprivate init(_ note: ImportNote) {
    self.init()
    id = note.id
    at = note.at
    name = note.name
    (keyHigh, keyLow) = (note.uuids.high, note.uuids.low)
    samples = note.samples.map { UInt64($0) }
    sum = note.sum.map { UInt64(bitPattern: $0) }
  }
}

extension ImportNote {
  fileprivate init(_ message: ImportMessage) {
    self.init(
      id: message.id, at: message.at, name: message.name,
      uuids: UUIDSequence.Key(high: message.keyHigh, low: message.keyLow),
      samples: message.samples.map { Int(clamping: $0) },
      sum: message.sum.map { Int64(bitPattern: $0) })
  }
}
