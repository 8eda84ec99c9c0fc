package import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import SyncCore
internal import TestSupport

/// A store in a file, with the few things beside it that a simulation wants to do to one.
///
/// A crash drops the writer and opens the file anew. A restore opens a copy, under another name, so that
/// nothing of what was there is found.
package final class FileStore {
  /// What is open; a class, as it has to go before the next comes.
  private final class Opened {
    var sync: SyncTransaction

    init(_ path: String, beginning incarnation: Incarnation?) throws {
      sync = SyncTransaction(
        try StoreWriter(
          Connection(path: path, mode: .readWriteCreate, busyTimeout: .zero),
          beginning: incarnation ?? Incarnation(rawValue: 0), pins: PinnedGenerations(),
          continuingIf: { _ in incarnation == nil }))
    }
  }

  fileprivate struct Row {
    var number: Int
    var end: Double
  }

  private let folder: TemporaryFolder
  private var generation = 0
  private var opened: Opened?
  private var events: [StoreEvent] = []
  /// The rows in sight, as the calls have it so far.
  private var rows: [Dot: Row] = [:]
  private var durableRows: [Dot: Row] = [:]
  package var ghost = StoreGhost()
  package private(set) var durableGhost = StoreGhost()
  package var fault: StoreFault?

  private init(files: Files, ghost: StoreGhost, rows: [Dot: Row]) throws {
    folder = try TemporaryFolder(inMemory: true)
    try files.write(to: folder, generation: generation)
    (self.ghost, durableGhost) = (ghost, ghost)
    (self.rows, durableRows) = (rows, rows)
  }

  /// An empty store.
  ///
  /// - Parameters:
  ///   - role: Whose.
  ///   - incarnation: The one to begin with the first write.
  /// - Throws: What opening a file throws.
  package convenience init(role: NodeRole, beginning incarnation: Incarnation) throws {
    try self.init(files: Files(), ghost: StoreGhost(), rows: [:])
    try open(beginning: incarnation)
    record = SyncRecord(role: role)
    try sync.commit()
  }

  package convenience init(cloning other: borrowing FileStore) throws {
    let backup = try other.backUp()
    try self.init(files: backup.files, ghost: backup.ghost, rows: backup.rows)
  }

  private var path: String { folder.file(Files.name(generation)) }

  var sync: SyncTransaction {
    _read {
      guard let opened else { preconditionFailure("a store that is used is open") }
      yield opened.sync
    }
    _modify {
      guard let opened else { preconditionFailure("a store that is used is open") }
      yield &opened.sync
    }
  }
  var writer: StoreWriter {
    _read { yield sync.writer }
    _modify { yield &sync.writer }
  }
}

extension FileStore: SimulatedStore {
  package struct Backup {
    fileprivate let files: Files
    fileprivate let ghost: StoreGhost
    fileprivate let rows: [Dot: Row]
  }

  /// The bytes of a store in which no transaction is being written to the file.
  fileprivate struct Files {
    private var bytes: [(suffix: String, bytes: [UInt8])] = []

    init() {}

    /// What a power cut would leave now: what is in the log and was not committed is not read again.
    init(copying folder: TemporaryFolder, generation: Int) throws {
      let names = folder.contents()
      for suffix in ["", "-wal"] where names.contains(Self.name(generation) + suffix) {
        bytes.append((suffix, try folder.read(Self.name(generation) + suffix)))
      }
    }

    static func name(_ generation: Int) -> String { "store-\(generation).db" }

    func write(to folder: TemporaryFolder, generation: Int) throws {
      for file in bytes {
        try folder.write(file.bytes, to: Self.name(generation) + file.suffix)
      }
    }
  }

  package static var remembersPruned: Bool { true }

  package func open(beginning incarnation: Incarnation?) throws {
    fault = nil
    events = []
    (ghost, rows) = (durableGhost, durableRows)
    opened = nil
    opened = try Opened(path, beginning: incarnation)
  }

  package func backUp() throws -> Backup {
    Backup(
      files: try Files(copying: folder, generation: generation), ghost: durableGhost,
      rows: durableRows)
  }

  package func restore(_ backup: Backup) throws {
    opened = nil
    generation += 1
    try backup.files.write(to: folder, generation: generation)
    (durableGhost, durableRows) = (backup.ghost, backup.rows)
  }

  package func commit() throws {
    if let fault {
      guard fault.commits > 0 else {
        self.fault = nil
        if fault.isAfter { try commitWriter() }
        throw SimulationError(.crashed, cannot: "commit", "the process was told to end here")
      }
      self.fault?.commits -= 1
    }
    try commitWriter()
  }

  private func commitWriter() throws {
    try sync.commit()
    (durableGhost, durableRows) = (ghost, rows)
  }

  package func rollBack() {
    sync.rollBack()
    (ghost, rows) = (durableGhost, durableRows)
  }

