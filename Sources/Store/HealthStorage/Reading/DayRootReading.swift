internal import HealthModel

/// The roots of the days of whole segments, whatever of them is out of sight.
///
/// A segment never changes, so that a root is made once; what is dead is taken off each time. Segments
/// are found again by themselves and not by numbers, which a rollback gives out anew.
struct DayRootReading {
  private struct Entry {
    weak var segment: Segment?
    /// Ascending by day.
    var roots: [DatedRoot]
  }

  /// A day's root.
  struct DatedRoot {
    var day: Int64
    var root: DayRoot
  }

  /// About 8 MB.
  private static let mostRoots = 131_072
  private static let mostSegments = 16_384

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var count = 0

  func roots(of segment: Segment) -> [DatedRoot]? {
    guard let entry = entries[ObjectIdentifier(segment)], entry.segment === segment else {
      return nil
    }
    return entry.roots
  }

  mutating func keep(_ roots: [DatedRoot], of segment: Segment) {
    if count + roots.count > Self.mostRoots || entries.count >= Self.mostSegments {
      entries = entries.filter { $0.value.segment != nil }
      count = entries.values.reduce(0) { $0 + $1.roots.count }
      // What is asked for in turn is never kept if each turns out the one before.
      if count + roots.count > Self.mostRoots || entries.count >= Self.mostSegments { return }
    }
    let old = entries.updateValue(
      Entry(segment: segment, roots: roots), forKey: ObjectIdentifier(segment))
    count += roots.count - (old?.roots.count ?? 0)
  }
}

extension ReadTables {
  /// The root of each day that has live dots within the range; damaged dots are left out.
  mutating func roots(
    _ range: SharedRange, in state: StoreState
  ) throws -> [Int64: DayRoot] {
    var result: [Int64: DayRoot] = [:]
    let floor = DayFloor(range.floor)
    for (type, typeState) in state.types where range.scope.contains(type) {
      var mixers = DotMixers(of: type)
      for segment in typeState.segments where segment.maxEnd >= range.floor {
        let own =
          try roots(of: segment, typeState, floor, &mixers)
          ?? readableRoots(of: segment, typeState, floor, &mixers)
        for (day, root) in own { result[day, default: DayRoot()].add(root) }
      }
    }
    var mixers: [ObjectType: DotMixers] = [:]
    try forEachAlias(range, in: state) { alias, end in
      let stretch = DayStretch(
        day: DayList.day(of: end), incarnation: alias.incarnation,
        interval: alias.sequence...alias.sequence)
      let root = mixers[alias.type, default: DotMixers(of: alias.type)].root(of: stretch)
      result[stretch.day, default: DayRoot()].add(root)
    }
    return result.filter { $0.value.count != 0 }
  }

  /// The roots of a segment's live rows within the floor, made from those of all its rows; `nil` where
  /// some of them are damaged.
  private mutating func roots(
    of segment: Segment, _ type: TypeState, _ floor: DayFloor, _ mixers: inout DotMixers
  ) throws -> [Int64: DayRoot]? {
    guard let whole = try wholeRoots(of: segment, &mixers) else { return nil }
    var roots: [Int64: DayRoot] = [:]
    for dated in whole where dated.day >= floor.firstWhole { roots[dated.day] = dated.root }
    let isCut = floor.partial.map { segment.minEnd < DayList.start(of: $0 + 1) } ?? false
    if type.dead.isEmpty, !isCut { return roots }
    for (index, block) in segment.directory.blocks.enumerated() {
      let dead = type.dead[block.id]
      var isRead = true
      if dead != nil {
        isRead = try forEachStretch(
          of: index, in: segment, .dead, dead: dead, from: floor.floor
        ) { stretch in
          guard stretch.day >= floor.firstWhole else { return }
          roots[stretch.day, default: DayRoot()].subtract(mixers.root(of: stretch))
        }
      }
      // The floor's own day has rows on either side of it.
      if let day = floor.partial, isRead, block.minEnd < DayList.start(of: day + 1) {
        isRead = try forEachStretch(
          of: index, in: segment, .live, dead: dead, from: floor.floor
        ) { stretch in
          guard stretch.day == day else { return }
          roots[day, default: DayRoot()].add(mixers.root(of: stretch))
        }
      }
      guard isRead else { return nil }
    }
    return roots
  }

  /// The same where blocks are damaged, which are left out whatever was known of them before.
  private mutating func readableRoots(
    of segment: Segment, _ type: TypeState, _ floor: DayFloor, _ mixers: inout DotMixers
  ) throws -> [Int64: DayRoot] {
    var roots: [Int64: DayRoot] = [:]
    for (index, block) in segment.directory.blocks.enumerated() {
      _ = try forEachStretch(
        of: index, in: segment, .live, dead: type.dead[block.id], from: floor.floor
      ) { stretch in
        roots[stretch.day, default: DayRoot()].add(mixers.root(of: stretch))
      }
    }
    return roots
  }

  /// The roots of all of a segment's rows; `nil` where some of them are damaged.
  private mutating func wholeRoots(
    of segment: Segment, _ mixers: inout DotMixers
  ) throws -> [DayRootReading.DatedRoot]? {
    if !sync.damaged.isEmpty,
      segment.directory.blocks.contains(where: { sync.damaged.contains($0.id) })
    {
      return nil
    }
    if let known = sync.days.roots(of: segment) { return known }
    var roots: [Int64: DayRoot] = [:]
    for index in segment.directory.blocks.indices {
      let isRead = try forEachStretch(
        of: index, in: segment, .all, dead: nil, from: -.infinity
      ) { stretch in
        roots[stretch.day, default: DayRoot()].add(mixers.root(of: stretch))
      }
      guard isRead else { return nil }
    }
    let dated = roots.sorted { $0.key < $1.key }.map {
      DayRootReading.DatedRoot(day: $0.key, root: $0.value)
    }
    sync.days.keep(dated, of: segment)
    return dated
  }

  /// Calls `body` with the aliases of live rows within the range and the ends of the rows.
  mutating func forEachAlias(
    _ range: SharedRange, in state: StoreState, _ body: (Dot, Double) -> Void
  ) throws {
    let spans = state.aliases.spans.filter { range.scope.contains($0.stream.type) }
    try forEachEnd(of: spans, from: range.floor, in: state) { alias, end in
      if end >= range.floor { body(alias, end) }
    }
  }
}

/// Mixes dots of one type, whose seeds are made once.
struct DotMixers {
  private let type: ObjectType
  private var mixers: [Incarnation: DotMixer] = [:]

  init(of type: ObjectType) {
    self.type = type
  }

  /// The root of a stretch alone.
  mutating func root(of stretch: DayStretch) -> DayRoot {
    let mixer =
      mixers[stretch.incarnation]
      ?? DotMixer(VersionVector.Stream(incarnation: stretch.incarnation, type: type))
    mixers[stretch.incarnation] = mixer
    var root = DayRoot()
    root.add(stretch.interval, in: mixer)
    return root
  }
}
