internal import HealthModel

extension StoreWriter {
  /// Checks all of a save; nothing of it may name what is `going`, because the same change deletes it.
  mutating func check(_ save: Change.Save, without going: UUIDSet) throws -> CheckedSave {
    guard save.runs.reduce(0, { $0 + $1.count }) <= Change.Save.mostSamples else {
      throw refusal(
        "save the objects",
        "there are more than \(Change.Save.mostSamples); save them in parts")
    }
    var all = UUIDSet()
    for run in save.runs {
      try run.checkForSaving(notBefore: draft.cutoff)
      guard let uuids = UUIDSet(distinct: run.uuids), !all.overlaps(uuids) else {
        throw refusal("save the objects", "two of them have the same UUID")
      }
      all.formUnion(uuids)
    }
    try checkDocuments(save)
    let names = try settleNames(of: save, all)
    return CheckedSave(
      save: names.save, uuids: names.uuids,
      named: try checkMembers(names.save, without: going), renamed: names.renamed)
  }

  private func checkDocuments(_ save: Change.Save) throws {
    for run in save.runs {
      guard case .objects(let bodies) = run.payload else { continue }
      for (uuid, body) in zip(run.uuids, bodies) {
        guard case .document(let document) = body else { continue }
        guard Int64(save.documents[uuid]?.count ?? -1) == document.byteCount else {
          throw refusal("save the document", "its bytes are missing or cut short")
        }
      }
    }
  }

  /// Numbers a checked save and adds it to what the commit writes.
  mutating func store(_ checked: CheckedSave) throws -> Outcome {
    var count = 0
    if let app = checked.save.caller?.app {
      for (name, uuid) in checked.renamed { try note(name, storedAs: uuid, of: app) }
    }
    for var run in checked.save.runs where !run.isEmpty {
      _ = try typeState(run.type)
      let (stream, sequence) = try takeSequence(run.count, of: run.type)
      var dots = DotColumn()
      dots.append(
        DotColumn.Span(incarnation: stream.incarnation, first: sequence, count: run.count))
      run.number(
        dots: dots, positions: CounterColumn(from: try takePositions(run.count), count: run.count))
      draft.vector.cover(dots, of: run.type)
      touchedStreams.insert(stream)
      changedTypes.insert(run.type)
      try link(run, in: checked)
      noteThings(of: run)
      count += run.count
      pending.append(run)
    }
    pending.add(checked.uuids)
    seen.insert(checked.uuids.others)
    return Outcome(count: count, position: draft.head)
  }

  /// A correlation or an association names samples of the types it says, which are stored or come
  /// with it, and a workout that is.
  private mutating func checkMembers(
    _ save: Change.Save, without going: UUIDSet
  ) throws -> [SampleUUID: NamedSample] {
    let named = save.namedUUIDs
    guard !named.isEmpty else { return [:] }
    guard !named.overlaps(going) else {
      throw refusal("replace the objects", "what is saved names a sample that is deleted")
    }
    let found = try find(named, in: save)
    for run in save.runs {
      guard case .objects(let bodies) = run.payload else { continue }
      for body in bodies {
        let members: Members
        switch body {
        case .correlation(let held): members = held
        case .association(let container, let held):
          guard found[container]?.type == .workout else {
            throw refusal("add samples to the workout", "the workout is not stored")
          }
          members = held
        case .workout, .document, .details, .unknown: continue
        }
        for (index, uuid) in members.uuids.enumerated()
        where found[uuid]?.type != members.types[index] {
          throw refusal(
            "save the objects", "a correlation or workout names samples that are not stored")
        }
      }
    }
    return found
  }

