internal import CDyadMessages
internal import HealthModel
internal import Testing

@testable internal import HealthCodec

// @testable: hostile messages are made with the codec's own packing.

/// What a hostile peer may put into settings and questions.
struct HostileSettingsTests {
  static let long = String(repeating: "x", count: 1025)

  @Test func `an access that occurs twice is refused`() throws {
    try HostileSync.expect(.duplicate, "settings.accesses", in: .settings) { message, packing in
      let accesses = unsafe message.pointee.settings.pointee.accesses
      unsafe accesses?.pointee.app_indexes = packing.column([1, 1])
    }
  }

  @Test func `accesses in any order are taken, in one order given`() throws {
    var settings = SyncSamples.settings
    settings.access.reverse()
    HostileSync.expectRefusal(.unordered, "settings.accesses", of: .settings(settings))
  }

  @Test func `an access that cannot be is refused`() throws {
    try HostileSync.expect(.outOfRange, "settings.accesses.shares", in: .settings) {
      message, packing in
      unsafe message.pointee.settings.pointee.accesses.pointee.shares = packing.column([0, 3])
    }
    try HostileSync.expect(.outOfRange, "settings.accesses.reads", in: .settings) {
      message, packing in
      unsafe message.pointee.settings.pointee.accesses.pointee.reads = packing.column([-1, 0])
    }
    try HostileSync.expect(.wrongCount, "settings.accesses.reads", in: .settings) { message, _ in
      unsafe message.pointee.settings.pointee.accesses.pointee.reads = nil
    }
    try HostileSync.expect(.outOfRange, "settings.accesses.type_indexes", in: .settings) {
      message, packing in
      unsafe message.pointee.settings.pointee.accesses.pointee.type_indexes = packing.column([0, 1])
    }
    try HostileSync.expect(.tooLarge, "settings.accesses.count", in: .settings) { message, _ in
      unsafe message.pointee.settings.pointee.accesses.pointee.count = 16_385
    }
    try HostileSync.expect(.malformed, "settings.accesses.apps", in: .settings) {
      message, packing in
      unsafe message.pointee.settings.pointee.accesses.pointee.apps = try packing.texts(["", "b"])
    }
    try HostileSync.expect(.tooLarge, "settings.accesses.apps", in: .settings) { message, packing in
      unsafe message.pointee.settings.pointee.accesses.pointee.apps = try packing.texts([
        Self.long, "b",
      ])
    }
    try HostileSync.expect(.tooLarge, "settings.accesses.types", in: .settings) {
      message, packing in
      unsafe message.pointee.settings.pointee.accesses.pointee.types = try packing.texts([Self.long]
      )
    }
  }

  @Test func `more accesses than a record has are not encoded`() throws {
    var settings = WatchSettings()
    settings.access = (0..<(WatchSettings.mostAccesses + 1)).map { number in
      let digits = String(number)
      let name = String(repeating: "0", count: 6 - digits.utf8.count) + digits
      return WatchSettings.Access(app: "a", type: ObjectType(name), grant: Grant())
    }
    HostileSync.expectRefusal(.tooLarge, "settings.accesses", of: .settings(settings))
    settings.access.removeLast()
    let decoded = try SyncMessage(
      decoding: SyncMessage.settings(settings).encoded(), limits: .wire)
    #expect(decoded == .settings(settings))
  }

  @Test func `settings that nobody decided have a number and no writer`() throws {
    let settings = WatchSettings(version: .init(number: 1, incarnation: nil))
    let bytes = try SyncMessage.settings(settings).encoded()
    #expect(try SyncMessage(decoding: bytes, limits: .wire) == .settings(settings))
  }

  @Test func `a scope that lists a type twice is refused`() throws {
    try HostileSync.expect(.duplicate, "settings.scope.types", in: .settings) { message, packing in
      let scope = unsafe message.pointee.settings.pointee.scope
      unsafe scope?.pointee.types = try packing.texts(["T", "T"])
      unsafe scope?.pointee.n_types = 2
    }
    try HostileSync.expect(.tooLarge, "settings.scope.types", in: .settings) { message, packing in
      unsafe message.pointee.settings.pointee.scope.pointee.types = try packing.texts([Self.long])
    }
  }

  @Test func `settings without a scope have no type in it`() throws {
    var settings = SyncSamples.settings
    settings.scope = .none
    let bytes = try SyncMessage.settings(settings).encoded()
    #expect(try SyncMessage(decoding: bytes, limits: .wire) == .settings(settings))
  }

  @Test func `a record that cannot be is refused`() throws {
    try HostileSync.expect(.duplicate, "settings.records.key", in: .settings) { message, packing in
      unsafe message.pointee.settings.pointee.records[0]?.pointee.key = try packing.text(
        "source-order/T")
    }
    try HostileSync.expect(.malformed, "settings.records.key", in: .settings) { message, packing in
      unsafe message.pointee.settings.pointee.records[0]?.pointee.key = try packing.text("")
    }
    try HostileSync.expect(.tooLarge, "settings.records.key", in: .settings) { message, packing in
      unsafe message.pointee.settings.pointee.records[0]?.pointee.key = try packing.text(
        String(repeating: "x", count: 1089))
    }
    var settings = WatchSettings()
    for number in 0...WatchSettings.mostRecords { settings.records["\(number)"] = [] }
    HostileSync.expectRefusal(.tooLarge, "settings.records", of: .settings(settings))
  }

