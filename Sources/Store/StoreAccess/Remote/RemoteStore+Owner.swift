internal import DyadServices
package import HealthCodec
package import HealthModel
package import HealthStorage
internal import RPCCore

// What the owner's socket alone answers.
extension RemoteStore: OwnerAccess {
  package var isExclusive: Bool { false }

  /// How many samples there are of each type that has any.
  package func counts() async throws -> [ObjectType: Int] {
    try await call(OperatorMethods.listTypes, ListTypesRequest()) { answer in
      var counts: [ObjectType: Int] = [:]
      for type in answer.types { counts[ObjectType(type.type)] = Int(clamping: type.count) }
      return counts
    }
  }

  /// Whose samples of a type come first: bundle identifiers, the first of them first.
  package func sourceOrder(of type: ObjectType) async throws -> [String] {
    var request = OrderSourcesRequest()
    request.type = type.identifier
    return try await call(OperatorMethods.orderSources, request) { $0.bundleIdentifiers }
  }

  /// Puts the user's order of the sources of a type in place of the one that there is.
  package func setSourceOrder(
    _ bundleIdentifiers: [String], of type: ObjectType
  ) async throws {
    var request = OrderSourcesRequest()
    request.type = type.identifier
    request.bundleIdentifiers = bundleIdentifiers
    try await call(OperatorMethods.orderSources, request)
  }

  /// Says what the user says of themselves.
  package func setCharacteristic(_ characteristic: Characteristic) async throws {
    try characteristic.check()
    var request = SetProfileRequest()
    do throws(CodecError) {
      request.characteristic = try characteristic.encoded()
    } catch {
      throw ModelError(.invalidArgument, cannot: "set the profile", "\(error)")
    }
    try await call(OperatorMethods.setProfile, request)
  }

  /// Chooses the unit in which a type is shown, or takes the choice back.
  package func setPreferredUnit(_ unit: Unit?, of type: ObjectType) async throws {
    // Its refusal has the code that an app knows, which the daemon's answer to its owner has not.
    if let unit { _ = try UnitPreference(of: type, unit) }
    var request = PreferUnitRequest()
    request.type = type.identifier
    request.unit = unit?.unitString ?? ""
    request.clear = unit == nil
    try await call(OperatorMethods.preferUnit, request)
  }

  package func deletedMarks(
    after place: Int64
  ) async throws -> (marks: [ImportMark], next: Int64?) {
    var request = ListDeletedMarksRequest()
    request.after = UInt64(place)
    return try await call(OperatorMethods.listDeletedMarks, request) { page in
      (page.marks.map { ImportMark(rawValue: $0) }, page.next.map { Int64(clamping: $0) })
    }
  }

  package func takenExport(_ sum: Int64) async throws -> TakenExport? {
    var request = NoteExportRequest()
    request.sum = UInt64(bitPattern: sum)
    return try await call(OperatorMethods.noteExport, request) { answer in
      answer.takenAt.map {
        TakenExport(
          sum: sum, count: Int(clamping: answer.samples), form: Int(answer.form), takenAt: $0)
      }
    }
  }

  package func note(_ export: TakenExport) async throws {
    var request = NoteExportRequest()
    request.sum = UInt64(bitPattern: export.sum)
    request.samples = UInt64(export.count)
    request.form = UInt32(export.form)
    try await call(OperatorMethods.noteExport, request)
  }

  /// Lets the daemon write a copy of the store.
  @discardableResult
  package func backup(to path: String) async throws -> Int {
    var request = BackupRequest()
    request.path = path
    return try await call(OperatorMethods.backup, request) { Int(clamping: $0.bytes) }
  }

  /// Lets the daemon read everything.
  package func verify(
    _ progress: @Sendable (Int, Int) -> Void
  ) async throws -> VerificationReport {
    let total = try await counts().values.reduce(0, +)
    let held = try open(OperatorMethods.verifyStore, VerifyStoreRequest())
    while let answer = try await held.next() {
      guard let checked = answer.checked else { return VerificationReport(answer) }
      progress(Int(clamping: checked), total)
    }
    throw RPCError(.internal, "the daemon ended before it told what it found")
  }

  package func undoable() async throws -> (removals: [Removal], imports: [ImportNote]) {
    try await call(OperatorMethods.listUndo, ListUndoRequest()) { answer in
      (answer.removals.compactMap { Removal($0) }, answer.imports.map { ImportNote($0) })
    }
  }

  package func undo(removal: Int64) async throws -> Int {
    var request = UndoRequest()
    request.removal = removal
    return try await call(OperatorMethods.undo, request) { Int(clamping: $0.count) }
  }

  package func undo(import number: Int64) async throws -> Int {
    var request = UndoRequest()
    request.imported = number
    return try await call(OperatorMethods.undo, request) { Int(clamping: $0.count) }
  }

  package func note(_ note: ImportNote) async throws -> Int64 {
    var request = NoteImportRequest()
    request.imported = ImportMessage(note)
    return try await call(OperatorMethods.noteImport, request) { $0.id }
  }

  package func maintain(all isAll: Bool) async throws {
    var request = MaintainStoreRequest()
    request.all = isAll
    try await call(OperatorMethods.maintainStore, request)
  }
}

extension VerificationReport {
  fileprivate init(_ answer: VerifyStoreResponse) {
    self.init(
      segments: Int(clamping: answer.segments), blocks: Int(clamping: answer.blocks),
      samples: Int(clamping: answer.samples), tombstones: Int(clamping: answer.tombstones),
      findings: answer.findings, unlisted: Int(clamping: answer.unlisted))
  }
}

extension Removal {
  /// `nil` for what a later version of the daemon may tell.
  fileprivate init?(_ message: RemovalMessage) {
    let actor: Actor
    if message.isImport {
      actor = .undoneImport(message.imported)
    } else if !message.app.isEmpty {
      actor = .app(message.app)
    } else if !message.peer.isEmpty {
      guard let id = DeviceID(message.peer) else { return nil }
      actor = .peer(id)
    } else {
      actor = .owner
    }
    var counts: [ObjectType: Int] = [:]
    for count in message.counts { counts[ObjectType(count.type)] = Int(clamping: count.count) }
    self.init(id: message.id, at: message.at, actor: actor, counts: counts)
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
