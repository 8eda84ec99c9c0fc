internal import HealthModel

// What held an earlier version of something holds the later one.
extension StoreWriter {
  /// Gives later versions the places that those before them have in workouts and correlations.
  ///
  /// A workout gets a record that adds them. A correlation says itself what it holds, so that another with the
  /// same source, dates and metadata takes its place; whether the app may see it makes no difference.
  ///
  /// - Parameters:
  ///   - settled: The later versions.
  ///   - going: What the change deletes.
  ///   - checked: The checked save, which what holds them is added to.
  /// - Returns: The correlations that go.
  /// - Throws: Where the table of groups cannot be read.
  mutating func keepPlaces(
    of settled: SettledSave, without going: UUIDSet, in checked: inout CheckedSave
  ) throws -> [RowsInBlock] {
    let stored = settled.heirs.keys.filter(going.contains)
    guard !stored.isEmpty else { return [] }
    var places: [SampleUUID: [MemberTable.Membership]] = [:]
    for place in try memberships(of: UUIDSet(stored)) where !going.contains(place.container) {
      places[place.container, default: []].append(place)
    }
    guard !places.isEmpty else { return [] }
    let saved = settled.ends
    var entropy = SystemRandomNumberGenerator()
    var sequence = UUIDSequence(using: &entropy)
    var replaced: [RowsInBlock] = []
    for var hit in try locateReadable(UUIDSet(Array(places.keys))) {
      guard let run = try readable(hit.block) else { continue }
      hit.rows.removeAll { places[run.uuids[$0]] == nil }
      for row in hit.rows {
        let holder = run[row]
        let heirs = heirs(of: places[holder.uuid] ?? [], settled, saved, &checked)
        for var new in holder.holding(heirs) {
          new.uuid = sequence.take(for: new.type)
          checked.save.runs.append(SampleRun(new))
          checked.uuids.insert(new.uuid)
        }
      }
      if hit.type != .workout, !hit.rows.isEmpty { replaced.append(hit) }
    }
    return replaced
  }

  /// The groups that samples belong to; rows of them that are damaged are made anew before.
  mutating func memberships(of uuids: UUIDSet) throws -> [MemberTable.Membership] {
    let found = try tables.members.memberships(of: uuids)
    guard tables.members.isUnreadable else { return found }
    try noteNewDamage()
    return try tables.members.memberships(of: uuids)
  }

  /// The later versions of members of one group, whose end moves with theirs.
  private func heirs(
    of places: [MemberTable.Membership], _ settled: SettledSave,
    _ saved: [SampleUUID: NamedSample], _ checked: inout CheckedSave
  ) -> [SampleUUID: (heir: SampleUUID, type: ObjectType)] {
    var heirs: [SampleUUID: (heir: SampleUUID, type: ObjectType)] = [:]
    for place in places {
      guard let heir = settled.heirs[place.member], var named = checked.named[heir] ?? saved[heir]
      else { continue }
      // The group ends no earlier with it than before.
      named.end = max(named.end, place.groupEnd)
      checked.named[heir] = named
      heirs[place.member] = (heir, named.type)
    }
    return heirs
  }
}

extension Sample {
  /// What is to be saved so that a correlation or workout holds other samples in the place of some.
  fileprivate func holding(
    _ heirs: [SampleUUID: (heir: SampleUUID, type: ObjectType)]
  ) -> [Sample] {
    var result = self
    if type != .workout {
      guard case .object(let body) = value else { return [] }
      result.value = .object(body.replacing(heirs.mapValues(\.heir)))
      return [result]
    }
    let types = Dictionary(heirs.values.map { ($0.heir, $0.type) }) { one, _ in one }
    let added = types.sorted { $0.key < $1.key }
    return stride(from: 0, to: added.count, by: Members.most).map { start in
      var members = Members()
      for (uuid, type) in added[start..<min(start + Members.most, added.count)] {
        members.append(uuid, of: type)
      }
      return Sample(
        uuid: uuid, type: .association, start: self.start, end: end,
        value: .object(.association(container: uuid, members)), source: source)
    }
  }
}

extension SettledSave {
  /// Of what type the samples of the save are, and when they end.
  fileprivate var ends: [SampleUUID: NamedSample] {
    var ends: [SampleUUID: NamedSample] = [:]
    for run in save.runs {
      for (row, uuid) in run.uuids.enumerated() {
        ends[uuid] = NamedSample(type: run.type, end: run.ends[row])
      }
    }
    return ends
  }
}
