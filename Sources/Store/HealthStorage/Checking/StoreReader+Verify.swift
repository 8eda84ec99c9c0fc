internal import HealthCodec
internal import HealthModel
internal import SQLiteCore

extension StoreReader {
  /// Reads everything that `snapshot` shows and compares each part with what the others say of it.
  ///
  /// The store may be written meanwhile: blocks that merging replaces stay as long as the snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: What is to be read.
  ///   - progress: Hears after each segment how many samples were read.
  /// - Returns: What it found.
  /// - Throws: `startOver` where all history was erased since the snapshot.
  package mutating func verify(
    _ snapshot: Snapshot, _ progress: (Int) -> Void = { _ in }
  ) throws -> VerificationReport {
    tables.forgetErased(by: snapshot)
    // What is in memory says nothing of the disk.
    tables.blocks.dropCache()
    let report = Result { try readAll(snapshot, progress) }
    if snapshot.mayBeErased, try tables.state.storeRow().erased != snapshot.state.erased {
      throw StorageError.erasedMeanwhile
    }
    return try report.get()
  }

  /// The same for all that is committed to a store that nobody writes.
  package mutating func verifyAll(
    _ progress: (Int) -> Void = { _ in }
  ) throws -> VerificationReport {
    try verify(Snapshot(StoreState(loading: connection), on: PinnedGenerations()), progress)
  }

  private mutating func readAll(
    _ snapshot: Snapshot, _ progress: (Int) -> Void
  ) throws -> VerificationReport {
    var report = VerificationReport()
    do {
      try readAll(snapshot, into: &report, progress)
    } catch let error where StorageError(wrapping: error).code == .damaged {
      // A page that is no page keeps from reading what is behind it: that is as much a finding.
      report.add(
        "database: \(StorageError(wrapping: error).description); what comes after was not checked")
    }
    return report
  }

  private mutating func readAll(
    _ snapshot: Snapshot, into report: inout VerificationReport, _ progress: (Int) -> Void
  ) throws {
    if connection.hasMoved {
      report.add("database: its file was removed or replaced while it was open; nothing is saved")
    }
    for finding in try connection.integrityFindings(.quick) { report.add("database: \(finding)") }
    try verifyNode(snapshot.state, into: &report)
    for (id, lost) in snapshot.state.lost.sorted(by: { $0.key < $1.key }) {
      report.add(
        "\(lost.type.identifier): some samples \(lost.days) cannot be read (the directory of segment "
          + "\(id) is damaged, and so is what it named)", lost.isClaimGivenUp ? .backup : .peer)
    }
    for type in Set(snapshot.state.rebuiltStreams.map(\.type)).sorted(by: {
      $0.identifier < $1.identifier
    }) {
      report.add("the vector of \(type.identifier) is not what was written", .store)
    }
    if try !tables.uuids.areSpansSound(on: connection) {
      report.add("the index of UUIDs: an interval of counters is not what was written", .store)
    }
    try verifyRows(into: &report)
    for (type, state) in snapshot.state.types.sorted(by: { $0.value.id < $1.value.id }) {
      for lane in state.lanes {
        var lastPosition: Int64 = 0
        for segment in state.segments[lane] {
          if segment.firstPosition <= lastPosition {
            report.add("segment \(segment.id): it overlaps the one before")
          }
          lastPosition = segment.lastPosition
          try verify(segment, of: type, state, snapshot.state, into: &report)
          progress(report.samples)
        }
      }
      try verifyDeletions(of: type, state, head: snapshot.state.head, into: &report)
    }
    try verifyAliases(snapshot.state, into: &report)
  }

  /// Reads what belongs to this node alone.
  private mutating func verifyNode(
    _ state: StoreState, into report: inout VerificationReport
  ) throws {
    report.isRecordDamaged = try state.isRecordDamaged || !tables.node.isSound(NodeTable.syncKey)
    if report.isRecordDamaged {
      report.add(
        "the record of the sync is not what was written: peers are asked for all again", .peer)
    }
    for key in try tables.state.damagedRecords() {
      // A watch keeps what its phone told beside what it goes by.
      let isKnown = state.record.settings.records[key] != nil
      report.add(
        "the setting \(key): its checksum does not match" + (isKnown ? "" : "; choose it again"),
        isKnown ? .store : .backup)
    }
    for key in try tables.node.damagedRecords() {
      report.add("the record \(key) of this node: its checksum does not match")
    }
    var place: Int64? = 0
    while let from = place {
      let page = try tables.imports.marks(after: from)
      place = page.next
      if page.damaged > 0 {
        report.add(
          "marks of what was deleted: \(page.damaged) rows of them cannot be read, and an import may "
            + "bring back what they stand for")
      }
    }
    let imports = try tables.imports.damagedNotes()
    if imports > 0 {
      report.add("\(imports) of the imports: their checksums do not match, and none is taken back")
    }
    for id in try tables.node.damagedEntries() {
      report.add("entry \(id) of the audit: its checksum does not match")
    }
  }

