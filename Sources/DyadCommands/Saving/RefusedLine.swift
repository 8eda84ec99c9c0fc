internal import CommandLineCore
internal import HealthModel
internal import HealthStorage
internal import LocalStore

/// Finds the line for which the store refused a group, since the store speaks of the whole.
enum RefusedLine {
  /// The error that names the line, or the lines where none stands out.
  static func failure(
    _ error: ModelError, in group: SaveGroup, _ store: LocalStore
  ) async throws -> CommandFailure {
    let found = try await find(error, in: group, store)
    let place = found?.place ?? places(of: group)
    return CommandFailure(
      .refused, "cannot save \(place): \((found?.error ?? error).detail)",
      advice: found?.advice ?? "Nothing of these lines was saved; correct them and save again.")
  }

  private typealias Finding = (place: String, error: ModelError, advice: String?)

  private static func find(
    _ error: ModelError, in group: SaveGroup, _ store: LocalStore
  ) async throws -> Finding? {
    let cutoff = store.earliestPermittedSampleDate
    var places: [SampleUUID: String] = [:]
    for entry in group.entries {
      for sample in entry.samples {
        do throws(ModelError) {
          try SampleRun(sample).checkForSaving(notBefore: cutoff)
        } catch {
          return (entry.place, error, nil)
        }
        if let other = places.updateValue(entry.place, forKey: sample.uuid) {
          let error = ModelError(
            .invalidArgument, cannot: "save", "its field uuid is the same as on \(other)")
          return (entry.place, error, "Leave out the UUID to get a new one.")
        }
      }
    }
    if let known = try await knownUUID(in: group, places, store) { return known }
    return try await missingMember(in: group, places, store)
  }

  private static func knownUUID(
    in group: SaveGroup, _ places: [SampleUUID: String], _ store: LocalStore
  ) async throws -> Finding? {
    for (type, samples) in Dictionary(
      grouping: group.entries.flatMap(\.samples), by: \.type)
    {
      let query = SampleQuery(type, where: .uuid(UUIDSet(samples.map(\.uuid))), limit: 1)
      guard let run = try await store.samples(query).all().first, let uuid = run.uuids.first,
        let place = places[uuid]
      else { continue }
      let error = ModelError(
        .invalidArgument, cannot: "save", "its field uuid is that of a sample that is stored")
      return (place, error, "It is saved already; leave out the line, or only the UUID.")
    }
    return nil
  }

  private static func missingMember(
    in group: SaveGroup, _ places: [SampleUUID: String], _ store: LocalStore
  ) async throws -> Finding? {
    for entry in group.entries {
      for case .object(.correlation(let members)) in entry.samples.map(\.value) {
        for (row, uuid) in members.uuids.enumerated() where places[uuid] == nil {
          let query = SampleQuery(members.types[row], where: .uuid(UUIDSet([uuid])), limit: 1)
          guard try await store.samples(query).all().isEmpty else { continue }
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
