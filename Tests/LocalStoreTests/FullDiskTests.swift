internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import SystemCore
internal import TestSupport
internal import Testing

/// Stores that are many times as long as what is kept in reserve, on a disk that is full.
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: SmallDisk.obstacle == nil, "there is no small disk here"))
struct `A big store on a full disk` {
  /// What takes the room.
  enum Contents: CaseIterable {
    /// Samples with nearly as much metadata as they may have, so that a block has 6 MB.
    case heavy
    case documents

    var type: ObjectType { self == .documents ? .cda : .stepCount }
    var megabytes: Int { self == .heavy ? 32 : 256 }
  }

  private static let source = SourceRevision(source: Source(bundleIdentifier: "app", name: "App"))
  private static let documentBytes = 16 << 20

  /// What is saved at once.
  private static func save(_ contents: Contents, _ uuids: inout UUIDSequence) -> Change.Save {
    if contents == .documents {
      let document = Document(
        title: "", patientName: "", authorName: "", custodianName: "",
        byteCount: Int64(documentBytes))
      let sample = Sample(
        uuid: uuids.take(for: .cda), type: .cda, start: 0, end: 0,
        value: .object(.document(document)),
        source: source)
      return Change.Save(
        [SampleRun(sample)],
        documents: [sample.uuid: [UInt8](repeating: 7, count: documentBytes)])
    }
    let note = String(repeating: "n", count: 12_000)
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for _ in 0..<512 {
      let uuid = uuids.take(for: .stepCount)
      let start = 60 * Double(uuid.counter)
      run.append(
        Sample(
          uuid: uuid, type: .stepCount, start: start, end: start + 60,
          value: .quantity(Quantity(start.remainder(dividingBy: 1_009), .count)), source: source,
          metadata: ["note": .string(note + "\(start)")]))
    }
    return Change.Save([run])
  }

  /// Saves until the disk is full to the last byte, does something that gives room, and saves again.
  private static func expectRoom(_ contents: Contents, after change: Change) async throws {
    let disk = try SmallDisk(megabytes: contents.megabytes)
    let location = StoreLocation(folder: disk.folder.path)
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    do {
      let store = try await LocalStore.open(location)
      while true {
        do {
          try await store.commit(.save(save(contents, &uuids)))
        } catch let error as StorageError where error.code == .full {
          break
        }
      }
      try disk.fill()
      #expect(store.isDiskFull)
      let count = store.sampleCount
      let outcome = try await store.commit(change)
      #expect(outcome.count == count)
      #expect(store.sampleCount == 0)
      try await store.maintain()
      #expect(try disk.freeBytes() > contents.megabytes << 19)
      #expect(!store.isDiskFull)
      try await store.commit(.save(save(contents, &uuids)))
      try await store.close()
    }
    let again = try await LocalStore.open(location)
    #expect(again.sampleCount > 0)
    #expect(try await again.verify().isSound)
    try await again.close()
  }

  @Test(arguments: Contents.allCases) func `all of its samples are deleted`(
    contents: Contents
  ) async throws {
    try await Self.expectRoom(
      contents, after: .delete(Change.Deletion(.matching(contents.type, .constant(true)))))
  }

  @Test(arguments: Contents.allCases) func `all history is erased`(
    contents: Contents
  ) async throws {
    try await Self.expectRoom(contents, after: .eraseHistory)
  }

  /// Samples that no compression makes much shorter.
  private static func dense(_ uuids: inout UUIDSequence, _ entropy: inout Entropy) -> SampleRun {
    var run = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for _ in 0..<4_096 {
      let uuid = uuids.take(for: .stepCount)
      let note = (0..<8).map { _ in String(entropy.next() as UInt64, radix: 36) }.joined()
      run.append(
        Sample(
          uuid: uuid, type: .stepCount, start: Double(uuid.counter), end: Double(uuid.counter),
          value: .quantity(Quantity(1, .count)), source: source, metadata: ["note": .string(note)]))
    }
    return run
  }

  @Test(arguments: [100, 700, 2_800, 4_000])
  func `what stays is written anew only where there is room for it`(deleted: Int) async throws {
    let disk = try SmallDisk(megabytes: 4)
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    let store = try await LocalStore.open(StoreLocation(folder: disk.folder.path))
    var saved: [SampleUUID] = []
    do {
      while true {
        let run = Self.dense(&uuids, &entropy)
        try await store.commit(.save(Change.Save([run])))
        saved += run.uuids
      }
    } catch let error as StorageError where error.code == .full {}
    try disk.fill()
    // The first of each save, so that many blocks hold what stays and what does not.
    for start in stride(from: 0, to: saved.count, by: 4_096) {
      let some = Array(saved[start...].prefix(deleted))
      let outcome = try await store.commit(.delete(Change.Deletion(.uuids(some))))
      #expect(outcome.count == some.count)
    }
    let rest = store.sampleCount
    #expect(rest == saved.count - deleted * (saved.count / 4_096))
    let all = Change.Deletion(.matching(.stepCount, .constant(true)))
    #expect(try await store.commit(.delete(all)).count == rest)
    try await store.maintain()
    #expect(try disk.freeBytes() > 1 << 20)
    #expect(try await store.verify().isSound)
    try await store.close()
  }

