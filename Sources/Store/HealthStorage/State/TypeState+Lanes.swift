package import HealthModel

// What one app saved of a type lies in segments of its own, its lane. An app that sees only its own samples
// reads its lane as if there was nothing else: neither how much it reads nor how its rows are cut into blocks
// depends on what others saved.
extension TypeState {
  /// Where the segments are that one app saved; for `nil` those that several did.
  func lane(of owner: String?) -> Range<Int> {
    let first = index { !Self.comes($0.owner, before: owner) }
    return first..<max(first, index { Self.comes(owner, before: $0.owner) })
  }

  /// Where the segments of each lane are.
  package var lanes: [Range<Int>] {
    var lanes: [Range<Int>] = []
    var first = 0
    while first < segments.count {
      let owner = segments[first].owner
      let end = index { Self.comes(owner, before: $0.owner) }
      lanes.append(first..<end)
      first = end
    }
    return lanes
  }

  /// All segments in the order in which they end.
  var segmentsInLogOrder: [Segment] {
    guard let first = segments.first?.owner, first == segments.last?.owner else {
      return segments.sorted { $0.lastPosition < $1.lastPosition }
    }
    return segments
  }

  /// Whether there are segments that several apps saved.
  var hasMixedSegments: Bool { segments.first.map { $0.owner == nil } ?? false }

  /// Puts a segment in its place, which overlaps none of its lane.
  mutating func insert(_ segment: Segment) {
    segments.insert(segment, at: index { Self.comes(segment, before: $0) })
  }

  mutating func sortSegments() {
    segments.sort { Self.comes($0, before: $1) }
  }

  /// What of the type somebody sees, as far as whole segments tell.
  package func seen(_ visibility: Visibility) -> TypeState {
    var seen = self
    switch visibility {
    // Which rows those are, no segment tells.
    case .everything, .chosen: break
    case .nothing: seen.segments = []
    case .own(let app):
      let mixed = segments[lane(of: nil)].filter { segment in
        segment.directory.sources.contains { $0.bundleIdentifier == app }
      }
      seen.segments = mixed + segments[lane(of: app)]
    }
    return seen
  }

  /// What of the type other apps saved than the given one, as far as whole segments tell.
  func others(than app: String) -> TypeState {
    var others = self
    others.segments.removeSubrange(lane(of: app))
    return others
  }

  /// The first place from which on `isLate` holds for all segments.
  private func index(where isLate: (Segment) -> Bool) -> Int {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if isLate(segments[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func comes(_ segment: Segment, before other: Segment) -> Bool {
    segment.owner == other.owner
      ? segment.firstPosition < other.firstPosition : comes(segment.owner, before: other.owner)
  }

  /// What several apps saved comes first.
  private static func comes(_ owner: String?, before other: String?) -> Bool {
    guard let other else { return false }
    return owner.map { $0 < other } ?? true
  }
}

extension StoreState {
  /// The state with only these types, and of each what somebody sees, as far as whole segments tell.
  func seen(_ sight: [ObjectType: Visibility]) -> StoreState {
    var seen = self
    seen.types = [:]
    for (type, visibility) in sight { seen.types[type] = types[type]?.seen(visibility) }
    seen.loose = loose.seen(sight)
    return seen
  }
}

extension SampleRun {
  /// The same rows apart by the apps that saved them, each in their order.
  var partsByOwner: [SampleRun] { partsByOwnerNamed.map(\.part) }

  /// The same with whose they are.
  var partsByOwnerNamed: [(owner: String, part: SampleRun)] {
    guard let first = sources.values.first?.source.bundleIdentifier else { return [] }
    let isOfOne = sources.values.dropFirst().allSatisfy { $0.source.bundleIdentifier == first }
    if isOfOne { return [(first, self)] }
    var rows: [String: [Int]] = [:]
    sources.forEachRun { revision, range in
      rows[revision.source.bundleIdentifier, default: []] += range
    }
    return rows.keys.sorted().map { owner in (owner, selecting(rows[owner] ?? [])) }
  }

  /// Rows of a type that was read in parts, in log order.
  static func inLogOrder(_ parts: [SampleRun]) throws(StorageError) -> SampleRun? {
    guard var joined = parts.first else { return nil }
    if parts.count == 1 { return joined }
    for part in parts.dropFirst() {
      guard part.payload.isSameKind(as: joined.payload) else {
        throw StorageError(
          .damaged, cannot: "read \(part.type.identifier)", "its rows are of two kinds")
      }
      joined.append(part, rows: 0..<part.count)
    }
    let positions = joined.positions.all()
    return joined.picking(positions.indices.sorted { positions[$0] < positions[$1] })
  }
}
