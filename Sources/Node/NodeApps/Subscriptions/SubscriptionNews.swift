internal import HealthModel
internal import HealthStorage
internal import LocalStore

/// Whether there is anything that a reader has not acknowledged, as far as that was looked for.
struct SubscriptionNews: Sendable {
  /// Where the reader stood with each type when it was looked for.
  let starts: [ObjectType: Anchor]
  /// Whether there is something.
  private(set) var exist = false
  /// How far it was looked for in vain, by type.
  private var places: [ObjectType: Anchor] = [:]

  /// Knows of nothing yet.
  init(since starts: [ObjectType: Anchor]) {
    self.starts = starts
  }

  /// Looks from where it was looked before on, until there is something.
  ///
  /// - Parameters:
  ///   - types: of which samples.
  ///   - store: where.
  ///   - session: what the reader may see; everything, for the owner.
  /// - Throws: that the store cannot be read, or `CancellationError`.
  mutating func look(
    for types: [ObjectType], in store: LocalStore, as session: AppSession?
  ) async throws {
    guard !exist else { return }
    for type in types {
      do {
        exist = try await look(for: type, in: store, as: session)
      } catch let error as StorageError where error.code == .startOver {
        // That is news, too: the reader is told when it asks.
        exist = true
      } catch let error as ModelError where error.code == .authorizationNotDetermined {
        // A decision that was taken back: the app sees nothing, until it has asked again.
        continue
      }
      if exist { return }
    }
  }

  private mutating func look(
    for type: ObjectType, in store: LocalStore, as session: AppSession?
  ) async throws -> Bool {
    var query = ChangeQuery([type], since: places[type] ?? starts[type] ?? .beginning, limit: 1)
    while true {
      try Task.checkCancellation()
      let page: ChangePage
      if let session {
        page = try await session.changes(query)
      } else {
        page = try await store.changes(query)
      }
      if page.count > 0 { return true }
      query.anchor = page.anchor
      places[type] = page.anchor
      if !page.hasMore { return false }
    }
  }
}