  /// Reads the small tables, each row of which has a checksum.
  private mutating func verifyRows(into report: inout VerificationReport) throws {
    let damaged = try RowChecksum.damaged(on: connection)
    if damaged["member"] != nil { tables.members.noteUnreadable() }
    for (table, count) in damaged.sorted(by: { $0.key < $1.key }) {
      let (what, remedy): (String, VerificationReport.Remedy) =
        switch table {
        case "alias": ("samples under two names: peers are asked for them again", .peer)
        case "app_grant": ("what apps may do: those apps ask again", .backup)
        case "dead_span", "dead_uuid":
          ("UUIDs of what was deleted: what they stand for may be saved again", .backup)
        case "member": ("which samples belong together", .store)
        default: ("the table \(table)", .backup)
        }
      report.add("\(count == 1 ? "1 row" : "\(count) rows") damaged of \(what)", remedy)
    }
  }

  private mutating func verify(
    _ segment: Segment, of type: ObjectType, _ typeState: TypeState, _ state: StoreState,
    into report: inout VerificationReport
  ) throws {
    report.segments += 1
    var contents = SegmentContents()
    var isReadable = true
    for block in segment.directory.blocks {
      report.blocks += 1
      let name = "block \(block.id) of \(type.identifier)"
      let run: SampleRun
      do {
        run = try tables.blocks.run(block.id)
      } catch let error as StorageError where error.code == .damaged {
        let what = "\(counted(block.count)) \(days([block])) cannot be read"
        report.add("\(type.identifier): \(what) (\(error.description))", .peer)
        isReadable = false
        continue
      }
      contents.add(run)
      if run.type != type || SegmentDirectory.Block(id: block.id, run) != block {
        report.add("\(name): its directory entry says otherwise")
      }
      if let dead = typeState.dead[block.id], (dead.max ?? 0) >= UInt64(run.count) {
        report.add("\(name): rows out of sight that it does not have")
      }
      // One out of sight may have been uncovered, or come again elsewhere.
      let dead = typeState.dead[block.id]
      let rows = (0..<run.count).filter { !(dead?.contains(UInt64($0)) ?? false) }
      if type != .association { report.samples += rows.count }
      for (incarnation, intervals) in run.dots.selecting(rows).intervals() {
        let stream = VersionVector.Stream(incarnation: incarnation, type: type)
        if !state.vector[stream].isSuperset(of: intervals) {
          report.add("\(name): samples that the vector does not cover")
        }
      }
      let uuids = UUIDSet(rows.map { run.uuids[$0] })
      if try !isFound(uuids, in: block.id, of: segment, typeState.id, state) {
        if !uuids.numbered.isEmpty { tables.uuids.noteUnreadableSpans() }
        if !uuids.others.isEmpty { tables.uuids.noteUnreadable(segment.id) }
        report.add("\(name): UUIDs that the index does not find", .store)
      }
      try verifyDocuments(rows, of: run, in: block.id, into: &report)
    }
    if isReadable,
      Dictionary(uniqueKeysWithValues: segment.directory.live.map { ($0.key, $0.value) })
        != contents.live
    {
      report.add("segment \(segment.id): its list of live samples does not match its blocks")
    }
    // Whoever sees one app's samples alone reads by this list.
    if !Set(contents.sources).isSubset(of: segment.directory.sources) {
      report.add("segment \(segment.id): its list of sources lacks some of its blocks'")
    }
    // Of one moment, or merging could take the header between two looks at it.
    report = try transaction(.deferred) { reader throws(StorageError) in
      do {
        return try reader.verifyHeader(
          of: segment, of: type, typeState.id, isLoose: state.loose[segment: segment.id] != nil,
          isReadable ? contents.aggregates : nil, report)
      } catch {
        throw StorageError(wrapping: error)
      }
    }
  }

  /// Compares what stands beside a segment with the aggregates of what it holds, where they are known.
  ///
  /// A header goes with its segment, however long a snapshot shows the blocks.
  private mutating func verifyHeader(
    of segment: Segment, of type: ObjectType, _ id: Int64, isLoose: Bool, _ aggregates: Aggregates?,
    _ sofar: VerificationReport
  ) throws -> VerificationReport {
    var report = sofar
    if try isLoose && segment.directory.blocks.allSatisfy({ try isStillLoose($0.id, of: id) }) {
      return report
    }
    if try isReplaced(segment, of: id) { return report }
    let place =
      "\(type.identifier), \(counted(segment.count)) \(days(segment.directory.blocks))"
    try verifyPages(of: segment, at: place, into: &report)
    guard let aggregates else { return report }
    do {
      if try tables.segments.aggregates(segment.id) != aggregates {
        report.add("segment \(segment.id): its aggregates do not match its blocks")
      }
    } catch let error as StorageError where error.code == .damaged {
      report.add("\(place): \(error.description)", .store)
    }
    return report
  }

