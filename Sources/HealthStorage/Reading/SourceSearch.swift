package import HealthModel

/// Who saved samples of a type.
package enum SourceSearch {
  /// The sources of the samples that match, sorted.
  ///
  /// Without a predicate the directories tell; only segments with rows out of sight are decoded,
  /// and only until all their sources are found.
  package static func sources(
    of type: ObjectType, where predicate: Predicate, seeing visibility: Visibility = .everything,
    in snapshot: Snapshot, from tables: inout ReadTables
  ) throws -> [Source] {
    try tables.reading(snapshot) { tables in
      try search(of: type, where: predicate, seeing: visibility, in: snapshot, from: &tables)
    }
  }

  private static func search(
    of type: ObjectType, where predicate: Predicate, seeing visibility: Visibility,
    in snapshot: Snapshot, from tables: inout ReadTables
  ) throws -> [Source] {
    let filter = try RowFilter(predicate, seeing: visibility, in: snapshot.state, from: &tables)
    guard let box = filter.box, let state = snapshot.state.types[type]?.seen(visibility) else {
      return []
    }
    let seesAll = visibility == .everything || !state.hasMixedSegments
    var found: Set<Source> = []
    for segment in state.segments where segment.mayHold(box) {
      let unknown = segment.directory.sources.filter { !found.contains($0) }
      if unknown.isEmpty { continue }
      let isWhole = segment.directory.blocks.allSatisfy { state.dead[$0.id] == nil }
      if predicate == .constant(true), seesAll, isWhole {
        found.formUnion(unknown)
        continue
      }
      for block in segment.directory.blocks where block.mayLie(in: box) && !state.isDead(block) {
        if unknown.allSatisfy(found.contains) { break }
        let run = try tables.blocks.run(block.id)
        for row in filter.rows(of: run, without: state.dead[block.id]) {
          found.insert(run.sources[row].source)
        }
      }
    }
    return found.sorted()
  }
}
