internal import CommandLineCore
internal import HealthModel
internal import RemoteStore

/// Finds the line for which the store refused a group, since the store speaks of the whole.
enum RefusedLine {
  /// The error that names the line, or the lines where none stands out.
  static func failure(
    _ error: ModelError, in group: SaveGroup, _ data: any HealthData
  ) async throws -> CommandFailure {
    let found = try await find(error, in: group, data)
    let place = found?.place ?? places(of: group)
    return CommandFailure(
      .refused, "cannot save \(place): \((found?.error ?? error).detail)",
      advice: found?.advice ?? "Nothing of these lines was saved; correct them and save again.")
  }

  /// The error of a line that is too long for a daemon.
  static func failure(_ error: RequestTooLarge, in group: SaveGroup) -> CommandFailure {
    CommandFailure(
      .refused,
      "cannot save \(places(of: group)): it has \(error.byteCount) bytes, and a running daemon takes "
        + "\(RequestTooLarge.mostBytes) at a time",
      advice: "End 'dyadd', save the line without it, and start it again.")
  }

  private typealias Finding = (place: String, error: ModelError, advice: String?)

  private static func find(
    _ error: ModelError, in group: SaveGroup, _ data: any HealthData
  ) async throws -> Finding? {
    let cutoff = try await data.earliestPermittedSampleDate()
    var places: [SampleUUID: String] = [:]
    for entry in group.entries {
      for sample in entry.samples {
        if let refused = refusal(of: sample, at: entry.place, notBefore: cutoff) { return refused }
        if let other = places.updateValue(entry.place, forKey: sample.uuid) {
          let error = ModelError(
            .invalidArgument, cannot: "save", "its field uuid is the same as on \(other)")
          return (entry.place, error, "Leave out the UUID to get a new one.")
        }
      }
    }
    if let known = try await knownUUID(in: group, places, data) { return known }
    return try await missingMember(in: group, places, data)
  }

  private static func refusal(
    of sample: Sample, at place: String, notBefore cutoff: Double
  ) -> Finding? {
    do throws(ModelError) {
      try SampleRun(sample).checkForSaving(notBefore: -.infinity)
    } catch {
      return (place, error, nil)
    }
    guard sample.end < cutoff else { return nil }
    // The store tells the instant in seconds, which nobody reads; a sample may end at the date told here.
    let error = ModelError(
      .invalidArgument, cannot: "save",
      "a sample of \(sample.type.identifier) ends before the earliest permitted sample date, "
        + PairingWords.date(cutoff.rounded(.up)))
    return (
      place, error,
      "Save it on the phone, which keeps everything, or move the date with 'dyad cutoff'."
    )
  }

  private static func knownUUID(
    in group: SaveGroup, _ places: [SampleUUID: String], _ data: any HealthData
  ) async throws -> Finding? {
    for (type, samples) in Dictionary(
      grouping: group.entries.flatMap(\.samples), by: \.type)
    {
      let query = SampleQuery(type, where: .uuid(UUIDSet(samples.map(\.uuid))), limit: 1)
      guard let run = try await data.all(query).first, let uuid = run.uuids.first,
        let place = places[uuid]
      else { continue }
      let error = ModelError(
        .invalidArgument, cannot: "save", "its field uuid is that of a sample that is stored")
      return (place, error, "It is saved already; leave out the line, or only the UUID.")
    }
    return nil
  }

  private static func missingMember(
    in group: SaveGroup, _ places: [SampleUUID: String], _ data: any HealthData
  ) async throws -> Finding? {
    for entry in group.entries {
      for case .object(.correlation(let members)) in entry.samples.map(\.value) {
        for (row, uuid) in members.uuids.enumerated() where places[uuid] == nil {
          let query = SampleQuery(members.types[row], where: .uuid(UUIDSet([uuid])), limit: 1)
          guard try await data.all(query).isEmpty else { continue }
          let error = ModelError(
            .invalidArgument, cannot: "save",
            "members[\(row)].uuid names a sample that is not stored")
          return (entry.place, error, "Save the member first, or write it out in the list.")
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
