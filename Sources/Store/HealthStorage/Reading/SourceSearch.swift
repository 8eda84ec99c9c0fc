package import HealthModel

/// Who saved samples of a type, found step by step.
///
/// Without a predicate the directories tell; only segments with rows out of sight are decoded, and only until
/// all their sources are found.
package struct SourceSearch: Sendable {
  private let snapshot: Snapshot
  private let type: ObjectType
  private let filter: RowFilter
  /// What the reader sees of the type; `nil` where nothing can match.
  private let state: TypeState?
  private let segments: [Segment]
  /// Whether directories tell all there is to know of segments without deleted rows.
  private let trustsDirectories: Bool
  private var found: Set<Source> = []
  private var segment = 0
  private var block = 0

  /// As many blocks as one step decodes: some milliseconds.
  private static let stepBlocks = 2

  package init(
    of type: ObjectType, where predicate: Predicate, seeing visibility: Visibility = .everything,
    in snapshot: Snapshot, from tables: inout ReadTables
  ) throws {
    self.snapshot = snapshot
    self.type = type
    filter = try tables.reading(snapshot) { tables in
      try RowFilter(predicate, seeing: visibility, in: snapshot.state, from: &tables)
    }
    state = filter.box == nil ? nil : snapshot.state.types[type]?.seen(visibility)
    segments = state?.segments ?? []
    let isOfWholeSegments =
      switch visibility {
      case .everything: true
      case .own, .nothing: state?.hasMixedSegments == false
      // A directory names whoever saved something, and it may not be what was chosen.
      case .chosen: false
      }
    trustsDirectories = predicate == .constant(true) && isOfWholeSegments
  }

  /// The sources of the samples that match, as far as they are known, sorted.
  package var sources: [Source] { found.sorted() }

  /// Goes on for some milliseconds; returns whether there is more to do.
  ///
  /// - Throws: `startOver` where all history was erased since the snapshot.
  package mutating func advance(from tables: inout ReadTables) throws -> Bool {
    guard let box = filter.box, let state else { return false }
    return try tables.reading(snapshot) { tables in try advance(box, state, &tables) }
  }

  private mutating func advance(
    _ box: TimeBox, _ state: TypeState, _ tables: inout ReadTables
  ) throws -> Bool {
    var decoded = 0
    while segment < segments.count {
      let directory = segments[segment].directory
      guard segments[segment].mayHold(box) else {
        segment += 1
        continue
      }
      let unknown = directory.sources.filter { !found.contains($0) }
      if block == 0, trustsDirectories,
        directory.blocks.allSatisfy({ state.dead[$0.id] == nil })
      {
        found.formUnion(unknown)
      } else if !unknown.isEmpty, block < directory.blocks.count {
        guard decoded < Self.stepBlocks else { return true }
        let next = directory.blocks[block]
        block += 1
        guard next.mayLie(in: box), !state.isDead(next) else { continue }
        decoded += 1
        let run = try tables.reading(next, of: type) { try $0.run(next.id) }
        for row in filter.rows(of: run, without: state.dead[next.id]) {
          found.insert(run.sources[row].source)
        }
        continue
      }
      segment += 1
      block = 0
    }
    try snapshot.state.checkNothingIsLost(of: type, in: box)
    return false
  }
}
