package import HealthModel
internal import HealthStorage
private import Synchronization
private import SystemCore

/// What one app may do with a store, by what its user decided; `AccessRules` has the rules.
///
/// A call that reads is judged by the grants as last committed when it begins, and one that writes
/// by those that its commit finds: nothing is saved or deleted behind a decision that forbids it.
package final class AppSession: Sendable {
  /// The app; all that it saves has this source.
  package let source: SourceRevision
  package let store: LocalStore
  private let isOfThisProcess: Bool
  private let uuids: Mutex<UUIDSequence>

  /// A session of the app that `source` names.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - source: The app.
  ///   - isOfThisProcess: Whether the app is of the process that has the store open, and not one of a daemon's.
  ///   - generator: Its UUIDs come from it.
  package init(
    _ store: LocalStore, as source: SourceRevision, isOfThisProcess: Bool = false,
    generator: some RandomNumberGenerator = Entropy()
  ) {
    var generator = generator
    self.store = store
    self.source = source
    self.isOfThisProcess = isOfThisProcess
    uuids = Mutex(UUIDSequence(using: &generator))
  }

  /// The earliest date at which a sample may end to be saved.
  package var earliestPermittedSampleDate: Double { store.earliestPermittedSampleDate }

  /// What the app may know of its permission: whether it may share the type.
  ///
  /// Reading never shows, and a correlation is always undetermined.
  package func authorizationStatus(of type: ObjectType) -> Grant.Decision {
    rules(for: [type], in: store.state).authorizationStatus(of: type)
  }

  /// Those types of a request that the user has yet to decide; none left means that there is nothing
  /// to ask, whatever was answered, and whether or not a watch may act on it at present.
  ///
  /// - Throws: `invalidArgument` for an empty request, and for types that no app may share or read.
  package func undecided(in request: AccessRequest) throws(ModelError) -> AccessRequest {
    try request.check()
    let types = request.share.union(request.read)
    return store.state.decisions(for: bundleIdentifier, on: types).undecided(in: request)
  }

  package var app: String? { bundleIdentifier }

  var bundleIdentifier: String { source.source.bundleIdentifier }

  /// Commits a change for which the app must still be permitted to share `types`.
  func commit(
    _ change: Change, sharing types: Set<ObjectType>, to operation: String
  ) async throws -> Outcome {
    let (app, clock) = (bundleIdentifier, store.clock)
    return try await store.commit(change) { state in
      try state.rules(of: app, for: types, at: clock.now).checkSharing(types, to: operation)
    }
  }

  func rules(for types: Set<ObjectType>, in state: StoreState) -> AccessRules {
    state.rules(of: bundleIdentifier, for: types, at: store.clock.now)
  }

  /// By which UUIDs the app knows samples of its own that are stored under others; mostly there are none.
  func names(in state: StoreState) -> Namesakes.OfApp? { state.namesakes.of(bundleIdentifier) }

  /// The app as it saves: what it may read decides what it is told of others' UUIDs.
  var caller: Change.Save.Caller {
    let (app, clock) = (bundleIdentifier, store.clock)
    return Change.Save.Caller(app, isOfThisProcess: isOfThisProcess) { type, state in
      state.rules(of: app, for: [type], at: clock.now).sight(of: type)
    }
  }

  /// The UUID under which something is stored that the app knows by one.
  package func stored(_ uuid: SampleUUID) -> SampleUUID {
    names(in: store.state)?.storing(uuid) ?? uuid
  }

  /// A UUID for what ties samples to a workout.
  func takeUUID() -> SampleUUID {
    uuids.withLock { $0.take(for: .association) }
  }
}