  @Test func `a save takes the room that it is written in, not what it weighs`() async throws {
    let disk = try SmallDisk(megabytes: 8)
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    let store = try await LocalStore.open(StoreLocation(folder: disk.folder.path))
    // In memory they have 6 MB, on the disk a tenth of that.
    var plain = SampleRun(empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
    for _ in 0..<100_000 {
      let uuid = uuids.take(for: .stepCount)
      plain.append(
        Sample(
          uuid: uuid, type: .stepCount, start: Double(uuid.counter), end: Double(uuid.counter),
          value: .quantity(Quantity(1, .count)), source: Self.source))
    }
    try await store.commit(.save(Change.Save([plain])))
    var stored = plain.count
    for kilobytes in stride(from: 1_400, through: 200, by: -100) {
      try disk.fill(leaving: kilobytes << 10)
      do {
        try await store.commit(.save(Change.Save([Self.dense(&uuids, &entropy)])))
        stored += 4_096
      } catch let error as StorageError where error.code == .full {
        // They have 430 kB, in the log and in the database; a little is left.
        #expect(kilobytes < 1_200)
      }
      #expect(store.sampleCount == stored)
      try disk.clear()
    }
    #expect(stored < plain.count + 13 * 4_096)
    let all = Change.Deletion(.matching(.stepCount, .constant(true)))
    #expect(try await store.commit(.delete(all)).count == stored)
    #expect(try await store.verify().isSound)
    try await store.close()
  }

  @Test func `what can be taken back gives way to what is saved`() async throws {
    let disk = try SmallDisk(megabytes: 24)
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    let location = StoreLocation(folder: disk.folder.path)
    do {
      let store = try await LocalStore.open(location)
      for _ in 0..<8 {
        try await store.commit(.save(Change.Save([Self.dense(&uuids, &entropy)])))
      }
      let all = Change.Deletion(.matching(.stepCount, .constant(true)))
      #expect(try await store.commit(.delete(all)).count == 8 * 4_096)
      try await store.maintain()
      #expect(try await store.removals().count == 1)
      try await store.close()
    }
    let store = try await LocalStore.open(location)
    try disk.fill(leaving: 64 << 10)
    let run = Self.dense(&uuids, &entropy)
    #expect(try await store.commit(.save(Change.Save([run]))).count == 4_096)
    #expect(try await store.removals().isEmpty)
    #expect(!store.isDiskFull)
    #expect(try await store.verify().isSound)
    try await store.close()
  }

  @Test(arguments: [1_300, 2_000, 3_000, 4_500, 7_000, 10_000])
  func `what a deletion keeps leaves room for what comes`(kilobytes: Int) async throws {
    let disk = try SmallDisk(megabytes: 24)
    let location = StoreLocation(folder: disk.folder.path)
    var entropy = Entropy()
    var uuids = UUIDSequence(using: &entropy)
    do {
      let store = try await LocalStore.open(location)
      for _ in 0..<8 {
        try await store.commit(.save(Change.Save([Self.dense(&uuids, &entropy)])))
      }
      try await store.close()
    }
    try disk.fill(leaving: kilobytes << 10)
    let store = try await LocalStore.open(location)
    // One after the other: each finds less room, and may keep less.
    for third in [0..<11_000, 11_000..<22_000, 22_000..<40_000] as [Range<Double>] {
      let window = Predicate.window(from: third.lowerBound, to: third.upperBound)
      _ = try await store.commit(.delete(Change.Deletion(.matching(.stepCount, window))))
    }
    #expect(store.sampleCount == 0)
    // What is kept is whole.
    for removal in try await store.removals() {
      #expect(removal.counts[.stepCount] ?? 0 > 10_000)
    }
    for _ in 0..<3 {
      try await store.commit(.save(Change.Save([Self.dense(&uuids, &entropy)])))
    }
    #expect(try await store.verify().isSound)
    try await store.close()
  }

  @Test func `what others named is deleted as far as the reserve goes, and then it is said`()
    async throws
  {
    let disk = try SmallDisk(megabytes: 8)
    var entropy = Entropy()
    let store = try await LocalStore.open(StoreLocation(folder: disk.folder.path))
    var saved: [SampleUUID] = []
    do {
      while true {
        var run = SampleRun(
          empty: .stepCount, like: .quantity(values: [], units: DictionaryColumn()))
        for row in 0..<4_096 {
          let time = Double(saved.count + row)
          run.append(
            Sample(
              uuid: SampleUUID(high: entropy.next(), low: entropy.next()), type: .stepCount,
              start: time, end: time, value: .quantity(Quantity(1, .count)), source: Self.source))
        }
        try await store.commit(.save(Change.Save([run])))
        saved += run.uuids
      }
    } catch let error as StorageError where error.code == .full {}
    try disk.fill()
    let all = Change.Deletion(.matching(.stepCount, .constant(true)))
    // Several times over: what is refused takes nothing of the room.
    for _ in 0..<3 {
      let error = await #expect(throws: StorageError.self) {
        try await store.commit(.delete(all))
      }
      #expect(error?.code == .full)
      #expect(error?.operation == "delete so many samples")
      #expect(store.sampleCount == saved.count)
    }
    let some = Change.Deletion(.uuids(Array(saved.prefix(4_096))))
    #expect(try await store.commit(.delete(some)).count == 4_096)
    #expect(try await store.verify().isSound)
    try await store.close()
  }
}
