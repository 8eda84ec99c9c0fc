internal import HealthModel
internal import HealthStorage
internal import TestSupport
internal import Testing

/// Pages of changes for readers that begin late, or see more than they did.
struct BackfillTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [1, 3, 8, 100])
  func `a limit that ends inside a backfill skips nothing`(limit: Int) throws {
    var store = try ReadingFixture(folder)
    try store.grant(share: true)
    try store.save(0..<10, by: "app.own")
    try store.save(10..<20)
    let first = try store.follow(limit: 100, as: store.access)
    #expect(first.added == Array(0..<10))
    // The stage before the backfill has entries at higher positions than all of the backfill.
    try store.save(20..<25, by: "app.own")
    try store.grant(share: true, read: true)
    try store.save(25..<30)
    let second = try store.follow(from: first.anchor, limit: limit, as: store.access)
    #expect(second.added == Array(20..<25) + Array(10..<20) + Array(25..<30))
  }

  @Test(arguments: [0, 5])
  func `paging from the beginning outlives tombstones that are dropped`(
    pagesBefore: Int
  ) throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<8_000)
    try store.delete(0..<1_000)
    try store.save(8_000..<19_000)
    #expect(store.writer.state.head == 20_000)
    if pagesBefore == 0 { try store.commit(.dropTombstones(through: 9_000)) }
    var told = Told(anchor: .beginning)
    var hasMore = true
    while hasMore {
      let page = try store.page(ChangeQuery([.stepCount], since: told.anchor, limit: 100))
      told.add(page)
      hasMore = page.hasMore
      if told.pages == pagesBefore { try store.commit(.dropTombstones(through: 9_000)) }
    }
    #expect(told.added == Array(1_000..<19_000))
    #expect(told.deleted.isEmpty)
    #expect(told.anchor.position == 20_000)
  }

  @Test func `an app that was granted after a long history is told each sample once`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<5_000)
    try store.grant(read: true)
    let told = try store.follow(limit: 100, as: store.access)
    #expect(told.added == Array(0..<5_000))
    #expect(told.pages == 50)
  }

  @Test func `a deletion between the first page and the grant repeats nothing`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<500)
    let first = try store.page(after: .beginning, limit: 100)
    #expect(first.count == 0 && !first.hasMore)
    try store.delete(7..<8)
    try store.grant(read: true)
    let told = try store.follow(from: first.anchor, limit: 100, as: store.access)
    #expect(told.added == Array(0..<7) + Array(8..<500))
    #expect(told.deleted == [7])
  }

  @Test func `a reader without an anchor is told of recent deletions`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<300)
    try store.delete(10..<20)
    let told = try store.follow(limit: 7)
    #expect(told.added == Array(0..<10) + Array(20..<300))
    #expect(told.deleted == Array(10..<20))
  }

  @Test func `what changes while a new reader pages is told after the rest`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<300)
    var told = Told(anchor: .beginning)
    told.add(try store.page(ChangeQuery([.stepCount], limit: 100)))
    try store.delete(50..<51)
    try store.delete(250..<251)
    try store.save(300..<310)
    let rest = try store.follow(from: told.anchor, limit: 100)
    #expect(told.added + rest.added == Array(0..<250) + Array(251..<310))
    #expect(rest.deleted == [50, 250])
  }

  @Test(arguments: [1, 50])
  func `what was deleted while an app could not read is told once it can`(limit: Int) throws {
    var store = try ReadingFixture(folder)
    try store.grant(read: true)
    try store.save(0..<10)
    var told = try store.follow(limit: limit, as: store.access)
    #expect(told.added == Array(0..<10))
    try store.grant()
    try store.delete(4..<6)
    told = try store.follow(from: told.anchor, limit: limit, as: store.access)
    #expect(told.added.isEmpty && told.deleted.isEmpty)
    try store.grant(read: true)
    told = try store.follow(from: told.anchor, limit: limit, as: store.access)
    #expect(told.deleted == [4, 5])
    #expect(told.added == Array(0..<4) + Array(6..<10))
  }

  @Test func `an app starts over when a deletion it could not see is forgotten`() throws {
    var store = try ReadingFixture(folder)
    try store.grant(read: true)
    try store.save(0..<10)
    var told = try store.follow(limit: 5, as: store.access)
    try store.grant()
    try store.delete(4..<6)
    told = try store.follow(from: told.anchor, limit: 5, as: store.access)
    try store.commit(.dropTombstones(through: store.writer.state.head))
    try store.grant(read: true)
    let error = #expect(throws: StorageError.self) { try store.page(after: told.anchor) }
    #expect(error?.code == .startOver)
    told = try store.follow(limit: 5, as: store.access)
    #expect(told.added == Array(0..<4) + Array(6..<10))
  }

  @Test func `a first grant needs no tombstones`() throws {
    var store = try ReadingFixture(folder)
    try store.grant(share: true)
    try store.save(0..<5, by: "app.own")
    try store.save(5..<15)
    try store.delete(5..<7)
    try store.commit(.dropTombstones(through: store.writer.state.head))
    let first = try store.follow(limit: 3, as: store.access)
    try store.grant(share: true, read: true)
    let told = try store.follow(from: first.anchor, limit: 3, as: store.access)
    #expect(told.added == Array(7..<15))
  }

  @Test func `a grant that the snapshot does not show yet waits for the next page`() throws {
    var store = try ReadingFixture(folder)
    try store.save(0..<10)
    let old = store.writer.snapshot()
    try store.save(10..<20)
    try store.grant(read: true)
    let first = try store.page(ChangeQuery([.stepCount]), as: store.access, in: old)
    #expect(first.count == 0)
    let told = try store.follow(from: first.anchor, limit: 100, as: store.access)
    #expect(told.added == Array(0..<20))
  }

  @Test(arguments: [nil, 3])
  func `an anchor does not tell what is hidden from nothing at all`(limit: Int?) throws {
    var store = try ReadingFixture(folder)
    try store.grant(share: true)
    try store.save(0..<10, by: "app.own")
    try store.save(10..<20)
    let denied = try store.page(after: .beginning, limit: limit)
    let permitted = ChangeReader.Access.app(
      bundleIdentifier: "app.own", ownSince: 1, foreignSince: 1)
    let query = ChangeQuery(
      [.stepCount], where: .sources(bundleIdentifiers: ["app.own"]), limit: limit)
    let onlyOwn = try store.page(query, as: permitted)
    #expect(denied == onlyOwn)
  }
}
