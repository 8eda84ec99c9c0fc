internal import HealthCodec
internal import HealthModel
internal import TestSupport
internal import Testing

struct RecordMessageTests {
  static func characteristics() throws -> [Characteristic] {
    var history = WheelchairHistory()
    try history.set(2, since: -5.5)
    try history.set(1, since: 700_000_000)
    try history.set(0, since: 800_000_000.25)
    var all = Characteristic.Kind.allCases.map(Characteristic.notSet)
    all += (0...3).map { .biologicalSex($0) } + (0...8).map { .bloodType($0) }
    all += (0...6).map { .fitzpatrickSkinType($0) }
    all += [
      .dateOfBirth(try DateOfBirth(year: 2000, month: 2, day: 29)),
      .dateOfBirth(try DateOfBirth(era: 0, year: 1, month: 12, day: 31)),
      .wheelchairUse(history),
      .activityGoals(GoalHistory()),
      .activityGoals(
        try GoalHistory([
          .init(day: -9, goal: .usual),
          .init(day: 9, goal: ActivityGoal(move: 1, exercise: 2, stand: 3)),
        ])),
    ]
    return all
  }

  @Test func `every characteristic comes back as it was`() throws {
    for characteristic in try Self.characteristics() {
      let bytes = try characteristic.encoded()
      #expect(try Characteristic(decoding: bytes, limits: .wire) == characteristic)
    }
  }

  @Test func `source orders and unit preferences come back as they were`() throws {
    for order in [
      SourceOrder(of: .stepCount), try SourceOrder(of: .stepCount, ["b", "a", "ü.c"]),
      try SourceOrder(of: ObjectType("HKNewer"), ["a"]),
    ] {
      #expect(try SourceOrder(decoding: order.encoded(), limits: .wire) == order)
    }
    for preference in [
      try UnitPreference(of: .bodyMass, .pound), try UnitPreference(of: .stepCount, .count),
      try UnitPreference(of: .bloodGlucose, Unit(parsing: "mmol<180.15588000005408>/L")),
    ] {
      #expect(try UnitPreference(decoding: preference.encoded(), limits: .wire) == preference)
    }
  }

  @Test(
    arguments: [
      ([0x08, 0x04], CodecError.Code.outOfRange),  // Sex 4.
      ([0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .outOfRange),  // Sex -1.
      ([0x10, 0x09], .outOfRange),  // Blood type 9.
      ([0x18, 0x07], .outOfRange),  // Skin type 7.
      ([], .malformed),  // Nothing present.
      ([0x08], .malformed),  // Cut short.
      ([0x22, 0x08, 0x08, 0x01, 0x10, 0xEB, 0x0F, 0x18, 0x02, 0x20], .malformed),
      // 2027-02-29, and a day without a month.
      ([0x22, 0x09, 0x08, 0x01, 0x10, 0xEB, 0x0F, 0x18, 0x02, 0x20, 0x1D], .badDate),
      ([0x22, 0x02, 0x20, 0x01], .badDate),
      // A wheelchair value of 3 at instant 0, and one that changes nothing.
      ([0x2A, 0x04, 0x0A, 0x02, 0x10, 0x03], .outOfRange),
      ([0x2A, 0x02, 0x0A, 0x00], .unordered),
    ] as [([UInt8], CodecError.Code)])
  func `a characteristic that cannot be is refused`(bytes: [UInt8], code: CodecError.Code) {
    let error = #expect(throws: CodecError.self) {
      try Characteristic(decoding: bytes, limits: .wire)
    }
    #expect(error?.code == code)
    #expect(error?.field.hasPrefix("Characteristic") == true)
  }

