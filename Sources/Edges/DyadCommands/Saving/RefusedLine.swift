internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import PairingCommands
internal import StoreAccess

/// Finds the line for which the store refused a group, since the store speaks of the whole.
enum RefusedLine {
  /// The error that names the line, or the lines where none stands out.
  ///
  /// - Returns: The error, and the number of the line in the group, or 0 where none stands out.
  static func failure(
    _ error: ModelError, in group: SaveGroup, _ data: any OwnerAccess
  ) async throws -> (failure: ProgramFailure, index: Int) {
    let found = try await find(error, in: group, data)
    let place = found.map { group.entries[$0.index].place } ?? places(of: group)
    let failure = ProgramFailure(
      .refused, "cannot save \(place): \((found?.error ?? error).detail)",
      advice: found?.advice)
    return (failure, found?.index ?? 0)
  }

  /// The error of a line that is too long for a daemon.
  static func failure(_ error: RequestTooLarge, in group: SaveGroup) -> ProgramFailure {
    ProgramFailure(
      .refused,
      "cannot save \(places(of: group)): it has \(error.byteCount) bytes, and a running daemon takes "
        + "\(RequestTooLarge.mostBytes) at a time",
      advice: "End 'dyadd', save the line without it, and start it again.")
  }

  private typealias Finding = (index: Int, error: ModelError, advice: String?)

  private static func find(
    _ error: ModelError, in group: SaveGroup, _ data: any OwnerAccess
  ) async throws -> Finding? {
    let cutoff = try await data.coverage().from
    var places: [SampleUUID: Int] = [:]
    for (index, entry) in group.entries.enumerated() {
      for sample in entry.samples {
        if let refused = refusal(of: sample, at: index, notBefore: cutoff) { return refused }
        if let other = places.updateValue(index, forKey: sample.uuid) {
          let error = ModelError(
            .invalidArgument, cannot: "save",
            "its field uuid is the same as on \(group.entries[other].place)")
          return (index, error, "Leave out the UUID to get a new one.")
        }
      }
    }
    if let known = try await knownUUID(in: group, places, data) { return known }
    return try await missingMember(in: group, places, data)
  }

  private static func refusal(
    of sample: Sample, at index: Int, notBefore cutoff: Double
  ) -> Finding? {
    do throws(ModelError) {
      try SampleRun(sample).checkForSaving(notBefore: -.infinity)
    } catch {
      return (index, error, nil)
    }
    guard sample.end < cutoff else { return nil }
    // The store tells the instant in seconds, which nobody reads; a sample may end at the date told here.
    let error = ModelError(
      .invalidArgument, cannot: "save",
      "a sample of \(sample.type.identifier) ends before the earliest permitted sample date, "
        + PairingWords.date(cutoff.rounded(.up)))
    return (
      index, error,
      "Save it on the phone, which keeps everything, or move the date with 'dyad cutoff'."
    )
  }

  private static func knownUUID(
    in group: SaveGroup, _ places: [SampleUUID: Int], _ data: any OwnerAccess
  ) async throws -> Finding? {
    for (type, samples) in Dictionary(
      grouping: group.entries.flatMap(\.samples), by: \.type)
    {
      let query = SampleQuery(type, where: .uuid(UUIDSet(samples.map(\.uuid))))
      let stored = try await data.samples(query).all().lazy.flatMap(\.uuids).compactMap {
        places[$0]
      }
      guard let index = stored.min() else { continue }
      let error = ModelError(
        .invalidArgument, cannot: "save",
        "its field uuid is that of a sample that is stored, and says something else")
      return (index, error, "Leave out the line, or only the UUID.")
    }
    return nil
  }

  private static func missingMember(
    in group: SaveGroup, _ places: [SampleUUID: Int], _ data: any OwnerAccess
  ) async throws -> Finding? {
    for (index, entry) in group.entries.enumerated() {
      for case .object(.correlation(let members)) in entry.samples.map(\.value) {
        for (row, uuid) in members.uuids.enumerated() where places[uuid] == nil {
          let query = SampleQuery(members.types[row], where: .uuid(UUIDSet([uuid])), limit: 1)
          guard try await data.samples(query).all().isEmpty else { continue }
          let error = ModelError(
            .invalidArgument, cannot: "save",
            "members[\(row)].uuid names a sample that is not stored")
          return (index, error, "Save the member first, or write it out in the list.")
        }
      }
    }
    return nil
  }

  private static func places(of group: SaveGroup) -> String {
    guard let first = group.entries.first, let last = group.entries.last else { return "nothing" }
    return first.place == last.place ? first.place : "\(first.place) to \(last.place)"
  }
}