  @Test func `a lease that is negative and answers that repeat are refused`() throws {
    try HostileSync.expect(.outOfRange, "settings.lease", in: .settings) { message, _ in
      unsafe message.pointee.settings.pointee.lease = -1
    }
    try HostileSync.expect(.duplicate, "settings.answered", in: .settings) { message, _ in
      unsafe message.pointee.settings.pointee.answered[0] = 9
    }
    var settings = WatchSettings()
    settings.answered = Set(0...16_384)
    HostileSync.expectRefusal(.tooLarge, "settings.answered", of: .settings(settings))
  }

  @Test func `questions that cannot be are refused`() throws {
    try HostileSync.expect(.malformed, "questions.app", in: .questions) { message, packing in
      unsafe message.pointee.questions.pointee.questions[0]?.pointee.app = try packing.text("")
    }
    try HostileSync.expect(.tooLarge, "questions.app", in: .questions) { message, packing in
      unsafe message.pointee.questions.pointee.questions[0]?.pointee.app = try packing.text(
        Self.long)
    }
    try HostileSync.expect(.duplicate, "questions.read", in: .questions) { message, packing in
      unsafe message.pointee.questions.pointee.questions[0]?.pointee.read = try packing.texts([
        "T", "T",
      ])
    }
    let many = (0...1024).map { ObjectType("T\($0)") }
    var question = SyncSamples.question
    question.request.share = Set(many)
    HostileSync.expectRefusal(.tooLarge, "questions.share", of: .questions([question]))
    HostileSync.expectRefusal(
      .duplicate, "questions.id", of: .questions([SyncSamples.question, SyncSamples.question]))
  }

  @Test func `the open questions of a watch name so many types together and no more`() throws {
    let most = CodecBound.openQuestionTypes
    #expect(most == 4096)
    let many = Set((0..<1024).map { ObjectType("T\($0)") })
    var questions = (0..<2).map { number in
      var question = SyncSamples.question
      question.id = UInt64(number)
      question.request = AccessRequest(share: many, read: many)
      return question
    }
    var hello = SyncSamples.hello
    hello.questions = questions
    for message in [SyncMessage.questions(questions), .hello(hello)] {
      let bytes = try message.encoded()
      #expect(try SyncMessage(decoding: bytes, limits: .wire) == message)
    }
    var one = SyncSamples.question
    one.request = AccessRequest(share: [SyncSamples.type], read: [])
    questions.append(one)
    hello.questions = questions
    HostileSync.expectRefusal(.tooLarge, "questions", of: .questions(questions))
    HostileSync.expectRefusal(.tooLarge, "hello.questions", of: .hello(hello))
    try HostileSync.expect(.tooLarge, "questions", in: .questions) { message, packing in
      let part = unsafe message.pointee.questions
      unsafe part?.pointee.questions = try packing.questions(questions)
      unsafe part?.pointee.n_questions = questions.count
    }
    try HostileSync.expect(.tooLarge, "hello.questions", in: .hello) { message, packing in
      unsafe message.pointee.hello.pointee.questions = try packing.questions(questions)
      unsafe message.pointee.hello.pointee.n_questions = questions.count
    }
  }

  @Test func `settings decided too often are refused between nodes and kept in a record`() throws {
    let most: UInt64 = 1 << 62
    var hello = SyncSamples.hello
    hello.settings.version.number = most - 1
    #expect(
      try SyncMessage(decoding: SyncMessage.hello(hello).encoded(), limits: .wire) == .hello(hello))
    hello.settings.version.number = most
    HostileSync.expectRefusal(.outOfRange, "hello.settings.version.number", of: .hello(hello))
    HostileSync.expectRefusal(
      .outOfRange, "settings.version.number", of: .settings(hello.settings))
    try HostileSync.expect(.outOfRange, "hello.settings.version.number", in: .hello) { message, _ in
      unsafe message.pointee.hello.pointee.settings.pointee.version.pointee.number = most
    }
    try HostileSync.expect(.outOfRange, "settings.version.number", in: .settings) { message, _ in
      unsafe message.pointee.settings.pointee.version.pointee.number = most
    }
    // What comes after the last number that may be told.
    var record = SyncSamples.record
    record.settings.version.number = most
    #expect(try SyncRecord(decoding: record.encoded(), limits: .syncRecord) == record)
  }

  @Test func `as many questions as may be open are taken and no more`() throws {
    var questions = (0..<AccessQuestion.mostOpen).map { number in
      var question = SyncSamples.question
      question.id = UInt64(number)
      return question
    }
    let bytes = try SyncMessage.questions(questions).encoded()
    #expect(try SyncMessage(decoding: bytes, limits: .wire) == .questions(questions))
    questions.append(SyncSamples.question)
    questions[AccessQuestion.mostOpen].id = .max
    HostileSync.expectRefusal(.tooLarge, "questions", of: .questions(questions))
    try HostileSync.expect(.tooLarge, "questions", in: .questions) { message, packing in
      let part = unsafe message.pointee.questions
      let question = unsafe part?.pointee.questions[0]
      unsafe part?.pointee.questions = packing.array(Array(repeating: question, count: 65))
      unsafe part?.pointee.n_questions = 65
    }
  }
}
