internal import ConformanceKit
internal import ConformanceWire
internal import Testing

/// What a recording of a session may not show.
@Suite struct SessionRulesTests {
  private typealias Step = (from: Role, message: Message)

  private static let (watchWriter, phoneWriter, view): (UInt64, UInt64, UInt64) = (7, 9, 11)
  private static let sample = Sample.heartRate(watchWriter, 1)
  private static let phoneSample = Sample.heartRate(phoneWriter, 1)

  private static func message(_ kind: String, _ content: Value = [:]) -> Message {
    Message("SyncMessage", .tree(Tree([Tree.Field(kind, content)])))
  }

  private static let hello: Step = (.watch, .hello(incarnation: watchWriter, view: view))
  private static let welcome: Step = (.phone, .welcome(incarnation: phoneWriter, view: view))
  private static let upload: Step = (.watch, .batch([sample]))
  private static let download: Step = (.phone, .batch([phoneSample], view: view))

  private static func acknowledgement(of message: Message, from role: Role) throws -> Step {
    (role, .acknowledgement(vector: Vector(), received: UInt64(try Weight.message(message))))
  }

  private static func part(_ content: Value, isLast: Bool = true, claims: Bool = true) -> Message {
    var value: Value = ["is_last": .flag(isLast)]
    if claims { value["claim"] = ["head": ["position": 0]] }
    for key in content.keys { value[key] = content[key] }
    return message("reconcile", value)
  }

  /// What a story breaks, in order.
  private func breaches(_ story: [Step]) -> [String] {
    var rules = SessionRules()
    return story.flatMap { rules.take($0.message, from: $0.from) }.map(\.clause)
  }

  @Test func `an honest session breaks nothing`() throws {
    let lists: Value = ["lists": DayLists(of: [Self.sample]).value]
    let deaths = Message.deaths(
      [Death(of: Self.sample)], from: Message.place(0, 0), to: Message.place(1, Self.watchWriter))
    let more = Message.deaths(
      [], from: Message.place(1, Self.watchWriter), to: Message.place(3, Self.watchWriter))
    let told =
      try Weight.message(Self.upload.message) + Weight.message(deaths) + Weight.message(more)
    let story: [Step] = [
      Self.hello, (.phone, Self.message("settings")), Self.hello,
      (.phone, Self.message("vector_wanted")), (.watch, Self.message("vector")), Self.welcome,
      Self.upload, Self.download, (.watch, deaths), (.watch, more),
      (.phone, .acknowledgement(vector: Vector(), received: UInt64(told))),
      try Self.acknowledgement(of: Self.download.message, from: .watch),
      (.watch, Self.message("compare", ["count": 1])),
      (.phone, Self.message("compared", ["verdict": 2])),
      (.watch, Self.part([:], isLast: false)), (.watch, Self.part(lists, claims: false)),
      (.phone, Self.part(lists)),
      (.phone, .acknowledgement(vector: Vector(), received: UInt64(told + 128))),
      Self.upload, (.watch, Self.message("ended", ["reason": 6])), Self.download,
    ]
    #expect(breaches(story) == [])
  }

  @Test func `nothing comes before the hello or after the end`() {
    #expect(breaches([Self.welcome]).contains("SYNC-HELLO-FIRST"))
    let end: Step = (.phone, Self.message("ended", ["reason": 6]))
    #expect(breaches([Self.hello, end, Self.welcome]) == ["SYNC-END-LAST"])
    #expect(breaches([Self.hello, Self.upload]) == ["SYNC-HELLO-FIRST"])
  }

