internal import DyadServices
internal import HealthModel
internal import ProtobufWire
internal import Testing

@Suite struct PredicateMessageTests {
  typealias Kind = PredicateTermMessage.Kind

  private func read(_ kinds: [Kind?]) throws(StoreWireError) -> Predicate {
    var message = PredicateMessage()
    message.terms = kinds.map { kind in kind.map { PredicateTermMessage($0) } ?? .init() }
    return try Predicate(message)
  }

  private func refusal(_ kinds: [Kind?]) throws -> StoreWireError {
    try #require(throws: StoreWireError.self) { try read(kinds) }
  }

  private func instant(_ seconds: Double) -> InstantTestMessage {
    var test = InstantTestMessage()
    test.comparison = .less
    test.seconds = seconds
    return test
  }

  @Test(arguments: UInt64(0)..<20) func `conditions come back as they were said`(
    seed: UInt64
  ) throws {
    var random = RandomPredicates(seed: seed)
    for _ in 0..<100 {
      let predicate = random.next()
      let bytes = PredicateMessage(predicate).encoded()
      let read = try Predicate(try PredicateMessage(decoding: bytes))
      #expect(read == predicate, "seed \(seed)")
    }
  }

  @Test func `nothing said is every object`() throws {
    #expect(try Predicate(nil) == .constant(true))
    #expect(try Predicate(PredicateMessage()) == .constant(true))
    #expect(PredicateMessage(.constant(true)).terms.isEmpty)
  }

  @Test func `one value to look for is compared with`() throws {
    let looked = PredicateMessage(.metadataIn(key: "k", [.bool(true)]))
    #expect(try Predicate(looked) == .metadata(key: "k", .equal, .bool(true)))
  }

  @Test(arguments: [65_535, 65_536, 65_537, 150_000]) func `many UUIDs take several terms`(
    count: Int
  ) throws {
    let uuids = (0..<UInt64(count)).map { SampleUUID(base: 3, counter: $0) }
    let message = PredicateMessage(.uuid(UUIDSet(uuids)))
    let fields = (count + 65_535) / 65_536
    #expect(message.terms.count == (fields == 1 ? 1 : fields + 1))
    let sets: [Predicate] =
      switch try Predicate(message) {
      case .or(let parts): parts
      case let one: [one]
      }
    var found = UUIDSet()
    for case .uuid(let set) in sets { found.formUnion(set) }
    #expect(found == UUIDSet(uuids))
  }

  @Test func `a set beyond all bounds is said in a message that no call takes`() {
    var set = UUIDSet()
    set.insert(0...SampleUUID.counterMaximum, of: 1)
    #expect(PredicateMessage(.uuid(set)).encoded().count > 4 << 20)
  }

  @Test func `terms that lack operands are refused`() throws {
    for kinds: [Kind] in [
      [.negation(true)], [.allOf(1)], [.constant(true), .anyOf(2)], [.allOf(.max)],
    ] {
      #expect(try refusal(kinds).detail.contains("it takes"))
    }
  }

  @Test func `terms that are left over are refused`() throws {
    #expect(try refusal([.constant(true), .constant(false)]).detail.contains("2 conditions"))
  }

  @Test func `too many terms are refused`() throws {
    let most: [Kind] = Array(repeating: .constant(true), count: 4_095) + [.allOf(4_095)]
    #expect(try read(most) == .and(Array(repeating: .constant(true), count: 4_095)))
    #expect(try refusal([.constant(true)] + most).field == "predicate.terms")
  }

  @Test(arguments: [Kind.negation(true), .allOf(1), .anyOf(1)]) func `nesting is bounded`(
    joining: Kind
  ) throws {
    let deepest = [Kind.constant(true)] + Array(repeating: joining, count: 63)
    #expect(try read(deepest).nesting == Predicate.deepestNesting)
    #expect(try refusal(deepest + [joining]).detail.contains("nest deeper than 64"))
    let whole = [Kind.constant(true)] + Array(repeating: joining, count: 4_095)
    #expect(try refusal(whole).field.hasPrefix("predicate.terms[64]"))
  }

  @Test func `a term of an unknown kind is refused`() throws {
    #expect(try refusal([nil]).field == "predicate.terms[0]")
  }

  @Test(arguments: [15, 17, 31]) func `UUIDs of other lengths are refused`(count: Int) throws {
    let bytes = [UInt8](repeating: 1, count: count)
    #expect(try refusal([.uuids(bytes)]).field == "predicate.terms[0].uuids")
    #expect(try refusal([.workoutMember(bytes)]).field == "predicate.terms[0].workout_member")
  }

  @Test func `too many UUIDs in a term are refused`() throws {
    let bytes = [UInt8](repeating: 1, count: 16 * 65_537)
    #expect(try refusal([.uuids(bytes)]).detail == "65537 entries exceed 65536")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `what is no number is refused`(
    number: Double
  ) throws {
    var quantity = QuantityTestMessage()
    quantity.comparison = .less
    quantity.value = number
    quantity.unit = "count"
    var workout = WorkoutTestMessage()
    workout.comparison = .less
    workout.value = number
    var metadata = MetadataTestMessage()
    metadata.comparison = .less
    for kind: MetadataEntryMessage.Kind in [.number(number), .date(number)] {
      metadata.values = [MetadataEntryMessage(kind)]
      #expect(try refusal([.metadata(metadata)]).detail == "the number is not finite")
    }
    for kind: Kind in [
      .start(instant(number)), .end(instant(number)), .quantity(quantity), .workout(workout),
    ] {
      #expect(try refusal([kind]).detail == "the number is not finite")
    }
  }

  @Test func `what means nothing is refused`() throws {
    var instant = instant(0)
    instant.comparison = .unspecified
    var quantity = QuantityTestMessage()
    quantity.comparison = .less
    quantity.unit = "furlong"
    var property = DevicePropertyTestMessage()
    property.property = 9
    var total = WorkoutTotalTestMessage()
    total.total = 4
    var document = DocumentTestMessage()
    document.property = 5
    var several = MetadataTestMessage()
    several.comparison = .less
    several.values = [true, false].map { MetadataEntryMessage(MetadataEntryMessage.Kind.flag($0)) }
    for (kind, field) in [
      (Kind.start(instant), "start.comparison"), (.quantity(quantity), "quantity.unit"),
      (.deviceProperty(property), "device_property.property"),
      (.workoutTotal(total), "workout_total.total"), (.document(document), "document.property"),
      (.metadata(several), "metadata.values"), (.uncorrelated(false), "uncorrelated"),
    ] {
      #expect(try refusal([kind]).field == "predicate.terms[0].\(field)")
    }
    #expect(
      try refusal([.constant(true), .negation(false)]).field == "predicate.terms[1].negation")
  }

  @Test func `long texts and broken entries are refused`() throws {
    var set = TextSetMessage()
    set.texts = [String(repeating: "x", count: 1_025)]
    var devices = DeviceSetMessage()
    devices.devices = [[0xFF]]
    #expect(try refusal([.sources(set)]).field == "predicate.terms[0].sources")
    #expect(try refusal([.devices(devices)]).field == "predicate.terms[0].devices")
    #expect(
      try refusal([.hasMetadata(String(repeating: "k", count: 257))]).field
        == "predicate.terms[0].key")
    #expect(try refusal([.hasMetadata("\u{0}")]).field == "predicate.terms[0].key")
  }
}

extension SampleUUID {
  /// The last counter of a base.
  fileprivate static let counterMaximum: UInt64 = (1 << counterBits) - 1
}