  package func takeEvents() -> [StoreEvent] {
    if events.isEmpty { return [] }
    defer { events = [] }
    return events
  }

  package func rowFacts() -> [RowFacts] {
    do { return try readRows() } catch { preconditionFailure("a store can be read: \(error)") }
  }

  /// All rows, as they stand in the file.
  private func readRows() throws -> [RowFacts] {
    let all = SharedRange(scope: .all, floor: Instant.permitted.lowerBound)
    let limits = SessionLimits(samples: .max, bytes: .max, credit: .max)
    var walk = try sync.walk(all, .lacking(VersionVector()))
    var facts: [RowFacts] = []
    while true {
      let runs = try sync.next(&walk, without: VersionVector(), atMost: limits)
      if runs.isEmpty { break }
      for run in runs {
        for row in 0..<run.count {
          let (incarnation, sequence) = run.dots[row]
          facts.append(
            RowFacts(
              dot: Dot(incarnation: incarnation, type: run.type, sequence: sequence),
              number: Int(run.uuids[row].counter), end: run.ends[row], isDamaged: false))
        }
      }
    }
    return facts.sorted { $0.dot < $1.dot }
  }

  package func save(
    _ uuid: SampleUUID, of type: ObjectType, end: Double, as shape: SampleShape
  ) throws -> Dot {
    // An app's save is a transaction of its own, after what the rules have open.
    try commit()
    let fault = fault.flatMap { $0.commits == 0 ? $0 : nil }
    if let fault, !fault.isAfter { try commit() }
    let unit = type.description?.canonicalUnit ?? .count
    let value = shape.body.map { Sample.Value.object($0) }
    let run = SampleRun(
      Sample(
        uuid: uuid, type: type, start: end, end: end,
        value: value ?? .quantity(Quantity(Double(uuid.counter), unit)),
        source: MemoryStore.source))
    let pieces = shape.bytes(of: uuid)
    let documents = pieces.isEmpty ? [:] : [uuid: pieces.flatMap { $0 }]
    let before = sync.vector
    do {
      _ = try writer.commit([.save(Change.Save([run], documents: documents))], at: 0)[0].get()
    } catch let error as ModelError {
      throw SimulationError(.refused, cannot: "save", "\(error)")
    }
    let new = sync.vector.subtracting(before).dots
    guard new.count == 1 else {
      throw SimulationError(.violated, cannot: "save", "\(new.count) dots are new")
    }
    noteStored(uuid, new[0], end)
    try commit()
    return new[0]
  }

  func noteStored(_ uuid: SampleUUID, _ dot: Dot, _ end: Double) {
    rows[dot] = Row(number: Int(uuid.counter), end: end)
    ghost.stored.insert(Int(uuid.counter))
    ghost.live.insert(Int(uuid.counter))
    events.append(.stored(dot, uuid))
  }

  /// Finds the rows that went out of sight.
  ///
  /// - Returns: Their numbers.
  @discardableResult
  func noteRemoved(_ event: ((Dot, SampleUUID) -> StoreEvent)?) throws -> [Int] {
    let live = try sync.live(among: sync.vector)
    let gone = rows.filter { !live.covers($0.key) }.sorted { $0.key < $1.key }
    for (dot, row) in gone {
      rows[dot] = nil
      if let event { events.append(event(dot, SampleUUID(base: 1, counter: UInt64(row.number)))) }
    }
    for (_, row) in gone where !rows.values.contains(where: { $0.number == row.number }) {
      ghost.live.remove(row.number)
    }
    return gone.map(\.value.number)
  }

  package func eraseHistory(beginning incarnation: Incarnation) throws {
    try commit()
    try open(beginning: incarnation)
    var record = record
    record.known = .nothing
    record.subscribers = [:]
    record.receipt = VersionVector()
    for device in record.peers.keys { record.peers[device]?.cursor = LogPlace.beginning }
    _ = try writer.commit([.eraseHistory], at: 0)[0].get()
    self.record = record
    ghost = StoreGhost()
    rows = [:]
  }

  package func damageColumns(where isHit: (Dot) -> Bool) throws {
    throw SimulationError(.misused, cannot: "damage columns", "those of a file are not yet reached")
  }

  package func loseHeader(of type: ObjectType, where isHit: (Dot) -> Bool) throws {
    throw SimulationError(.misused, cannot: "lose a header", "that of a file is not yet reached")
  }

  package func loseRows(where isHit: (Dot) -> Bool) throws {
    var lost = VersionVector()
    for dot in rows.keys where isHit(dot) { lost.insert(dot) }
    let numbers = rows.filter { isHit($0.key) }.map(\.value.number)
    try sync.prune(
      outside: SharedRange(scope: .none, floor: Instant.permitted.lowerBound), under: lost)
    try noteRemoved(nil)
    for number in numbers { ghost.stored.remove(number) }
  }
}
