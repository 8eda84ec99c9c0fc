package import HealthModel
package import StoreAccess

/// What imports brought and a later export does not have any more.
package struct GoneSamples: Sendable {
  /// As many as are deleted at a time.
  private static let mostTogether = 4_096

  /// By type.
  package private(set) var uuids: [ObjectType: [SampleUUID]] = [:]
  /// Types of which something in the export could not be read: nobody knows what of them is gone.
  package let unsure: Set<ObjectType>

  package var count: Int { uuids.values.reduce(0) { $0 + $1.count } }

  /// Finds them.
  ///
  /// - Parameters:
  ///   - data: The store.
  ///   - bundles: The sources of the export: what came from others is none of its business.
  ///   - exported: When it was made; what ended later cannot be in it.
  ///   - met: What of it was there already.
  ///   - names: What was saved of it has UUIDs of its bases.
  ///   - unsure: Types of which something could not be read.
  /// - Throws: What the store throws.
  init(
    in data: any OwnerAccess, from bundles: Set<String>, until exported: Double,
    beside met: UUIDSet, savedAs names: UUIDSequence, but unsure: Set<ObjectType>
  ) async throws {
    let stored = try await data.counts().keys.filter(Self.isTold)
    self.unsure = unsure.intersection(stored)
    let imported = bundles.filter(ImportedSource.isOne)
    let isTold = Predicate.and([
      .sources(bundleIdentifiers: imported), .end(.lessOrEqual, exported),
    ])
    for type in stored where !unsure.contains(type) && !imported.isEmpty {
      let base = names.base(of: type)
      for try await run in try await data.samples(SampleQuery(type, where: isTold)) {
        try Task.checkCancellation()
        for uuid in run.uuids where uuid.base != base || !uuid.isNumbered {
          if !met.contains(uuid) { uuids[type, default: []].append(uuid) }
        }
      }
    }
    // A route is told with its workout alone.
    for workout in uuids[.workout] ?? [] {
      let routes = SampleQuery(.workoutRoute, where: .memberOf(workout: workout))
      for try await run in try await data.samples(routes) {
        uuids[.workoutRoute, default: []] += run.uuids
      }
    }
  }

  /// Whether an export tells of all samples of a type, each by itself.
  private static func isTold(_ type: ObjectType) -> Bool {
    switch type.description?.kind {
    case .quantity, .category, .correlation, .workout: true
    default: type == .foreignRecord
    }
  }

  /// Deletes them.
  ///
  /// - Parameter data: The store.
  /// - Returns: How many were still there.
  /// - Throws: What the store throws. What was deleted before stays so.
  package func delete(from data: any OwnerAccess) async throws -> Int {
    var count = 0
    for (type, uuids) in uuids.sorted(by: { $0.key < $1.key }) {
      for start in stride(from: 0, to: uuids.count, by: Self.mostTogether) {
        let part = uuids[start..<min(start + Self.mostTogether, uuids.count)]
        count += try await data.delete(type, where: .uuid(UUIDSet(Array(part))))
      }
    }
    return count
  }
}
