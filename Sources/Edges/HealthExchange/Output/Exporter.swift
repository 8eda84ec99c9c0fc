package import HealthModel
package import StoreAccess

/// Reads samples of a store and hands them to a form, in bounded memory.
package struct Exporter {
  /// As many members as are held at a time; one correlation may have 4096.
  private static let mostMembers = 16_384

  private let data: any OwnerAccess
  private let form: any ExportForm
  private let choices: [ObjectType: Predicate]
  /// How many samples of each type were written.
  package private(set) var written: [ObjectType: Int] = [:]
  /// How many the form has no place for.
  package private(set) var leftOut: [ObjectType: Int] = [:]

  /// - Parameters:
  ///   - data: Where the samples are.
  ///   - form: What they are exported as.
  ///   - choices: The types, and which samples of each.
  package init(
    _ data: any OwnerAccess, as form: any ExportForm, _ choices: [ObjectType: Predicate]
  ) {
    self.data = data
    self.form = form
    self.choices = choices
  }

  /// Exports all of it.
  ///
  /// - Parameter tell: Hears how many samples were read.
  /// - Throws: What the store and the form throw.
  package mutating func run(_ tell: (Int) -> Void) async throws {
    let files = form.fileTypes
    for type in form.order(choices.keys.filter { !files.contains($0) || form.takes($0) }) {
      try await export(type, where: choices[type] ?? .constant(false), tell)
    }
    // A table without rows still says what its columns are.
    if written.isEmpty, choices.count == 1, let type = choices.keys.first, takes(type) {
      try form.begin(type)
    }
    try form.finish()
    for type in files { try await writeFiles(type, tell) }
  }

  private mutating func writeFiles(_ type: ObjectType, _ tell: (Int) -> Void) async throws {
    guard let choice = choices[type] else { return }
    for try await run in try await data.samples(SampleQuery(type, where: choice)) {
      try Task.checkCancellation()
      for row in 0..<run.count { try form.writeFile(of: run[row]) }
      // Where the document has them as well they are counted.
      if !form.takes(type) { written[type, default: 0] += run.count }
      tell(written.values.reduce(0, +) + leftOut.values.reduce(0, +))
    }
  }

  private func takes(_ type: ObjectType) -> Bool {
    form.takes(type) && (type.description?.kind != .document || form.takesDocuments)
  }

  private mutating func export(
    _ type: ObjectType, where predicate: Predicate, _ tell: (Int) -> Void
  ) async throws {
    let isTaken = takes(type)
    var hasBegun = false
    var done = written.values.reduce(0, +) + leftOut.values.reduce(0, +)
    for try await run in try await data.samples(SampleQuery(type, where: predicate)) {
      try Task.checkCancellation()
      if isTaken {
        if !hasBegun { try form.begin(type) }
        hasBegun = true
        try await write(run)
        written[type, default: 0] += run.count
      } else {
        leftOut[type, default: 0] += run.count
      }
      done += run.count
      tell(done)
    }
  }

  private func write(_ run: SampleRun) async throws {
    for rows in Self.pieces(of: run) {
      let piece = run.slice(rows)
      var parts = ExportParts()
      parts.members = try await Self.members(of: piece, in: data)
      parts.standing = try await standing(parts.members)
      if case .objects(let bodies) = piece.payload {
        for (uuid, body) in zip(piece.uuids, bodies) {
          guard case .document = body else { continue }
          parts.documents[uuid] = try await data.wholeDocument(uuid)
        }
      }
      if run.type == .workout { parts.routes = try await routes(of: piece.uuids) }
      try form.write(piece, parts)
    }
  }

  private func routes(of workouts: [SampleUUID]) async throws -> [SampleUUID: [SampleUUID]] {
    guard form.fileTypes.contains(.workoutRoute), let choice = choices[.workoutRoute] else {
      return [:]
    }
    var routes: [SampleUUID: [SampleUUID]] = [:]
    for workout in workouts {
      let query = SampleQuery(
        .workoutRoute, where: .and([.memberOf(workout: workout), choice]),
        order: [SortDescriptor(.start)])
      for try await run in try await data.samples(query) {
        routes[workout, default: []] += run.uuids
      }
    }
    return routes
  }

  private func standing(_ members: [SampleUUID: Sample]) async throws -> Set<SampleUUID> {
    var standing: Set<SampleUUID> = []
    for (type, group) in Dictionary(grouping: members.values, by: \.type) {
      guard let choice = choices[type] else { continue }
      let uuids = group.map(\.uuid)
      guard choice != .constant(true) else {
        standing.formUnion(uuids)
        continue
      }
      let query = SampleQuery(type, where: .and([.uuid(UUIDSet(uuids)), choice]))
      for try await run in try await data.samples(query) { standing.formUnion(run.uuids) }
    }
    return standing
  }

  /// Rows whose members, or whose document, are held at a time.
  package static func pieces(of run: SampleRun) -> [Range<Int>] {
    guard case .objects(let bodies) = run.payload else { return [0..<run.count] }
    var pieces: [Range<Int>] = []
    var start = 0
    var count = 0
    for (row, body) in bodies.enumerated() {
      let weight =
        switch body {
        case .correlation(let members): members.count
        case .document: mostMembers
        default: 0
        }
      if row > start, count + weight > mostMembers {
        pieces.append(start..<row)
        (start, count) = (row, 0)
      }
      count += weight
    }
    pieces.append(start..<run.count)
    return pieces
  }

  /// What the correlations of a run hold.
  package static func members(
    of run: SampleRun, in data: any OwnerAccess
  ) async throws -> [SampleUUID: Sample] {
    guard case .objects(let bodies) = run.payload else { return [:] }
    var wanted: [ObjectType: UUIDSet] = [:]
    for case .correlation(let members) in bodies {
      members.types.forEachRun { type, rows in
        for row in rows { wanted[type, default: UUIDSet()].insert(members.uuids[row]) }
      }
    }
    var found: [SampleUUID: Sample] = [:]
    for (type, uuids) in wanted {
      for try await run in try await data.samples(SampleQuery(type, where: .uuid(uuids))) {
        for row in 0..<run.count { found[run.uuids[row]] = run[row] }
      }
    }
    return found
  }
}
