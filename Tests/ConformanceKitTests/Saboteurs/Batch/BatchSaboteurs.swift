internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of the section "batch".
enum BatchSaboteurs {
  static let all: [Saboteur] = misreaders + blind

  private static let misreaders =
    ColumnSaboteurs.all + SampleSaboteurs.all + DeathRunSaboteurs.all

  /// What takes broken batches.
  private static let blind: [Saboteur] = {
    let others = Set(misreaders.map(\.path))
    return Catalogue.all.filter { $0.section == "batch" && !others.contains($0.path) }
      .map { .blind($0.path) }
  }()
}

extension Saboteur {
  /// A node that reads batches otherwise: each is changed on its way.
  static func misreading(
    _ path: String, _ name: String, _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    Self("batch/" + path, name) {
      $0.says = { method, bytes in
        guard method == "dyad.v1.Sync/Session",
          var message = try? Message("SyncMessage", decoding: bytes), message["batch"].isPresent
        else { return [bytes] }
        change(&message.value["batch"])
        return [message.encoded()]
      }
    }
  }

  /// A node that reads the first run of a batch otherwise.
  static func misreadingRun(
    _ path: String, _ name: String, _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    misreading(path, name) { change(&$0["runs"][0]) }
  }

  /// A node that reads the first body of a batch otherwise.
  static func misreadingBody(
    _ path: String, _ name: String, _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Self {
    misreading(path, name) { change(&$0["runs"][0]["objects"]["bodies"][0]) }
  }
}
