package import HealthModel

/// The units that the user chose, and all of them again whenever they chose another, for as long as somebody goes on.
///
/// It can be gone through once. Where the app's question is open again it is silent.
package struct LivePreferredUnits: AsyncSequence, Sendable {
  package typealias Element = [ObjectType: Unit]

  let access: any LocalAccess
  let types: Set<ObjectType>
  let wakeups: AsyncStream<Void>

  package struct AsyncIterator: AsyncIteratorProtocol {
    let units: LivePreferredUnits
    var wakeups: AsyncStream<Void>.AsyncIterator
    var told: [ObjectType: Unit]?

    package mutating func next() async throws -> [ObjectType: Unit]? {
      while true {
        if told != nil, await wakeups.next(isolation: #isolation) == nil { return nil }
        guard let chosen = try await chosen(), chosen != told else { continue }
        told = chosen
        return chosen
      }
    }

    /// The units; `nil` where the app may not ask any more.
    private func chosen() async throws -> [ObjectType: Unit]? {
      do {
        return try await units.access.preferredUnits(of: units.types)
      } catch let error as ModelError where told != nil && error.isAboutPermission {
        return nil
      }
    }
  }

  package func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(units: self, wakeups: wakeups.makeAsyncIterator())
  }
}

extension LocalAccess {
  /// The units that the user chose for these types, and all of them again whenever they chose another.
  package func livePreferredUnits(of types: Set<ObjectType>) -> LivePreferredUnits {
    // Listening begins before the first look, so that no choice falls in between.
    let records = Set(types.map { RecordKey.preferredUnit($0).text })
    return LivePreferredUnits(
      access: self, types: types, wakeups: store.published.wakeups(for: [], records: records))
  }
}
