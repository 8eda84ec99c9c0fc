internal import ConformanceWire

/// What a node holds of a case, as it tells a peer that knows nothing of that.
package struct Holdings: Sendable {
  /// The samples in sight.
  package var rows: [Dot: Sample]
  /// The deaths of its log.
  package var deaths: [Dot: Death]
  /// What it has processed.
  package var vector: Vector

  /// What is held, without looking at what it is.
  package var dots: Set<Dot> { Set(rows.keys) }
}

extension Peer {
  /// Asks for everything, in a new session, as a device that was just restored to nothing.
  ///
  /// Afterwards it holds what the node holds, and the session goes on.
  @discardableResult
  package func observe(from floor: Double = Instant.beginning) throws -> (Holdings, Session) {
    forget()
    if device.role == .watch {
      self.floor = floor
      known = ["others_from": .double(floor)]
    }
    let session = try ready()
    try settleEither(session)
    let held = rows.filter { past.rows[$0.key] == nil }
    return (Holdings(rows: held, deaths: deaths, vector: news), session)
  }

  /// Exchanges what there is until both hold the same, and sees that they do.
  @discardableResult
  package func settleEither(_ session: Session) throws -> CompareVerdict {
    let verdict = device.role == .watch ? try settle(session) : try settleAsPhone(session)
    try Deviation.unless(
      verdict == .equal, "equal roots once everything is told", "roots that differ")
    return verdict
  }
}
