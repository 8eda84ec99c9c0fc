package import HealthModel

/// A predicate made ready for columns: what depends on other objects is looked up once, what bounds
/// the dates is known, and units are converted once per run of rows.
package struct RowFilter: Sendable {
  /// Where matches can lie; `nil` when there can be none.
  package let box: TimeBox?
  /// The UUIDs that every match is among, where the predicate says so.
  package let uuids: UUIDSet?
  /// With what depends on other objects looked up.
  let predicate: Predicate

  /// Makes a predicate ready.
  ///
  /// - Parameters:
  ///   - predicate: What somebody asks for.
  ///   - others: What has to be met besides, which counts for no level of nesting.
  ///   - tables: Where other objects are looked up.
  /// - Throws: a `ModelError` for a predicate that is nested too deeply.
  package init(
    _ predicate: Predicate, and others: [Predicate] = [], from tables: inout ReadTables
  ) throws {
    guard predicate.nesting <= Predicate.deepestNesting else {
      throw ModelError(
        .invalidArgument, cannot: "use the predicate",
        "it is nested \(predicate.nesting) deep, and \(Predicate.deepestNesting) is the most")
    }
    let whole = others.isEmpty ? predicate : .and([predicate] + others)
    let resolved = try Self.resolve(whole, &tables)
    self.predicate = resolved
    box = TimeBox(bounding: resolved)
    uuids = Self.uuids(bounding: resolved)
  }

  /// Those of `rows` that match and are not among `dead`, ascending.
  ///
  /// For few rows of a large run, which then costs no more than they do.
  package func rows(
    of run: SampleRun, among rows: [Int], without dead: IntervalSet?
  ) -> [Int] {
    let alive = dead.map { dead in rows.filter { !dead.contains(UInt64($0)) } } ?? rows
    if alive.isEmpty || predicate == .constant(true) { return alive }
    let selection = predicate.selection(in: run.selecting(alive))
    return selection.rows.map { alive[$0] }
  }

  /// The rows of `run` that match and are not among `dead`, ascending.
  package func rows(of run: SampleRun, without dead: IntervalSet?) -> [Int] {
    if dead == nil, predicate == .constant(true) { return Array(0..<run.count) }
    var mask = Selection(repeating: true, count: run.count)
    if let dead {
      for interval in dead.intervals {
        mask.clear(
          Int(interval.lowerBound)..<(Int(min(interval.upperBound, UInt64(run.count - 1))) + 1))
      }
    }
    if predicate != .constant(true) { mask.formIntersection(predicate.selection(in: run)) }
    return mask.rows
  }

  private static func resolve(
    _ predicate: Predicate, _ tables: inout ReadTables
  ) throws -> Predicate {
    switch predicate {
    case .memberOf(let workout):
      return .uuid(try tables.members.members(of: workout, .workout))
    case .uncorrelated: return .not(.uuid(try tables.members.members(of: .correlation)))
    case .and(let parts):
      let resolved = try parts.map { try resolve($0, &tables) }.filter { $0 != .constant(true) }
      return resolved.isEmpty ? .constant(true) : resolved.count == 1 ? resolved[0] : .and(resolved)
    case .or(let parts): return .or(try parts.map { try resolve($0, &tables) })
    case .not(let part): return .not(try resolve(part, &tables))
    default: return predicate
    }
  }

  private static func uuids(bounding predicate: Predicate) -> UUIDSet? {
    switch predicate {
    case .uuid(let set): set
    case .and(let parts): parts.lazy.compactMap { uuids(bounding: $0) }.first
    default: nil
    }
  }

  /// The sources that every match is of, by bundle identifier; `nil` where the predicate does not say so.
  var bundleIdentifiers: Set<String>? { Self.bundleIdentifiers(bounding: predicate) }

  private static func bundleIdentifiers(bounding predicate: Predicate) -> Set<String>? {
    switch predicate {
    case .sources(let bundles): bundles
    case .revisions(let revisions): Set(revisions.map(\.source.bundleIdentifier))
    case .and(let parts):
      parts.lazy.compactMap { bundleIdentifiers(bounding: $0) }.min { $0.count < $1.count }
    default: nil
    }
  }
}
