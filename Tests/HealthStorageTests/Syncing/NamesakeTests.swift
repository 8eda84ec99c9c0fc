internal import HealthModel
internal import HealthStorage
internal import SQLiteCore
internal import TestSupport
internal import Testing

/// Samples of several apps under one UUID (R23): nothing is lost, and none takes the place of another.
struct NamesakeTests {
  /// The UUID of all samples here.
  private static let uuid = Sample.foreignSteps(7).uuid

  private static func sample(of app: String, start: Double = 0, numbered: Bool) -> Sample {
    var sample = Sample.steps(7, start: start, bundle: app)
    if !numbered { sample.uuid = uuid }
    return sample
  }

  /// Of each dot in sight the UUID and who saved it; and the aliases.
  private static func contents(_ store: inout StoreFixture) throws -> [Dot: String] {
    var contents: [Dot: String] = [:]
    for run in try store.samples(SampleQuery(.stepCount)) {
      for row in 0..<run.count {
        let (incarnation, sequence) = run.dots[row]
        contents[Dot(incarnation: incarnation, type: .stepCount, sequence: sequence)] =
          "\(run.uuids[row]) of \(run.sources[row].source.bundleIdentifier) until \(run.ends[row])"
      }
    }
    for (alias, host) in store.aliases { contents[alias] = "alias of \(host)" }
    return contents
  }

