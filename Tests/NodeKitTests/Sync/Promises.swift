internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

/// What owners of nodes were told, and so what has to be true ever after.
struct Promises: Sendable {
  /// Told to be saved.
  private(set) var saved: Set<SampleUUID> = []
  /// Told to be deleted.
  private(set) var deleted: Set<SampleUUID> = []
  /// To be deleted, but nobody told whether they are.
  private(set) var doubtful: Set<SampleUUID> = []

  /// Somebody was told that these are saved.
  mutating func noteSaved(_ uuids: some Sequence<SampleUUID>) {
    saved.formUnion(uuids)
  }

  /// Somebody was told that these are deleted.
  mutating func noteDeleted(_ uuids: some Sequence<SampleUUID>) {
    deleted.formUnion(uuids)
  }

  /// Somebody wanted these deleted and was not answered.
  mutating func noteDoubt(about uuids: some Sequence<SampleUUID>) {
    doubtful.formUnion(uuids)
  }

  /// Takes over what another knows.
  mutating func add(_ other: Promises) {
    saved.formUnion(other.saved)
    deleted.formUnion(other.deleted)
    doubtful.formUnion(other.doubtful)
  }

  /// Sees that they are kept by two nodes whose daemons have stopped, that both hold the same, and that
  /// nothing in either store contradicts itself.
  ///
  /// - Parameters:
  ///   - nodes: the two.
  ///   - comment: what to say where they are not.
  /// - Throws: that a store cannot be read.
  func expectKept(by nodes: [PairingNode], _ comment: Comment) async throws {
    var held: [Set<SampleUUID>] = []
    for node in nodes {
      let steps = try await node.withStore { store in
        let report = try await store.verify()
        #expect(report.findings == [], comment)
        return try await store.steps()
      }
      let kept = saved.subtracting(deleted).subtracting(doubtful)
      // Whole sets of UUIDs in a message would help nobody.
      #expect(kept.subtracting(steps).count == 0, "the \(node.role) has lost some; \(comment)")
      #expect(deleted.intersection(steps).count == 0, "the \(node.role) has some back; \(comment)")
      held.append(steps)
    }
    for other in held.dropFirst() {
      #expect(held[0].symmetricDifference(other).count == 0, "they differ; \(comment)")
    }
  }
}
