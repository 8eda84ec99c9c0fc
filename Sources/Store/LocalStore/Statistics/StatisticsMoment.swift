internal import HealthModel
internal import HealthStorage

/// What statistics of a type depended on when they were worked out, and how far the log had come.
///
/// It holds no snapshot, so that nothing is kept for somebody who only waits.
struct StatisticsMoment: Sendable {
  private let anchor: Anchor
  private let liveCount: Int
  private let damage: [Int64: SegmentDamage]
  private let damagedSegments: [Int64: ObjectType]
  private let visibility: Visibility
  /// Which source counts where several cover the same time; `nil` where that does not matter.
  private let order: SourceOrder?

  /// After as many pages of changes all is worked out, which is hardly more work then.
  private static let mostPages = 8

  /// What there is in a state.
  init(
    _ state: StoreState, _ query: StatisticsQuery, _ store: LocalStore,
    seeing visibility: Visibility
  ) async throws {
    anchor = state.anchor
    liveCount = state.types[query.type]?.liveCount(seeing: visibility) ?? 0
    damage = state.damage
    damagedSegments = state.damagedSegments
    self.visibility = visibility
    order =
      query.options.contains(.cumulativeSum)
      ? try await store.sourceOrder(of: query.type, in: state, seeing: visibility) : nil
  }

  /// Changes that were always seen as they are now: nothing else leads from one moment to another.
  private var access: ChangeReader.Access {
    switch visibility {
    case .everything: .everything
    case .own(let app): .app(bundleIdentifier: app, ownSince: 0, foreignSince: nil)
    case .chosen(let objects, own: let app):
      .app(
        bundleIdentifier: app ?? "", ownSince: app.map { _ in 0 }, foreignSince: 0,
        chosen: objects)
    case .nothing: .app(bundleIdentifier: "", ownSince: nil, foreignSince: nil)
    }
  }

  /// Whether nothing but samples that came and went can make a difference from this to a later moment.
  func leadsTo(_ later: Self) -> Bool {
    visibility == later.visibility && damage == later.damage
      && damagedSegments == later.damagedSegments
      && (order == later.order || order?.agrees(with: later.order) ?? false)
  }

  /// Adds the buckets in which samples came or went until a later moment.
  ///
  /// - Parameters:
  ///   - later: That moment, and what the store had then.
  ///   - before: What it had before the first of those samples came or went.
  ///   - type: The type of the samples.
  ///   - reader: Reads the store.
  ///   - stale: Gets the buckets.
  /// - Returns: Whether that is all that happened: the log does not tell what was pruned, and tells
  ///   nothing to who comes too late.
  /// - Throws: `StorageError`.
  func find(
    until later: (moment: Self, snapshot: Snapshot), before: Snapshot, of type: ObjectType,
    in reader: ReaderActor, into stale: inout StaleBuckets
  ) async throws -> Bool {
    do {
      var query = ChangeQuery([type], since: anchor)
      var (count, deleted) = (liveCount, UUIDSet())
      for _ in 0..<Self.mostPages {
        let page = try await reader.changes(query, as: access, in: later.snapshot)
        for run in page.added { count += stale.add(run) }
        for object in page.deleted { deleted.insert(object.uuid) }
        query.anchor = page.anchor
        if page.hasMore { continue }
        if !deleted.isEmpty {
          let gone = SampleQuery(type, where: .uuid(deleted))
          for try await run in try await reader.samples(gone, seeing: visibility, in: before) {
            count -= stale.add(run)
          }
        }
        return count == later.moment.liveCount
      }
      return false
    } catch let error as StorageError where error.code == .startOver {
      return false
    }
  }
}

extension SourceOrder {
  /// Whether the sources that both orders have stand alike in both: one that is new to the other, or gone
  /// from it, makes a difference only where its own samples lie.
  fileprivate func agrees(with other: SourceOrder?) -> Bool {
    guard let other, bundleIdentifiers.count < Self.mostSources,
      other.bundleIdentifiers.count < Self.mostSources
    else { return false }
    let (mine, theirs) = (Set(bundleIdentifiers), Set(other.bundleIdentifiers))
    return bundleIdentifiers.filter(theirs.contains)
      == other.bundleIdentifiers.filter(mine.contains)
  }
}
