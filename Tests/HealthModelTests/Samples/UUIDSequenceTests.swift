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

  @Test func `lanes never meet the common one`() {
    var generator = SeededGenerator(seed: 5)
    var sequence = UUIDSequence(using: &generator)
    let common = UUIDSet(sequence.take(1_000) + [sequence.take()])
    let lane = UUIDSet((0..<1_000).map { _ in sequence.take(for: .heartRate) })
    #expect(!common.overlaps(lane))
    #expect(common.count == 1_001)
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
