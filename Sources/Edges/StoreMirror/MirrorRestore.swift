internal import HealthModel
internal import PostgresCore
package import StoreAccess

/// Rebuilds a store from a database that mirrors it.
package enum MirrorRestore {
  /// As many samples as one save has.
  private static let batchCount = 10_000

  /// Saves all samples of a subject.
  ///
  /// - Parameters:
  ///   - subject: By its name.
  ///   - address: Of the database.
  ///   - data: The store, which has none of them.
  ///   - progress: Hears how many are saved.
  /// - Returns: How many were saved.
  /// - Throws: `MirrorFailure` where the database has no such subject; what the store or the database says.
  package static func run(
    _ subject: String, at address: String, to data: any OwnerAccess,
    _ progress: @Sendable (Int) -> Void = { _ in }
  ) async throws -> Int {
    let server = MirrorServer(address)
    do {
      try await server.look(at: subject)
      var saved = 0
      for type in await server.types().keys.sorted(by: precedes) {
        var place: MirrorRows.Place?
        repeat {
          let isDocument = type.description?.kind == .document
          let page = try await server.samples(
            of: type, after: place, limit: isDocument ? 1 : batchCount)
          if isDocument {
            for run in page.runs {
              // Of one that was deleted while it was brought there are no bytes.
              guard let bytes = try await server.document(run.uuids[0]) else { continue }
              try await data.save([run], documents: [run.uuids[0]: bytes])
              saved += 1
            }
          } else if !page.runs.isEmpty {
            try await data.save(page.runs)
            if type != .association { saved += page.runs.reduce(0) { $0 + $1.count } }
          }
          progress(saved)
          place = page.next
        } while place != nil
      }
      await server.close()
      return saved
    } catch {
      await server.close()
      throw error
    }
  }

  /// What holds others comes after them.
  private static func precedes(_ first: ObjectType, _ second: ObjectType) -> Bool {
    (rank(first), first) < (rank(second), second)
  }

  private static func rank(_ type: ObjectType) -> Int {
    switch type.description?.kind {
    case .correlation, .workout: 1
    default: type == .association ? 2 : 0
    }
  }
}
