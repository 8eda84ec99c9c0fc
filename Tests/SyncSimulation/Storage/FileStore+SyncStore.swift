package import HealthModel
package import HealthStorage
package import SyncCore

// What the rules see of it, and what the checks remember of that.
extension FileStore {
  package typealias Pin = StoreWriter.Pin
  package typealias Walk = StoreWriter.Walk

  package var record: SyncRecord {
    get { writer.record }
    set { writer.record = newValue }
  }
  package func note(_ change: (inout SyncRecord) -> Void) { writer.note(change) }
  package var vector: VersionVector { writer.vector }
  package var floor: Double { writer.floor }
  package var head: LogPlace { writer.head }
  package var horizon: Int64 { writer.horizon }
  package var nextWriter: Incarnation { writer.nextWriter }
  package var damaged: VersionVector { writer.damaged }
  package var lostTypes: Set<ObjectType> { writer.lostTypes }
  package var isRecordLost: Bool { writer.isRecordLost }

  package func incarnation(at position: Int64) -> Incarnation? { writer.incarnation(at: position) }
  package func beginIncarnation() throws { try writer.beginIncarnation() }
  package func setFloor(_ floor: Double) throws { try writer.setFloor(floor) }
  package func cover(_ dots: VersionVector) throws { try writer.cover(dots) }
  package func uncover(_ dots: VersionVector) throws { try writer.uncover(dots) }
  package func repair(_ run: SampleRun) throws { try writer.repair(run) }
  package func insert(_ piece: ChangeBatch.DocumentPiece) throws { try writer.insert(piece) }
  package func forgetLostTypes() throws { try writer.forgetLostTypes() }

  package func dropTombstones(through position: Int64) throws {
    try writer.dropTombstones(through: position)
  }

  package func insert(_ run: SampleRun) throws -> VersionVector {
    let dead = try writer.insert(run)
    for row in 0..<run.count {
      let (incarnation, sequence) = run.dots[row]
      let dot = Dot(incarnation: incarnation, type: run.type, sequence: sequence)
      if !dead.covers(dot) { noteStored(run.uuids[row], dot, run.ends[row]) }
    }
    return dead
  }

  package func bury(_ run: DeletionRun, at now: Double) throws {
    try writer.bury(run, at: now)
    try noteRemoved { .buried($0, $1) }
    for uuid in run.uuids { ghost.learned.insert(Int(uuid.counter)) }
  }

  package func bury(_ dots: VersionVector, at now: Double) throws {
    try writer.bury(dots, at: now)
    for number in try noteRemoved({ .buried($0, $1) }) { ghost.learned.insert(number) }
  }

  package func prune(outside range: SharedRange, under receipt: VersionVector) throws {
    try writer.prune(outside: range, under: receipt)
    try noteRemoved { .pruned($0, $1) }
  }

  package func forgetDamaged(_ dots: VersionVector) throws {
    try writer.forgetDamaged(dots)
    try noteRemoved { .pruned($0, $1) }
  }

  package func live(among dots: VersionVector) throws -> VersionVector {
    try writer.live(among: dots)
  }

  package func tombstones(among dots: VersionVector) throws -> VersionVector {
    try writer.tombstones(among: dots)
  }

  package func deletions(
    after position: Int64, atMost limit: Int
  ) throws -> (runs: [DeletionRun], through: LogPlace) {
    try writer.deletions(after: position, atMost: limit)
  }

  package func walk(_ range: SharedRange, _ selection: RowSelection) throws -> Walk {
    try writer.walk(range, selection)
  }

  package func next(
    _ walk: inout Walk, without known: VersionVector, atMost limits: SessionLimits
  ) throws -> [SampleRun] {
    try writer.next(&walk, without: known, atMost: limits)
  }

  package func documentPiece(_ ordinal: Int, of uuid: SampleUUID) throws -> DocumentReading {
    try writer.documentPiece(ordinal, of: uuid)
  }

  package func pin() throws -> Pin { try writer.pin() }

  package func roots(_ range: SharedRange, in pin: Pin) throws -> [Int64: DayRoot] {
    try writer.roots(range, in: pin)
  }

  package func lists(_ range: SharedRange, days: [Int64]?, in pin: Pin) throws -> [DayList] {
    try writer.lists(range, days: days, in: pin)
  }

  package func ends(of dots: VersionVector) throws -> [(dot: Dot, end: Double)] {
    try writer.ends(of: dots)
  }

  package func count(of type: ObjectType) -> Int { writer.count(of: type) }
}