  /// The days of some blocks, as people read them.
  private func days(_ blocks: [SegmentDirectory.Block]) -> String {
    Instant.days(from: blocks.map(\.minStart).min() ?? 0, to: blocks.map(\.maxEnd).max() ?? 0)
  }

  private func counted(_ samples: Int) -> String {
    samples == 1 ? "1 sample" : "\(samples) samples"
  }

  /// Whether the index finds all of a block's UUIDs that are in sight, as far as it can tell.
  private mutating func isFound(
    _ uuids: UUIDSet, in block: Int64, of segment: Segment, _ type: Int64, _ state: StoreState
  ) throws -> Bool {
    do {
      guard let found = try tables.locate(uuids, in: state) else {
        // The index names a block that the snapshot does not have.
        return try isReplaced(block) || isReplaced(segment, of: type)
      }
      let hits = found.reduce(0) { $1.block.id == block ? $0 + $1.rows.count : $0 }
      // Where merging has moved on since the snapshot, the index is of other blocks.
      return try hits == uuids.count || isReplaced(block)
    } catch let error as StorageError where error.code == .damaged {
      // What is damaged is reported where its own turn comes.
      return true
    }
  }

  /// Reads the pages of a segment's foreign UUIDs.
  private mutating func verifyPages(
    of segment: Segment, at place: String, into report: inout VerificationReport
  ) throws {
    guard segment.foreignUUIDs > 0 else { return }
    for page in 0..<UUIDPages.pageCount(for: segment.foreignUUIDs) {
      do {
        if try !tables.uuids.readPages(page...page, of: segment.id, { _, _, _ in true }) {
          tables.uuids.noteUnreadable(segment.id)
          report.add(
            "\(place): page \(page) of the UUIDs of segment \(segment.id) is missing", .store)
        }
      } catch let error as StorageError where error.code == .damaged {
        report.add("\(place): \(error.description)", .store)
      }
    }
  }

  /// Whether the block is one that is read as a segment when the store is opened.
  private func isStillLoose(_ block: Int64, of type: Int64) throws -> Bool {
    var find = try connection.prepare(
      "SELECT 1 FROM block, store WHERE block.id = ?1 AND block.id >= loose_from AND type = ?2")
    try find.bind(block, at: 1)
    try find.bind(type, at: 2)
    return try find.step()
  }

  /// Whether merging took the block out of use since the snapshot.
  func isReplaced(_ block: Int64) throws -> Bool {
    try StateTable.garbage(connection).contains(UInt64(block))
  }

  /// Whether merging took the segment out of use since the snapshot: its row is gone, and each of
  /// its blocks is in another segment, waits to be erased or was.
  private func isReplaced(_ segment: Segment, of type: Int64) throws -> Bool {
    var find = try connection.prepare("SELECT 1 FROM segment WHERE id = ?1")
    try find.bind(segment.id, at: 1)
    if try find.step() { return false }
    var blocks = Set(segment.directory.blocks.map(\.id))
    let garbage = try StateTable.garbage(connection)
    blocks = blocks.filter { !garbage.contains(UInt64($0)) }
    var others = try connection.prepare("SELECT directory FROM segment WHERE type = ?1")
    try others.bind(type, at: 1)
    while try others.step() {
      let bytes = try others.blob(at: 0)
      guard let other = try? SegmentDirectory(decoding: bytes, limits: .stored) else { continue }
      blocks.subtract(other.blocks.map(\.id))
    }
    var stored = try connection.prepare("SELECT 1 FROM block WHERE id = ?1")
    for block in blocks {
      try stored.bind(block, at: 1)
      if try stored.step() { return false }
    }
    return true
  }

  private mutating func verifyDeletions(
    of type: ObjectType, _ state: TypeState, head: Int64, into report: inout VerificationReport
  ) throws {
    var position: Int64 = 0
    while true {
      do {
        guard
          let run = try tables.deletions.run(of: state.id, after: position, through: head)
        else { return }
        report.tombstones += run.count
        position = run.positions.max ?? head
      } catch let error as StorageError where error.code == .damaged {
        report.add(
          "\(type.identifier): \(error.description); peers tell them by what they hold", .peer)
        return
      }
    }
  }
}
