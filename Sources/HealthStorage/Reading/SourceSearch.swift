package import HealthModel

/// Who saved samples of a type.
package enum SourceSearch {
  /// The sources of the samples that match, sorted.
  ///
  /// Without a predicate the directories tell; only segments with rows out of sight are decoded,
  /// and only until all their sources are found.
  package static func sources(
    of type: ObjectType, where predicate: Predicate, and others: [Predicate] = [],
    in snapshot: Snapshot, from tables: inout ReadTables
  ) throws -> [Source] {
    try tables.reading(snapshot) { tables in
      try search(of: type, where: predicate, and: others, in: snapshot, from: &tables)
    }
  }

  private static func search(
    of type: ObjectType, where predicate: Predicate, and others: [Predicate] = [],
    in snapshot: Snapshot, from tables: inout ReadTables
  ) throws -> [Source] {
    let filter = try RowFilter(predicate, and: others, from: &tables)
    guard let box = filter.box, let state = snapshot.state.types[type] else { return [] }
    var found: Set<Source> = []
    for segment in state.segments where segment.mayHold(box) {
      let unknown = segment.directory.sources.filter { !found.contains($0) }
      if unknown.isEmpty { continue }
      let isWhole = segment.directory.blocks.allSatisfy { state.dead[$0.id] == nil }
      if predicate == .constant(true), others.isEmpty, isWhole {
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