  @Test func `changes that do not ascend, or are no dates, are refused`() throws {
    let one: [UInt8] = [0x0A, 0x0B, 0x09, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0x10, 0x01]  // 1.0: no
    let two: [UInt8] = [0x0A, 0x0B, 0x09, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x10, 0x02]  // 2.0: yes
    let never: [UInt8] = [0x0A, 0x0B, 0x09, 0, 0, 0, 0, 0, 0, 0xF8, 0x7F, 0x10, 0x01]  // NaN: no
    func decode(_ changes: [UInt8]) throws -> Characteristic {
      try Characteristic(
        decoding: [0x2A, UInt8(changes.count)] + changes, limits: .wire)
    }
    let ascending = try decode(one + two)
    guard case .wheelchairUse(let history) = ascending else {
      Issue.record("another characteristic came back")
      return
    }
    #expect(history.changes.map(\.value) == [1, 2])
    let unordered = #expect(throws: CodecError.self) { try decode(two + one) }
    #expect(unordered?.code == .unordered)
    let twice = #expect(throws: CodecError.self) { try decode(one + one) }
    #expect(twice?.code == .unordered)
    let undated = #expect(throws: CodecError.self) { try decode(never) }
    #expect(undated?.code == .outOfRange)
  }

  @Test func `more changes or sources than are kept are refused`() throws {
    let change: [UInt8] = [0x0A, 0x02, 0x10, 0x01]
    let changes = (0...WheelchairHistory.mostChanges).flatMap { _ in change }
    let length = changes.count
    let history: [UInt8] = [0x2A, UInt8(length & 0x7F | 0x80), UInt8(length >> 7)] + changes
    let many = #expect(throws: CodecError.self) {
      try Characteristic(decoding: history, limits: .wire)
    }
    #expect(many?.code == .tooLarge)
    var crowded: [UInt8] = [0x0A, 0x01, 0x74]
    for index in 0...SourceOrder.mostSources {
      crowded += [0x12, 0x02, UInt8(0x21 + index % 64), UInt8(0x21 + index / 64)]
    }
    let crowd = #expect(throws: CodecError.self) {
      try SourceOrder(decoding: crowded, limits: .wire)
    }
    #expect(crowd?.code == .tooLarge)
  }

  @Test(
    arguments: [
      ([0x12, 0x01, 0x61], CodecError.Code.malformed),  // No type.
      ([0x0A, 0x01, 0x74, 0x12, 0x01, 0x61, 0x12, 0x01, 0x61], .notAllowed),  // Twice the same.
      ([0x0A, 0x01, 0x74, 0x12, 0x00], .notAllowed),  // Empty.
      ([0x0A, 0x01, 0x74, 0x12, 0x02, 0x61, 0x00], .badText),
      ([0x0A, 0x01, 0xFF], .badText),
      ([0x0A, 0x05, 0x74], .malformed),
    ] as [([UInt8], CodecError.Code)])
  func `a source order that cannot be is refused`(bytes: [UInt8], code: CodecError.Code) {
    let error = #expect(throws: CodecError.self) {
      try SourceOrder(decoding: bytes, limits: .wire)
    }
    #expect(error?.code == code)
  }

  @Test(arguments: [
    ("HKQuantityTypeIdentifierBodyMass", "mi", CodecError.Code.notAllowed),
    ("HKQuantityTypeIdentifierBodyMass", "nonsense", .badUnit),
    ("HKQuantityTypeIdentifierBodyMass", "", .badUnit),
    ("HKWorkoutTypeIdentifier", "kg", .notAllowed),
    ("HKNewer", "kg", .notAllowed), ("", "kg", .malformed),
  ])
  func `a unit preference that cannot be is refused`(
    type: String, unit: String, code: CodecError.Code
  ) {
    let bytes =
      [0x0A, UInt8(type.utf8.count)] + Array(type.utf8) + [0x12, UInt8(unit.utf8.count)]
      + Array(unit.utf8)
    let error = #expect(throws: CodecError.self) {
      try UnitPreference(decoding: bytes, limits: .wire)
    }
    #expect(error?.code == code)
  }

  @Test func `no damaged record traps`() throws {
    for seed in UInt64(1)...300 {
      var generator = SeededGenerator(seed: seed)
      let characteristics = try Self.characteristics()
      var bytes = try characteristics[
        Int(generator.next() % UInt64(characteristics.count))
      ].encoded()
      if !bytes.isEmpty {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
          truncatingIfNeeded: generator.next())
        bytes.removeLast(Int(generator.next() % UInt64(min(4, bytes.count))))
      }
      guard let read = try? Characteristic(decoding: bytes, limits: .wire) else { continue }
      // Whatever was believed can be written and read again.
      #expect(
        try Characteristic(decoding: read.encoded(), limits: .wire) == read, "seed \(seed)")
    }
  }
}
