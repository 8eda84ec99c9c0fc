internal import HealthModel
internal import StoreAccess

/// Saves rows, and finds those that the store refuses.
struct RowSaver {
  private let data: any OwnerAccess
  let isDryRun: Bool
  /// Gives what is saved its UUIDs.
  private(set) var uuids: UUIDSequence

  init(_ data: any OwnerAccess, uuids: UUIDSequence, isDryRun: Bool) {
    self.data = data
    self.isDryRun = isDryRun
    self.uuids = uuids
  }

  /// The next UUID for an object of a type.
  mutating func name(for type: ObjectType) -> SampleUUID { uuids.take(for: type) }

  /// Saves some rows in place of what they change, all of which is durable when this returns.
  mutating func save(
    _ chosen: [Int], of rows: ImportRows, _ context: inout ImportContext,
    replacing formers: [Int: SampleUUID] = [:]
  ) async throws {
    try await save(chosen[...], of: rows, &context, formers)
  }

  private mutating func save(
    _ chosen: ArraySlice<Int>, of rows: ImportRows, _ context: inout ImportContext,
    _ formers: [Int: SampleUUID]
  ) async throws {
    guard !chosen.isEmpty else { return }
    let type = rows.description.type
    guard !isDryRun else {
      context.summary.types[type, default: .init()].saved += chosen.count
      return
    }
    let names = uuids.take(chosen.count, for: type)
    let run = rows.run(chosen, named: names, context.tables)
    do {
      let going = chosen.compactMap { formers[$0] }
      if going.isEmpty {
        try await data.save([run])
      } else {
        try await data.replace([type: going], by: [run], documents: [:])
      }
      context.summary.types[type, default: .init()].saved += chosen.count
    } catch let error as ModelError where error.code == .invalidArgument {
      guard chosen.count == 1, let row = chosen.first else {
        return try await saveHalves(chosen, of: rows, &context, formers)
      }
      context.summary.types[type, default: .init()].read -= 1
      context.summary.lose(
        type == .workout ? "Workout" : "Record", line: Int(rows.lines[row]),
        .refused(error.detail), of: type)
    } catch is RequestTooLarge where chosen.count > 1 {
      try await saveHalves(chosen, of: rows, &context, formers)
    }
  }

  private mutating func saveHalves(
    _ chosen: ArraySlice<Int>, of rows: ImportRows, _ context: inout ImportContext,
    _ formers: [Int: SampleUUID]
  ) async throws {
    let middle = chosen.startIndex + chosen.count / 2
    try await save(chosen[..<middle], of: rows, &context, formers)
    try await save(chosen[middle...], of: rows, &context, formers)
  }

  /// Saves runs together, and with them deletes what they take the place of.
  ///
  /// - Returns: Why the store refuses them, if it does.
  func save(
    _ runs: [SampleRun], inPlaceOf former: [ObjectType: [SampleUUID]] = [:]
  ) async throws -> ImportProblem? {
    guard !isDryRun else { return nil }
    do {
      if former.isEmpty {
        try await data.save(runs)
      } else {
        try await data.replace(former, by: runs, documents: [:])
      }
      return nil
    } catch let error as ModelError where error.code == .invalidArgument {
      return .refused(error.detail)
    } catch let error as RequestTooLarge {
      return .tooLong(bytes: error.byteCount)
    }
  }
}