  /// Those of the UUIDs that are in sight, or about to be, for whoever saves.
  private mutating func find(
    _ uuids: UUIDSet, in save: Change.Save
  ) throws -> [SampleUUID: NamedSample] {
    var found: [SampleUUID: NamedSample] = [:]
    for run in Array(pending.runs.values) {
      for (row, uuid) in run.uuids.enumerated()
      where uuids.contains(uuid) && save.sees(run, row) {
        found[uuid] = NamedSample(type: run.type, end: run.ends[row])
      }
    }
    let hits =
      if let sight = save.sight {
        try tables.locate(uuids, seeing: sight, in: draft)
      } else {
        try tables.locate(uuids, in: draft)
      }
    for hit in hits ?? [] {
      let dead = draft.types[hit.type]?.dead[hit.block.id]
      let run = try tables.blocks.run(hit.block.id)
      for row in hit.rows
      where !(dead?.contains(UInt64(row)) ?? false) && save.sees(run, row) {
        found[run.uuids[row]] = NamedSample(type: hit.type, end: run.ends[row])
      }
    }
    for run in save.runs {
      for (row, uuid) in run.uuids.enumerated() where uuids.contains(uuid) {
        found[uuid] = NamedSample(type: run.type, end: run.ends[row])
      }
    }
    return found
  }

  /// Records what objects hold together, and the bytes of documents.
  private mutating func link(_ run: SampleRun, in checked: CheckedSave) throws {
    guard case .objects(let bodies) = run.payload else { return }
    for (row, body) in bodies.enumerated() {
      switch body {
      case .correlation(let members):
        try link(members, to: run.uuids[row], .correlation, end: run.ends[row], in: checked)
      case .association(let container, let members):
        let end = max(run.ends[row], checked.named[container]?.end ?? run.ends[row])
        try link(members, to: container, .workout, end: end, in: checked)
      case .document:
        if let bytes = checked.save.documents[run.uuids[row]] {
          try tables.documents.insert(bytes, of: run.uuids[row])
        }
      case .workout, .details, .unknown: break
      }
    }
    if !checked.save.documents.isEmpty { try noteWholeDocuments() }
  }

  private mutating func link(
    _ members: Members, to container: SampleUUID, _ kind: MemberTable.Kind, end: Double,
    in checked: CheckedSave
  ) throws {
    let groupEnd = members.uuids.reduce(end) { max($0, checked.named[$1]?.end ?? $0) }
    try tables.members.put(UUIDSet(members.uuids), of: container, kind, groupEnd: groupEnd)
  }

  /// Writes what the commit has gathered so far: one segment per type and app, or several where there is
  /// more than one may hold.
  mutating func flush() throws {
    try bind(pending.bases)
    for run in pending.take().flatMap(\.partsByOwner) {
      for start in stride(from: 0, to: run.count, by: MergePlan.mostRows) {
        let part = run.slice(start..<min(start + MergePlan.mostRows, run.count))
        let rows = tables.blocks.sizes[part.type]
        var packer = BlockPacker(rows: BlockPacker.evenRows(part.count, atMost: rows))
        packer.append(part)
        packer.finish()
        var contents = SegmentContents()
        contents.add(part)
        let segment = try write(packer.outputs, of: part.type, contents: contents)
        draft.types[part.type]?.insert(segment)
        try mergeTail(of: part.type, savedBy: segment.owner)
      }
    }
  }
}

extension Change.Save {
  /// Whether whoever saves sees a row.
  fileprivate func sees(_ run: SampleRun, _ row: Int) -> Bool {
    guard let sight else { return true }
    switch sight[run.type] ?? .nothing {
    case .everything: return true
    case .own(let app): return run.sources[row].source.bundleIdentifier == app
    case .chosen(let objects, own: let app):
      return objects.contains(run.uuids[row])
        || run.sources[row].source.bundleIdentifier == app
    case .nothing: return false
    }
  }

  /// What its correlations and associations name.
  fileprivate var namedUUIDs: UUIDSet {
    var named: [SampleUUID] = []
    for run in runs {
      guard case .objects(let bodies) = run.payload else { continue }
      for body in bodies {
        switch body {
        case .correlation(let members): named += members.uuids
        case .association(let container, let members): named += members.uuids + [container]
        case .workout, .document, .details, .unknown: continue
        }
      }
    }
    return UUIDSet(named)
  }
}
