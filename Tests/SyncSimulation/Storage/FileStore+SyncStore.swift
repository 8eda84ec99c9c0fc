package import HealthModel
package import HealthStorage
package import SyncCore

// What the rules see of it, and what the checks remember of that.
extension FileStore {
  package typealias Pin = SyncTransaction.Pin
  package typealias Walk = SyncTransaction.Walk

  package var record: SyncRecord {
    get { sync.record }
    set { sync.record = newValue }
  }
  package func note(_ change: (inout SyncRecord) -> Void) { sync.note(change) }
  package var vector: VersionVector { sync.vector }
  package var floor: Double { sync.floor }
  package var head: LogPlace { sync.head }
  package var horizon: Int64 { sync.horizon }
  package var nextWriter: Incarnation { sync.nextWriter }
  package var damaged: VersionVector { sync.damaged }
  package var lostTypes: Set<ObjectType> { sync.lostTypes }
  package var isRecordLost: Bool { sync.isRecordLost }

  package func incarnation(at position: Int64) -> Incarnation? { sync.incarnation(at: position) }
  package func beginIncarnation() throws { try sync.beginIncarnation() }
  package func setFloor(_ floor: Double) throws { try sync.setFloor(floor) }
  package func cover(_ dots: VersionVector) throws { try sync.cover(dots) }
  package func uncover(_ dots: VersionVector) throws { try sync.uncover(dots) }
  package func repair(_ run: SampleRun) throws { try sync.repair(run) }
  package func insert(_ piece: ChangeBatch.DocumentPiece) throws { try sync.insert(piece) }
  package func forgetLostTypes() throws { try sync.forgetLostTypes() }

  package func dropTombstones(through position: Int64) throws {
    try sync.dropTombstones(through: position)
  }

  package func insert(_ run: SampleRun) throws -> VersionVector {
    let dead = try sync.insert(run)
    for row in 0..<run.count {
      let (incarnation, sequence) = run.dots[row]
      let dot = Dot(incarnation: incarnation, type: run.type, sequence: sequence)
      if !dead.covers(dot) { noteStored(run.uuids[row], dot, run.ends[row]) }
    }
    return dead
  }

  package func bury(_ run: DeletionRun, at now: Double) throws {
    try sync.bury(run, at: now)
    try noteRemoved { .buried($0, $1) }
    for uuid in run.uuids { ghost.learned.insert(Int(uuid.counter)) }
  }

  package func bury(_ dots: VersionVector, at now: Double) throws {
    try sync.bury(dots, at: now)
    for number in try noteRemoved({ .buried($0, $1) }) { ghost.learned.insert(number) }
  }

  package func twins(of run: DeletionRun) throws -> VersionVector { try sync.twins(of: run) }

  package func prune(outside range: SharedRange, under receipt: VersionVector) throws {
    try sync.prune(outside: range, under: receipt)
    try noteRemoved { .pruned($0, $1) }
  }

  package func forgetDamaged(_ dots: VersionVector) throws {
    try sync.forgetDamaged(dots)
    try noteRemoved { .pruned($0, $1) }
  }

  package func live(among dots: VersionVector) throws -> VersionVector {
    try sync.live(among: dots)
  }

  package func tombstones(among dots: VersionVector) throws -> VersionVector {
    try sync.tombstones(among: dots)
  }

  package func deletions(
    after position: Int64, atMost limit: Int
  ) throws -> (runs: [DeletionRun], through: LogPlace) {
    try sync.deletions(after: position, atMost: limit)
  }

  package func walk(_ range: SharedRange, _ selection: RowSelection) throws -> Walk {
    try sync.walk(range, selection)
  }

  package func next(
    _ walk: inout Walk, without known: VersionVector, atMost limits: SessionLimits
  ) throws -> [SampleRun] {
    try sync.next(&walk, without: known, atMost: limits)
  }

  package func documentPiece(_ ordinal: Int, of uuid: SampleUUID) throws -> DocumentReading {
    try sync.documentPiece(ordinal, of: uuid)
  }

  package func pin() throws -> Pin { try sync.pin() }

  package func roots(_ range: SharedRange, in pin: Pin) throws -> [Int64: DayRoot] {
    try sync.roots(range, in: pin)
  }

  package func lists(_ range: SharedRange, days: [Int64]?, in pin: Pin) throws -> [DayList] {
    try sync.lists(range, days: days, in: pin)
  }

  package func ends(of dots: VersionVector) throws -> [(dot: Dot, end: Double)] {
    try sync.ends(of: dots)
  }

  package func count(of type: ObjectType) -> Int { sync.count(of: type) }
}
