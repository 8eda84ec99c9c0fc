internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Anchors: where a reader of changes stands, and when the store says to start over.
struct AnchorTests {
  private static let one = Incarnation(rawValue: 0xABC)
  private static let two = Incarnation(rawValue: 2)

  @Test(arguments: [
    Anchor.beginning, Anchor(incarnation: nil, position: 7), Anchor(incarnation: one, position: 7),
    Anchor(incarnation: Incarnation(rawValue: .max), position: .max),
    Anchor(
      incarnation: one, position: 9,
      backfill: Anchor.Backfill(after: 3, includesOwn: true, includesForeign: false)),
    Anchor(
      incarnation: two, position: 9,
      backfill: Anchor.Backfill(after: 0, includesOwn: true, includesForeign: true)),
  ])
  func `the printed form reads back`(anchor: Anchor) {
    #expect(Anchor(text: anchor.description) == anchor)
  }

  @Test(arguments: [
    "", "-", "1-", "-1", "1-2-3", "1-2-3-0", "1-2-3-4", "1-2-3-4-5", "x", "1-x", "+1", "1 ", "A-1",
    "10000000000000000-1", "1-9223372036854775808", "9223372036854775808", "1-2-x-1", "1--2",
  ])
  func `any other text is none`(text: String) {
    #expect(Anchor(text: text) == nil)
  }

  /// Incarnation one wrote positions 1 to 10, two wrote 11 to 20; tombstones to 5 are gone.
  private var state: StoreState {
    var state = StoreState()
    state.epochs = [
      StoreState.Epoch(firstPosition: 1, incarnation: Self.one),
      StoreState.Epoch(firstPosition: 11, incarnation: Self.two),
    ]
    state.head = 20
    state.horizon = 5
    return state
  }

  @Test(
    arguments: [
      (Anchor.beginning, 0), (Anchor(incarnation: one, position: 5), 5),
      (Anchor(incarnation: one, position: 10), 10), (Anchor(incarnation: two, position: 11), 11),
      (Anchor(incarnation: two, position: 20), 20), (Anchor(incarnation: nil, position: 8), 8),
    ] as [(Anchor, Int64)])
  func `an anchor of this log is followed`(anchor: Anchor, position: Int64) throws {
    #expect(try state.position(of: anchor) == position)
  }

  @Test(arguments: [
    // Fits by number, but another life of the log wrote it.
    Anchor(incarnation: two, position: 10), Anchor(incarnation: one, position: 11),
    Anchor(incarnation: Incarnation(rawValue: 99), position: 8),
    // The log has not come so far.
    Anchor(incarnation: two, position: 21), Anchor(incarnation: one, position: 21),
    // Tombstones that it had not read are gone.
    Anchor(incarnation: one, position: 4), Anchor(incarnation: nil, position: 4),
    // A bare number means the first log only.
    Anchor(incarnation: nil, position: 11), Anchor(incarnation: nil, position: -1),
    Anchor(incarnation: one, position: 0), Anchor(incarnation: one, position: -3),
  ])
  func `an anchor that does not fit says to start over`(anchor: Anchor) {
    let error = #expect(throws: StorageError.self) { try state.position(of: anchor) }
    #expect(error?.code == .startOver)
  }

  @Test func `an empty store starts over for all but the beginning`() throws {
    #expect(try StoreState().position(of: .beginning) == 0)
    let error = #expect(throws: StorageError.self) {
      try StoreState().position(of: Anchor(incarnation: nil, position: 1))
    }
    #expect(error?.code == .startOver)
  }

  @Test func `anchors count on as WWDC 2014 showed them: 0, then 3, then 5`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.save([.steps(1), .steps(2), .steps(3)])
    let first = try store.page(
      ChangeQuery([.stepCount], since: Anchor(incarnation: nil, position: 0)))
    #expect(first.added.flatMap(\.uuids) == (1...3).map { Sample.steps($0).uuid })
    #expect(first.anchor.position == 3)
    try store.save([.steps(4), .steps(5)])
    for anchor in [first.anchor, Anchor(incarnation: nil, position: 3)] {
      let second = try store.page(ChangeQuery([.stepCount], since: anchor))
      #expect(second.added.flatMap(\.uuids) == (4...5).map { Sample.steps($0).uuid })
      #expect(second.anchor.position == 5)
      #expect(!second.hasMore)
    }
  }

  @Test func `an anchor of a log that a restore undid starts over`() throws {
    let folder = try TemporaryFolder()
    var old: Anchor
    do {
      var store = try StoreFixture(folder, incarnation: 1)
      try store.save([.steps(1)])
      try store.writer.checkpoint()
    }
    let backup = try folder.read("store.db")
    do {
      var store = try StoreFixture(folder, incarnation: 2)
      try store.save([.steps(2), .steps(3)])
      old = try store.page(ChangeQuery([.stepCount])).anchor
      try store.writer.checkpoint()
    }
    try folder.write(backup, to: "store.db")
    var store = try StoreFixture(folder, incarnation: 3)
    try store.save([.steps(4), .steps(5), .steps(6)])
    #expect(store.writer.state.head > old.position)
    let error = #expect(throws: StorageError.self) {
      try store.page(ChangeQuery([.stepCount], since: old))
    }
    #expect(error?.code == .startOver)
  }

  @Test func `a sample that was saved and deleted since is told as deleted only`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    try store.save([.steps(1), .steps(2)])
    try store.delete([Sample.steps(1).uuid])
    let page = try store.page(ChangeQuery([.stepCount]))
    #expect(page.added.flatMap(\.uuids) == [Sample.steps(2).uuid])
    #expect(page.deleted.map(\.uuid) == [Sample.steps(1).uuid])
  }

  @Test func `an empty answer has an anchor that can be followed`() throws {
    let folder = try TemporaryFolder()
    var store = try StoreFixture(folder)
    var page = try store.page(ChangeQuery([.heartRate]))
    #expect(page.count == 0)
    try store.save([.steps(1)])
    page = try store.page(ChangeQuery([.heartRate], since: page.anchor))
    #expect(page.count == 0 && page.anchor.position == 1)
    try store.save([.steps(2)])
    page = try store.page(ChangeQuery([.stepCount], since: page.anchor))
    #expect(page.added.flatMap(\.uuids) == [Sample.steps(2).uuid])
  }
}
