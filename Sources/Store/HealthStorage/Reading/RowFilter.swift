package import HealthModel

/// A predicate made ready for columns: what depends on other objects is looked up once, what bounds
/// the dates is known, and units are converted once per run of rows.
package struct RowFilter: Sendable {
  /// Where matches can lie; `nil` when there can be none.
  package let box: TimeBox?
  /// The UUIDs that every match is among, where the predicate says so.
  package let uuids: UUIDSet?
  /// With what depends on other objects looked up.
  private(set) var predicate: Predicate

  /// Makes a predicate ready.
  ///
  /// - Parameters:
  ///   - predicate: What somebody asks for.
  ///   - visibility: What they see of the type they ask for. Where it is only their own, what others put
  ///     together does not count for what belongs together, either.
  ///   - state: What there is.
  ///   - tables: Where other objects are looked up.
  /// - Throws: a `ModelError` for a predicate that is nested too deeply.
  package init(
    _ predicate: Predicate, seeing visibility: Visibility, in state: StoreState,
    from tables: inout ReadTables
  ) throws {
    guard predicate.nesting <= Predicate.deepestNesting else {
      throw ModelError(
        .invalidArgument, cannot: "use the predicate",
        "it is nested \(predicate.nesting) deep, and \(Predicate.deepestNesting) is the most")
    }
    // Nothing is looked up for who sees nothing.
    if visibility == .nothing {
      (self.predicate, box, uuids) = (.constant(false), nil, nil)
      return
    }
    let groups = KnownGroups(visibility, in: state)
    // Conditions that hide count for no level of nesting.
    let whole =
      visibility == .everything ? predicate : .and([predicate, visibility.predicate])
    let resolved = try Self.resolve(whole, groups, &tables)
    self.predicate = resolved
    box = TimeBox(bounding: resolved)
    uuids = Self.uuids(bounding: resolved)
  }

  /// The same without the condition that hides, for rows of which it is known to hold.
  func without(_ visibility: Visibility) -> Self {
    guard case .own = visibility else { return self }
    let hiding = visibility.predicate
    var filter = self
    if predicate == hiding {
      filter.predicate = .constant(true)
    } else if case .and(var parts) = predicate, parts.last == hiding {
      parts.removeLast()
      filter.predicate = parts.count == 1 ? parts[0] : .and(parts)
    }
    return filter
  }

  /// The same without the condition on UUIDs, for rows that were found by them.
  func withoutUUIDs() -> Self {
    var filter = self
    switch predicate {
    case .uuid: filter.predicate = .constant(true)
    case .and(var parts):
      // Where it is nested deeper it is asked once more.
      guard let index = parts.firstIndex(where: { $0 == .uuid(uuids ?? UUIDSet()) }) else { break }
      parts.remove(at: index)
      filter.predicate = parts.count == 1 ? parts[0] : .and(parts)
    default: break
    }
    return filter
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
    _ predicate: Predicate, _ groups: KnownGroups, _ tables: inout ReadTables
  ) throws -> Predicate {
    switch predicate {
    case .memberOf(let workout):
      return .uuid(try groups.members(ofWorkout: workout, from: &tables))
    case .uncorrelated: return .not(.uuid(try groups.correlated(from: &tables)))
    case .and(let parts):
      let resolved = try parts.map { try resolve($0, groups, &tables) }
        .filter { $0 != .constant(true) }
      return resolved.isEmpty ? .constant(true) : resolved.count == 1 ? resolved[0] : .and(resolved)
    case .or(let parts): return .or(try parts.map { try resolve($0, groups, &tables) })
    case .not(let part): return .not(try resolve(part, groups, &tables))
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
