internal import ConformanceKit
internal import ConformanceWire
internal import Testing

struct NodeModelTests {
  private let rate = Sample.heartRate(7, 1, at: 1000)
  private let later = Sample.heartRate(7, 2, at: 2000)

  @Test func `a row is taken once, and not after its death`() throws {
    var phone = NodeModel(.phone)
    try phone.apply(batch: Message.batch([rate])["batch"])
    try phone.apply(batch: Message.batch([rate])["batch"])
    #expect(Set(phone.rows.keys) == [rate.dot])
    phone.delete(rate.dot)
    try phone.apply(batch: Message.batch([rate])["batch"])
    #expect(phone.rows.isEmpty && phone.vector.covers(rate.dot))
    #expect(Set(phone.tombstones.keys) == [rate.dot])
  }

  @Test func `a death covers what was never seen, but a phone ends echoes`() {
    var phone = NodeModel(.phone)
    phone.receive(Death(of: rate))
    #expect(phone.vector.covers(rate.dot) && phone.tombstones.count == 1)
    phone.vector.insert(later.dot)
    phone.receive(Death(of: later))
    #expect(phone.tombstones[later.dot] == nil)
    var watch = NodeModel(.watch)
    watch.vector.insert(later.dot)
    watch.receive(Death(of: later))
    #expect(watch.tombstones[later.dot] != nil)
  }

  @Test func `a watch covers what ends below its floor, and keeps what ends at it`() throws {
    var watch = NodeModel(.watch, floor: 2000, view: 5)
    try watch.apply(batch: Message.batch([rate, later], view: 5)["batch"])
    #expect(Set(watch.rows.keys) == [later.dot])
    #expect(watch.vector.covers(rate.dot))
  }

  @Test func `a watch ignores runs for another view, and a phone a watch's skips`() throws {
    var watch = NodeModel(.watch, view: 5)
    try watch.apply(batch: Message.batch([rate], view: 6)["batch"])
    #expect(watch.rows.isEmpty && !watch.vector.covers(rate.dot))
    let skip = Message.batch([rate], covers: Vector([rate.dot, later.dot]))["batch"]
    var phone = NodeModel(.phone)
    try phone.apply(batch: skip)
    #expect(phone.vector.covers(rate.dot) && !phone.vector.covers(later.dot))
    #expect(throws: ModelError.self) {
      try phone.apply(batch: Message.batch([rate], covers: Vector())["batch"])
    }
  }

  @Test func `of twins the lower is seen, and both go`() {
    var phone = NodeModel(.phone)
    var twin = later
    twin.uuid = rate.uuid
    phone.save(twin)
    phone.save(rate)
    #expect(Set(phone.visible.keys) == [rate.dot])
    phone.delete(twin.dot)
    #expect(phone.rows.isEmpty && phone.tombstones.count == 2)
  }

  @Test func `a watch drops only what the receipt covers`() {
    var watch = NodeModel(.watch)
    watch.save(rate)
    watch.save(.heartRate(8, 1, at: 1000))
    watch.save(later)
    let isBack = watch.moveFloor(to: 2000)
    #expect(!isBack && watch.known[Sample.heartRateType] == 2000)
    watch.prune(receipt: Vector([rate.dot]))
    #expect(Set(watch.rows.keys) == [Dot(8, Sample.heartRateType, 1), later.dot])
    #expect(watch.vector.covers(rate.dot))
    let goesBack = watch.moveFloor(to: 500)
    #expect(goesBack && watch.known[Sample.heartRateType] == 2000)
  }

  @Test func `a refill stores what is covered and uncovers what the phone does not cover`() throws {
    var watch = NodeModel(.watch, floor: 500, known: KnownFrom(), view: 5)
    let lost = Sample.heartRate(9, 9)
    watch.vector = Vector([rate.dot, lost.dot])
    var batch = Message.batch([rate], view: 5, covers: Vector())["batch"]
    batch["refill"] = [
      "floor": 500.0, "types": TypeScope([Sample.heartRateType]).value,
      "vector": Vector([rate.dot]).value,
    ]
    try watch.apply(batch: batch)
    #expect(watch.rows[rate.dot] != nil && watch.vector.covers(rate.dot))
    #expect(!watch.vector.covers(lost.dot))
    #expect(watch.known[Sample.heartRateType] == 500)
    #expect(watch.known[Sample.sleepType] == .infinity)
  }

  @Test func `only covered, absent and known means deleted`() {
    var phone = NodeModel(.phone)
    phone.save(rate)
    phone.save(later)
    func missing(
      vector: Vector? = nil, known: KnownFrom = .everything, scope: TypeScope = .all,
      floor: Double = 0, lists: [DayLists] = [DayLists([:])]
    ) -> Set<Dot> {
      let claim = NodeModel.Claim(
        vector: vector ?? phone.vector, known: known, scope: scope, floor: floor)
      return phone.missing(from: lists, claim: claim)
    }
    #expect(missing() == [rate.dot, later.dot])
    #expect(missing(vector: Vector([rate.dot])) == [rate.dot])
    #expect(missing(known: KnownFrom(others: 2000)) == [later.dot])
    #expect(missing(scope: TypeScope([Sample.sleepType])).isEmpty)
    #expect(missing(floor: 1000.5) == [later.dot])
    #expect(missing(lists: [DayLists(of: [rate])]) == [later.dot])
    #expect(missing(lists: [DayLists([:], selection: [rate.day + 1])]).isEmpty)
    #expect(missing(lists: [DayLists([:], selection: [rate.day])]) == [rate.dot, later.dot])
  }

  @Test func `the brake stops what is more than a hundred, and nothing of it counts`() {
    var phone = NodeModel(.phone)
    for number in 1...101 as ClosedRange<UInt64> { phone.save(.heartRate(7, number)) }
    let claim = NodeModel.Claim(
      vector: phone.vector, known: .everything, scope: .all, floor: 0)
    let before = phone
    let passed = phone.reconcile(
      claim: claim, tombstones: [Death(of: .heartRate(8, 1))], lists: [DayLists([:])])
    #expect(!passed && phone == before)
    let spared = phone.reconcile(
      claim: claim, tombstones: [Death(of: .heartRate(7, 1))], lists: [DayLists([:])])
    #expect(spared && phone.rows.isEmpty)
  }
}
