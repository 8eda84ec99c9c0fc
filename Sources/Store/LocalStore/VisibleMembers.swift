internal import HealthModel
internal import HealthStorage

/// Correlations with those members that an app may see, at the moment of one snapshot.
struct VisibleMembers: Sendable {
  let rules: AccessRules
  let reader: ReaderActor
  let snapshot: Snapshot

  /// The run without what the app may not see.
  func view(_ run: SampleRun) async throws -> SampleRun {
    var own = UUIDSet()
    for (type, uuids) in rules.membersOfUncertainOwner(in: run) {
      let found = try await reader.samples(
        SampleQuery(type, where: .uuid(uuids)),
        seeing: .own(bundleIdentifier: rules.bundleIdentifier), in: snapshot)
      for try await run in found { own.formUnion(UUIDSet(run.uuids)) }
    }
    return rules.view(of: run, ownMembers: own)
  }
}

extension ReaderActor {
  /// The samples that a query asks for, as they are read.
  nonisolated func samples(
    _ query: SampleQuery, seeing visibility: Visibility, in snapshot: Snapshot
  ) async throws -> SampleStream {
    SampleStream(reader: self, cursor: try await cursor(query, seeing: visibility, in: snapshot))
  }
}