  @Test func `what belongs to one side is not the other's`() {
    for kind in ["questions", "vector", "compare"] {
      let story = [Self.hello, Self.welcome, (.phone, Self.message(kind))]
      #expect(breaches(story).contains("SYNC-WRONG-SIDE"), "\(kind)")
    }
    for kind in ["settings", "vector_wanted", "compared", "compare_wanted", "welcome"] {
      let story = [Self.hello, Self.welcome, (.watch, Self.message(kind))]
      #expect(breaches(story).contains("SYNC-WRONG-SIDE"), "\(kind)")
    }
    #expect(
      breaches([Self.hello, Self.welcome, (.phone, Self.part(["spans": [:]]))])
        == ["SYNC-WRONG-SIDE"])
    #expect(
      breaches([Self.hello, Self.welcome, (.watch, Self.part(["missing": [:]]))])
        == ["SYNC-WRONG-SIDE"])
  }

  @Test func `a welcome answers a hello`() {
    #expect(breaches([Self.hello, Self.welcome, Self.welcome]) == ["SYNC-HELLO-AGAIN"])
    var other = Self.welcome
    other.message["welcome"]["version"] = 2
    #expect(breaches([Self.hello, other]) == ["SYNC-VERSION-RANGE"])
    other = Self.welcome
    other.message["welcome"]["view"] = 12
    #expect(breaches([Self.hello, other]) == ["SYNC-WELCOME-VIEW"])
    #expect(
      breaches([Self.hello, Self.welcome, (.watch, Self.message("vector"))])
        == ["SYNC-VECTOR-UNASKED"])
  }

  @Test func `batches name their view and cover what they have`() {
    let begin = [Self.hello, Self.welcome]
    #expect(
      breaches(begin + [(.watch, .batch([Self.sample], view: Self.view))]) == ["SYNC-VIEW-NAMED"])
    #expect(breaches(begin + [(.phone, .batch([Self.phoneSample]))]) == ["SYNC-VIEW-NAMED"])
    let bare = Message.batch([Self.sample], covers: Vector())
    #expect(breaches(begin + [(.watch, bare)]) == ["SYNC-BATCH-COVERS"])
    let skipping = Message.batch([], covers: Vector([Self.sample.dot]))
    #expect(breaches(begin + [(.watch, skipping)]) == ["SYNC-SKIP-WATCH"])
    var broken = Self.upload
    broken.message["batch"]["runs"] = .list([["type": "x", "count": 3]])
    #expect(breaches(begin + [broken]).contains("SYNC-MALFORMED"))
  }

  @Test func `a log goes on where it ended`() {
    let gap = Message.deaths(
      [Death(of: Self.sample)], from: Message.place(4, Self.watchWriter),
      to: Message.place(5, Self.watchWriter))
    #expect(breaches([Self.hello, Self.welcome, (.watch, gap)]) == ["SYNC-LOG-RANGE"])
  }

  @Test func `documents come piece by piece`() {
    func piece(_ ordinal: Int64, _ count: Int) -> Step {
      let uuid = [UInt8](repeating: 3, count: 16)
      let bytes = [UInt8](repeating: 0, count: count)
      return (
        .watch,
        Self.message(
          "batch",
          [
            "documents": [
              ["uuid": .bytes(uuid), "ordinal": .integer(ordinal), "bytes": .bytes(bytes)]
            ]
          ])
      )
    }
    let begin = [Self.hello, Self.welcome]
    #expect(breaches(begin + [piece(0, 5), piece(1, 5)]) == [])
    #expect(breaches(begin + [piece(0, 5), piece(2, 5)]) == ["SYNC-DOCUMENT-FIRST"])
    #expect(breaches(begin + [piece(0, 0)]) == ["SYNC-DOCUMENT-PIECE"])
    #expect(breaches(begin + [piece(0, 65_537)]) == ["SYNC-DOCUMENT-PIECE"])
  }

  @Test func `credit ends, and what is acknowledged was said`() throws {
    var poor = Self.welcome
    poor.message["welcome"]["limits"]["credit"] = 1
    #expect(breaches([Self.hello, poor, Self.upload]) == [])
    #expect(breaches([Self.hello, poor, Self.upload, Self.upload]) == ["SYNC-CREDIT-STOP"])
    let begin = [Self.hello, Self.welcome, Self.upload]
    let much: Step = (.phone, .acknowledgement(vector: Vector(), received: 1 << 40))
    #expect(breaches(begin + [much]) == ["SYNC-ACK-OWED"])
    let once = try Self.acknowledgement(of: Self.upload.message, from: .phone)
    let none: Step = (.phone, .acknowledgement(vector: Vector(), received: 0))
    #expect(breaches(begin + [once, none]) == ["SYNC-ACK-OWED"])
  }

  @Test func `roots are compared when all is acknowledged, and once`() {
    let begin = [Self.hello, Self.welcome]
    let root: Step = (.watch, Self.message("compare", ["count": 1]))
    #expect(breaches(begin + [Self.upload, root]) == ["SYNC-COMPARE-ASK"])
    #expect(
      breaches(begin + [(.phone, Self.message("compared", ["verdict": 1]))])
        == ["SYNC-COMPARE-ANSWER"])
  }

  @Test func `a reconciliation keeps its order`() {
    let lists: Value = ["lists": DayLists(of: [Self.sample]).value]
    let begin = [Self.hello, Self.welcome]
    #expect(
      breaches(begin + [(.watch, Self.part(lists, claims: false))]) == ["SYNC-RECONCILE-CLAIM"])
    let open: Step = (.watch, Self.part(lists, isLast: false))
    #expect(
      breaches(begin + [open, (.watch, Self.part([:], claims: false))])
        == ["SYNC-RECONCILE-ORDER"])
    #expect(breaches(begin + [open, (.watch, Self.part(lists))]).contains("SYNC-RECONCILE-ORDER"))
    #expect(breaches(begin + [open, Self.upload]) == ["SYNC-RECONCILE-WHEN"])
  }
}
