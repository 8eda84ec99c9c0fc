internal import HealthModel
internal import PostgresCore
internal import StoreAccess

extension Mirror {
  /// As many deletions as a comparison makes without being told to, or one of a hundred.
  private static let fewDeletions = 100
  /// How long it waits after a lost connection: each try compares from the start.
  private static let pauseSeconds = 6

  /// Compares, for as long as it takes to do that over one connection.
  func compare(_ types: [ObjectType], _ course: inout Course) async throws {
    while true {
      do {
        return try await compareOnce(types, &course)
      } catch let error as PostgresError where error.code == .lost {
        try await pause(error, seconds: Self.pauseSeconds)
        course.place = try await reopened()
      }
    }
  }

  /// Makes the database equal to a store with another past: nothing of it is taken for granted but UUIDs.
  private func compareOnce(_ types: [ObjectType], _ course: inout Course) async throws {
    tell(.compares)
    course.stale.addAll()
    var seen = UUIDSet()
    // First all of the store is looked at: what is deleted from the database is known before anything is.
    _ = try await goThrough(types) { page in
      for run in page.added { seen.formUnion(UUIDSet(run.uuids)) }
    }
    var missing = MirrorBatch()
    missing.delete(try await surplus(outside: seen))
    let anchor = try await goThrough(types) { page in
      for run in page.added {
        let known = try await server.known(run.uuids)
        let fresh = run.selecting(run.uuids.indices.filter { !known.contains(run.uuids[$0]) })
        missing.add(fresh)
        try await addDocuments(of: fresh, to: &missing)
        if !fresh.isEmpty { seen.formUnion(UUIDSet(fresh.uuids)) }
      }
      // What was deleted before the first look is not there.
      missing.delete(page.deleted.map(\.uuid).filter { seen.contains($0) })
      guard missing.count >= Self.batchCount else { return }
      var place = course.place
      place.days = ""
      guard try await server.apply(missing, from: course.place, to: place) else {
        throw MirrorFailure(
          "go on: another mirror has moved this subject's place", advice: "Start it again.")
      }
      course.place = place
      missing = MirrorBatch()
    }
    var place = course.place
    place.anchor = try anchor.place.description
    place.days = ""
    try await apply(missing, to: place, &course)
  }

  private func goThrough(
    _ types: [ObjectType], _ take: (StoreChanges) async throws -> Void
  ) async throws -> StoreAnchor {
    var anchor = StoreAnchor.beginning
    while true {
      let page = try await data.changes(StoreChangeQuery(types, since: anchor))
      try await take(page)
      anchor = page.anchor
      if !page.hasMore { return anchor }
    }
  }

  /// What the database has and the store does not.
  ///
  /// - Throws: `MirrorFailure` where that is more than may be deleted.
  private func surplus(outside seen: UUIDSet) async throws -> [SampleUUID] {
    let (surplus, found) = try await server.uuids(outside: seen)
    // Where both have nothing in common, it is somebody else's.
    let isOthers = found > 0 && surplus.count == found
    let accepted = choices.accepted
    let most = isOthers ? accepted : max(Self.fewDeletions, found / 100, accepted)
    guard surplus.count <= most else {
      throw MirrorFailure(
        "go on: the database has \(surplus.count) samples of this subject that the store does not "
          + "have, of \(found)",
        advice: isOthers
          ? "It is another store's: use another --subject, or erase it with --forget."
          : "If the store is right, say --accept \(surplus.count).")
    }
    return surplus
  }
}

extension MirrorServer {
  /// The UUIDs of the subject's samples that a set does not have, and how many samples there are.
  fileprivate func uuids(
    outside set: UUIDSet
  ) throws -> (uuids: [SampleUUID], known: Int) {
    var uuids: [SampleUUID] = []
    var known = 0
    try forEachSample("uuid") { row in
      guard let uuid = row.cell().flatMap({ SampleUUID(bytes: $0) }) else { return }
      known += 1
      if !set.contains(uuid) { uuids.append(uuid) }
    }
    return (uuids, known)
  }
}
