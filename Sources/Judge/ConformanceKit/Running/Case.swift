internal import ConformanceWire

/// One question to a node, whose answer the protocol's text gives.
package struct Case: Sendable {
  /// How much the text wants it.
  package enum Level: String, Hashable, Sendable {
    /// A node that does otherwise speaks another protocol.
    case must
    /// A node may have a reason to do otherwise.
    case should
  }

  /// Its permanent name, from the section down: "sync/hello/phone-says-nothing-first".
  package let path: String
  /// The clause of the text in `Protos/` that it tests: "SYNC-HELLO-FIRST".
  package let clause: String
  package let level: Level
  /// The role of the nodes that the clause is about; `nil` for both.
  package let target: Role?
  package let needs: Set<Need>
  /// Plays it: returns where the node conforms, and throws ``Deviation``, ``Doubt``, ``NotHere`` or
  /// ``WireError`` where it does not.
  package let run: @Sendable (Stage) throws -> Void

  /// Names a case.
  package init(
    _ path: String, _ clause: String, level: Level = .must, of target: Role? = nil,
    needs: Set<Need> = [], run: @escaping @Sendable (Stage) throws -> Void
  ) {
    self.path = path
    self.clause = clause
    self.level = level
    self.target = target
    self.needs = needs
    self.run = run
  }

  /// The same case, which needs more.
  package func needing(_ more: Need...) -> Self {
    Self(path, clause, level: level, of: target, needs: needs.union(more), run: run)
  }

  /// The same case, for which a phone is told to send documents to its watches.
  package func sendingDocuments() -> Self {
    Self(path, clause, level: level, of: target, needs: needs) { [run] stage in
      stage.sendsDocuments = true
      try run(stage)
    }
  }

  /// The first word of the path.
  package var section: String { String(path.prefix { $0 != "/" }) }
}
