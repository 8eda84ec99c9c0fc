internal import HealthModel

extension StoreReader {
  /// Looks whether every alias has a host in sight that is lower, and no row of its own (R23).
  mutating func verifyAliases(
    _ state: StoreState, into report: inout VerificationReport
  ) throws {
    guard !state.aliases.isEmpty else { return }
    let spans = state.aliases.spans
    var (live, unknown) = (VersionVector(), Set(state.damagedSegments.values))
    for type in Set(spans.flatMap { [$0.stream.type, $0.host.type] }) {
      do {
        live.formUnion(try dotsInSight(of: type, state))
      } catch let error as StorageError where error.code == .damaged {
        // It is reported where its own turn came.
        unknown.insert(type)
      }
    }
    for span in spans {
      let name = "the aliases in \(span.stream.type.identifier)"
      if let (alias, host) = span.pairs.first, alias < host {
        report.add("\(name): one is lower than its host")
      }
      if !state.vector[span.stream].contains(span.sequences)
        || !state.vector[span.host].contains(span.hosts)
      {
        report.add("\(name): the vector does not cover one")
      }
      if !unknown.contains(span.host.type), !live[span.host].contains(span.hosts) {
        report.add("\(name): one has no host")
      }
      if live[span.stream].overlaps(span.sequences) {
        report.add("\(name): one has a row of its own")
      }
    }
  }

  private mutating func dotsInSight(
    of type: ObjectType, _ state: StoreState
  ) throws -> VersionVector {
    var live = VersionVector()
    guard let typeState = state.types[type] else { return live }
    for segment in typeState.segments {
      var inSight = segment.live(of: type)
      for block in segment.directory.blocks {
        guard let rows = typeState.dead[block.id] else { continue }
        let dots = try tables.blocks.dots(block.id)
        let dead = (0..<dots.count).filter { rows.contains(UInt64($0)) }
        // Of this segment alone: a row that got another UUID stands in another one under the same dot.
        inSight.subtract(VersionVector(dots.selecting(dead), of: type))
      }
      live.formUnion(inSight)
    }
    return live
  }
}
