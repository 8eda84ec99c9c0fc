internal import HealthModel
internal import TestSupport
internal import Testing

struct UUIDSequenceTests {
  @Test func `types that are made in turn each count without gaps`() throws {
    var generator = SeededGenerator(seed: 4)
    var sequence = UUIDSequence(using: &generator)
    var steps: [SampleUUID] = []
    var distances: [SampleUUID] = []
    for _ in 0..<100 {
      steps.append(sequence.take(for: .stepCount))
      distances.append(sequence.take(for: .distanceWalkingRunning))
    }
    for uuids in [steps, distances] {
      let intervals = UUIDSet(uuids).numbered.values.map(\.intervals.count)
      #expect(intervals == [1])
      let numbered = uuids.filter(\.isNumbered)
      #expect(numbered.count == 100)
    }
    #expect(!UUIDSet(steps).overlaps(UUIDSet(distances)))
  }

  @Test func `the UUIDs of a type tell nothing of those of other types`() {
    var generator = SeededGenerator(seed: 5)
    var (busy, quiet) = (generator, generator)
    var one = UUIDSequence(using: &busy)
    var other = UUIDSequence(using: &quiet)
    _ = one.take(1_234, for: .stepCount)
    // The same base and counter, however many of another type were made before.
    #expect(one.take(20, for: .heartRate) == other.take(20, for: .heartRate))
    let types: [ObjectType] = [.stepCount, .heartRate, .bodyMass, .workout, .association, .cda]
    let bases = Set(types.map { one.take(for: $0).base })
    #expect(bases.count == types.count)
    #expect(types.allSatisfy { one.take(for: $0).base == one.base(of: $0) })
    _ = generator.next()
    let another = UUIDSequence(using: &generator)
    #expect(types.allSatisfy { !bases.contains(another.base(of: $0)) })
  }

  /// The vectors of the reference implementation: the key is 00 to 0F, the message so many bytes from 00 on.
  @Test(arguments: [
    (0, 0x726f_db47_dd0e_0e31 as UInt64), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
    (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5),
  ])
  func `a base is SipHash of the identifier`(count: Int, expected: UInt64) {
    var hash = SipHash((0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
    #expect(hash.hash((0..<count).map { UInt8($0) }) == expected)
  }

  @Test func `a numbered UUID rebuilds its base and counter`() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<1_000 {
      let base = generator.next()
      let counter = generator.next() >> (64 - SampleUUID.counterBits)
      let uuid = SampleUUID(base: base, counter: counter)
      #expect(uuid.isNumbered && uuid.base == base && uuid.counter == counter, "base \(base)")
      #expect(SampleUUID(uuid.description) == uuid)
      #expect(SampleUUID(bytes: uuid.bytes) == uuid)
    }
  }
}