  private static func orders(of count: Int) -> [[Int]] {
    guard count > 1 else { return [[0]] }
    return orders(of: count - 1).flatMap { order in
      (0..<count).map { place in
        var longer = order
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }

  @Test(arguments: [true, false])
  func `nodes agree on the names, whatever comes first`(isNumbered: Bool) throws {
    // Two twins of one app, a sample of another, and one of the first with another end.
    let arrivals: [(by: UInt64, sample: Sample)] = [
      (5, Self.sample(of: "app.two", numbered: isNumbered)),
      (3, Self.sample(of: "app.one", numbered: isNumbered)),
      (9, Self.sample(of: "app.two", numbered: isNumbered)),
      (4, Self.sample(of: "app.two", start: 600, numbered: isNumbered)),
    ]
    var results: Set<[Dot: String]> = []
    for order in Self.orders(of: arrivals.count) {
      let folder = try TemporaryFolder()
      do {
        var store = try StoreFixture(folder)
        for index in order {
          let (incarnation, sample) = arrivals[index]
          #expect(try store.sync.insert(.numbered([sample], by: incarnation)).isEmpty)
          try store.sync.commit()
          #expect(try store.findings() == [], "\(order)")
        }
        let contents = try Self.contents(&store)
        #expect(contents.count == 4, "\(order)")
        #expect(store.aliases == [.steps(9, 1): .steps(5, 1)], "\(order)")
        #expect(try store.tombstones().isEmpty)
        // A row that was stored anew under its dot is no less there for peers.
        #expect(try store.sync.live(among: store.sync.vector) == store.sync.vector, "\(order)")
        results.insert(contents)
      }
      var store = try StoreFixture(folder, incarnation: 100)
      try store.maintain()
      #expect(try Self.contents(&store) == results.first, "\(order)")
      #expect(try store.findings() == [], "\(order)")
    }
    #expect(results.count == 1)
    // The app whose name comes first keeps the UUID.
    let kept = try #require(results.first?[.steps(3, 1)])
    #expect(kept.hasPrefix("\(arrivals[1].sample.uuid) of app.one"))
  }

  @Test(arguments: [true, false])
  func `the death of one app's sample takes nothing of another`(isNumbered: Bool) throws {
    let mine = Self.sample(of: "app.one", numbered: isNumbered)
    let taken = Self.sample(of: "app.two", numbered: isNumbered)
    for isDeathFirst in [true, false] {
      let folder = try TemporaryFolder()
      var store = try StoreFixture(folder)
      if !isDeathFirst { _ = try store.sync.insert(.numbered([mine], by: 3)) }
      // The peer that tells it has never seen the other.
      try store.sync.bury(.told(.numbered([taken], by: 5)), at: 1)
      try store.sync.commit()
      if isDeathFirst {
        #expect(try store.sync.insert(.numbered([mine], by: 3)).isEmpty)
        try store.sync.commit()
      }
      #expect(try store.rows() == [.steps(3, 1): mine.uuid], "the death is first: \(isDeathFirst)")
      // Twins of the dead one are dead, whatever is here under its UUID.
      let twin = try store.sync.insert(.numbered([taken], by: 6))
      try store.sync.commit()
      #expect(twin == VersionVector([.steps(6, 1)]))
      #expect(try store.rows() == [.steps(3, 1): mine.uuid])
      #expect(try store.findings() == [])
    }
  }

  @Test func `a death reaches the twin that has another UUID here`() throws {
    let folder = try TemporaryFolder()
    do {
      var store = try StoreFixture(folder)
      for (app, incarnation) in [("app.two", 5), ("app.one", 3)] as [(String, UInt64)] {
        let sample = Self.sample(of: app, numbered: false)
        _ = try store.sync.insert(.numbered([sample], by: incarnation))
        try store.sync.commit()
      }
      #expect(try store.rows().count == 2)
    }
    var store = try StoreFixture(folder, incarnation: 100)
    let twin = Self.sample(of: "app.two", numbered: false)
    try store.sync.bury(.told(.numbered([twin], by: 70)), at: 1)
    try store.sync.commit()
    #expect(try store.rows() == [.steps(3, 1): Self.uuid])
    #expect(try Set(store.tombstones().keys) == [.steps(5, 1), .steps(70, 1)])
    #expect(try store.findings() == [])
  }

  /// What holds a sample whose UUID another app's sample keeps, by whatever name its own app calls both.
  private static func holder(
    _ type: ObjectType, of member: Sample, workout: Sample
  ) -> Sample {
    var members = Members()
    members.append(member.uuid, of: member.type)
    var holder = Sample.steps(70, start: 0, bundle: "app.two")
    holder.type = type
    holder.value = .object(
      type == .association
        ? .association(container: workout.uuid, members) : .correlation(members))
    return holder
  }

  @Test(arguments: [
    (ObjectType.bloodPressure, true), (.bloodPressure, false), (.association, false),
  ])
  func `what an app holds together stays so, whatever comes first`(
    type: ObjectType, isNumbered: Bool
  ) throws {
    let mine = Self.sample(of: "app.two", numbered: isNumbered)
    var workout = Sample.steps(71, start: 0, seconds: 900, bundle: "app.two")
    (workout.type, workout.value) = (
      .workout, .object(.workout(Workout(activity: 1, duration: 900)))
    )
    // The workout is held, too: its UUID is another app's as well.
    var other = workout
    other.source.source = Source(bundleIdentifier: "app.one", name: "app.one")
    var arrivals: [(by: UInt64, sample: Sample)] = [
      (5, mine), (6, Self.holder(type, of: mine, workout: workout)),
      (3, Self.sample(of: "app.one", numbered: isNumbered)),
    ]
    if type == .association { arrivals += [(5, workout), (3, other)] }
    var results: Set<[String]> = []
    for order in Self.orders(of: arrivals.count) {
      let folder = try TemporaryFolder()
      do {
        var store = try StoreFixture(folder)
        for index in order {
          let (incarnation, sample) = arrivals[index]
          #expect(try store.sync.insert(.numbered([sample], by: incarnation)).isEmpty)
          try store.sync.commit()
          #expect(try store.findings() == [], "\(order)")
        }
        #expect(try store.tombstones(type).isEmpty)
      }
      var store = try StoreFixture(folder, incarnation: 100)
      try store.maintain()
      #expect(try store.findings() == [], "\(order)")
      func all(_ type: ObjectType) throws -> [Sample] {
        try store.samples(SampleQuery(type)).flatMap { run in (0..<run.count).map { run[$0] } }
      }
      func isOfTwo(_ sample: Sample) -> Bool {
        sample.source.source.bundleIdentifier == "app.two"
      }
      let own = try #require(try all(.stepCount).first(where: isOfTwo))
      var lines = ["\(own.uuid)"]
      for sample in try all(type) {
        guard case .object(let body) = sample.value else { continue }
        lines.append("\(body)")
        switch body {
        case .correlation(let members): #expect(members.uuids == [own.uuid], "\(order)")
        case .association(let container, let members):
          #expect(members.uuids == [own.uuid], "\(order)")
          let query = SampleQuery(.stepCount, where: .memberOf(workout: container))
          #expect(try store.uuids(query) == [own.uuid], "\(order)")
          let held = try all(.workout).first { $0.uuid == container }
          #expect(held.map(isOfTwo) ?? false, "\(order)")
        default: Issue.record("\(body)")
        }
      }
      let loose = try store.uuids(SampleQuery(.stepCount, where: .uncorrelated))
      if type == .bloodPressure { #expect(!loose.contains(own.uuid), "\(order)") }
      #expect(lines.count == 2)
      results.insert(lines)
    }
    #expect(results.count == 1)
  }

  @Test func `what an app holds together stays so where that is damaged`() throws {
    let folder = try TemporaryFolder()
    let mine = Self.sample(of: "app.two", numbered: true)
    do {
      var store = try StoreFixture(folder)
      _ = try store.sync.insert(.numbered([mine], by: 5))
      _ = try store.sync.insert(
        .numbered([Self.holder(.bloodPressure, of: mine, workout: mine)], by: 6))
      try store.sync.commit()
    }
    try folder.spoil("UPDATE member SET group_end = group_end + 1")
    var store = try StoreFixture(folder, incarnation: 100)
    _ = try store.sync.insert(.numbered([Self.sample(of: "app.one", numbered: true)], by: 3))
    try store.sync.commit()
    let rows = try store.rows()
    let run = try #require(store.samples(SampleQuery(.bloodPressure)).first)
    guard case .object(.correlation(let members)) = run[0].value else {
      Issue.record("\(run[0].value)")
      return
    }
    #expect(members.uuids == [rows[.steps(5, 1)]])
    #expect(try store.findings() == [])
  }
}
