internal import HealthModel
internal import PostgresCore
internal import SystemCore

// Each mirror that begins raises the subject's epoch, and each of its transactions checks the epoch. So a mirror that
// was replaced by another one changes nothing any more.
extension MirrorServer {
  /// Begins to mirror a subject, and sees where its mirror stands.
  ///
  /// - Parameters:
  ///   - name: The subject's.
  ///   - withDocuments: Whether documents are to be there from now on; what was said before holds.
  /// - Returns: Where it stands; before the beginning, where there are documents that were not wanted before.
  /// - Throws: `MirrorFailure` where another one erases it meanwhile; what the server says.
  func begin(_ name: String, withDocuments: Bool) throws -> MirrorPlace {
    try connect()
    return try use { connection in
      var known = try Self.subject(named: name, connection)
      if known == nil {
        var entropy = Entropy()
        let fresh = SampleUUID(high: entropy.next(), low: entropy.next())
        try connection.run(
          "INSERT INTO dyad.subjects VALUES ($1::uuid, $2) ON CONFLICT DO NOTHING",
          [fresh.description, name], to: "name the subject")
        known = try Self.subject(named: name, connection)
      }
      guard let subject = known else { throw Self.takenOver }
      self.subject = subject
      names = try MirrorNames(of: subject, names, connection)
      let rows = try connection.rows(
        """
        INSERT INTO dyad.positions AS p (subject, epoch, anchor, told_at, documents, days)
        VALUES ($1::uuid, 1, '', now(), $2::bool, '')
        ON CONFLICT (subject) DO UPDATE SET epoch = p.epoch + 1,
          anchor = CASE WHEN $2::bool AND NOT p.documents THEN '' ELSE p.anchor END,
          documents = p.documents OR $2::bool
        RETURNING \(MirrorPlace.columns)
        """, [subject.description, withDocuments ? "t" : "f"], to: "begin to mirror")
      guard let place = rows.first.flatMap({ MirrorPlace($0) }) else { throw Self.takenOver }
      epoch = place.epoch
      return place
    }
  }

  /// Connects anew, and sees where the mirror stands that has begun.
  ///
  /// - Returns: Where it stands.
  /// - Throws: `MirrorFailure` where another one has taken over; what the server says.
  func goOn() throws -> MirrorPlace {
    try connect()
    return try use { connection in
      names = try MirrorNames(of: subject, names, connection)
      guard let place = try MirrorPlace(of: subject, connection), place.epoch == epoch else {
        throw Self.takenOver
      }
      return place
    }
  }

  /// Erases everything of the subject.
  ///
  /// - Returns: How many samples that were.
  func forget() throws -> Int {
    try transaction { connection, _ in
      let values = [subject.description]
      let operation = "erase the subject"
      // First, so that a mirror that runs changes nothing any more.
      try connection.run(
        "DELETE FROM dyad.positions WHERE subject = $1::uuid", values, to: operation)
      let count = try connection.run(
        "DELETE FROM dyad.samples WHERE subject = $1::uuid", values, to: operation)
      for table in ["documents", "summaries", "sources", "devices", "subjects"] {
        try connection.run(
          "DELETE FROM dyad.\(table) WHERE subject = $1::uuid", values, to: operation)
      }
      return count
    }
  }

  /// The first statement of each transaction: it lets one mirror through, and each batch once.
  func move(
    from old: MirrorPlace, to new: MirrorPlace, _ connection: borrowing PostgresConnection
  ) throws -> Bool {
    let count = try connection.run(
      """
      UPDATE dyad.positions SET anchor = $4, days = $5, told_at = now()
      WHERE subject = $1::uuid AND epoch = $2::bigint AND anchor = $3
      """, [subject.description, epoch.map { String($0) }, old.anchor, new.anchor, new.days],
      to: "move the mirror's place")
    return count == 1
  }

  static func subject(
    named name: String, _ connection: borrowing PostgresConnection
  ) throws -> SampleUUID? {
    try connection.rows(
      "SELECT subject FROM dyad.subjects WHERE name = $1", [name], to: "look the subject up"
    ).first?.first?.flatMap { SampleUUID($0) }
  }

  private static let takenOver = MirrorFailure(
    "go on: another mirror of this subject has begun, or it was erased",
    advice: "One mirror follows a subject; end the other one, or use another --subject.")
}
