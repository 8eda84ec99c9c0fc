internal import HealthModel
internal import HealthStorage

extension ReferenceStore {
  /// The live samples that a query finds, in its order.
  func samples(_ query: SampleQuery, seeing visibility: Visibility = .everything) -> [Row] {
    let found = rows.filter { row in
      row.isLive && row.sample.type == query.type && query.predicate.matches(row.sample)
        && sees(row, visibility)
    }
    let sorted = found.sorted { left, right in
      for descriptor in query.order {
        let (one, other) = (descriptor.key(left.sample), descriptor.key(right.sample))
        guard one != other else { continue }
        // What has no key comes last in either direction.
        guard let one else { return false }
        guard let other else { return true }
        return descriptor.isAscending ? one < other : one > other
      }
      return left.position < right.position
    }
    return Array(sorted.prefix(query.limit ?? .max))
  }

  func sources(of type: ObjectType, where predicate: Predicate) -> [Source] {
    let found = samples(SampleQuery(type, where: predicate)).map(\.sample.source.source)
    return Set(found).sorted()
  }

  private func sees(_ row: Row, _ visibility: Visibility) -> Bool {
    switch visibility {
    case .everything: true
    case .own(let bundle): row.bundle == bundle
    case .chosen(let objects, own: let bundle):
      row.bundle == bundle || objects.contains(row.sample.uuid)
    case .nothing: false
    }
  }
}

// Changes.
extension ReferenceStore {
  /// All that following an anchor must yield: the positions of saved rows, those a backfill repeats
  /// included, and the deletions by position.
  struct Changes: Equatable {
    var added: [Int64] = []
    var deleted: [Int64: SampleUUID] = [:]
  }

  /// What the user's own eyes see after `anchor`.
  func changes(_ query: ChangeQuery) -> Changes {
    var changes = Changes()
    for row in rows where query.types.contains(row.sample.type) {
      switch row.fate {
      case .live:
        let after = query.anchor.backfill?.after ?? query.anchor.position
        if row.position > after, query.predicate.matches(row.sample) {
          changes.added.append(row.position)
        }
      case .deleted(let position):
        let after = query.anchor.backfill?.after ?? query.anchor.position
        if position > max(after, horizon) {
          changes.deleted[position] = row.sample.uuid
        }
      case .pruned: break
      }
    }
    return changes
  }

  /// What an app sees after `anchor`, with what grants brought since: sorted, as the order in which
  /// a backfill comes is the store's affair.
  func changes(_ query: ChangeQuery, app: String) -> Changes {
    var changes = Changes()
    let anchor = query.anchor
    for row in rows where query.types.contains(row.sample.type) {
      let isOwn = row.bundle == app
      let key = StoreState.GrantKey(app: app, type: row.sample.type)
      guard let since = grants[key]?.since(isOwn) else { continue }
      switch row.fate {
      case .live:
        guard query.predicate.matches(row.sample) else { continue }
        if let backfill = anchor.backfill,
          isOwn ? backfill.includesOwn : backfill.includesForeign, since <= anchor.position,
          row.position > backfill.after, row.position <= anchor.position
        {
          changes.added.append(row.position)
        }
        if row.position > anchor.position || since > anchor.position {
          changes.added.append(row.position)
        }
      case .deleted(let position):
        var after = since > anchor.position ? 0 : anchor.position
        if let backfill = anchor.backfill, isOwn ? backfill.includesOwn : backfill.includesForeign {
          after = min(after, backfill.after)
        }
        if position > max(after, horizon) {
          changes.deleted[position] = row.sample.uuid
        }
      case .pruned: break
      }
    }
    changes.added.sort()
    return changes
  }
}

extension SortDescriptor {
  /// What a sample sorts by; `nil` where it has no such thing.
  fileprivate func key(_ sample: Sample) -> Double? {
    switch key {
    case .start: return sample.start
    case .end: return sample.end
    case .workoutDuration:
      guard case .object(.workout(let workout)) = sample.value else { return nil }
      return workout.duration
    case .workoutTotal(let total):
      guard case .object(.workout(let workout)) = sample.value else { return nil }
      let unit: Unit =
        switch total {
        case .energyBurned: .kilocalorie
        case .distance: .meter()
        case .swimmingStrokeCount: .count
        }
      return try? workout[total]?.value(in: unit)
    }
  }
}
