internal import CalendarEdges
internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import StoreMirror

struct MirrorBatchTests {
  private static func run(_ count: Int, _ type: ObjectType = .stepCount) -> SampleRun {
    var generator = SeededGenerator(seed: 1)
    var uuids = UUIDSequence(using: &generator)
    var run = SampleRun(sample(0, type, &uuids))
    for number in 1..<max(count, 1) {
      run.append(SampleRun(sample(number, type, &uuids)), rows: 0..<1)
    }
    return run
  }

  private static func sample(
    _ number: Int, _ type: ObjectType, _ uuids: inout UUIDSequence
  ) -> Sample {
    let start = Double(number) * 3_600
    return Sample(
      uuid: uuids.take(for: type), type: type, start: start, end: start + 60,
      value: .quantity(Quantity(1, .count)), source: .unsaid)
  }

  @Test(
    arguments: [
      ([], 1), ([1, 2], 3), ([-5], 1), ([.max], 1), ([1, 2, .max, 4], 3),
    ] as [([Int32], Int32)])
  func `a source has a number that none has, whatever others gave`(taken: [Int32], number: Int32) {
    #expect(MirrorNames.unused(besides: taken) == number)
  }

  @Test func `of what was saved and then deleted nothing is told but that it is gone`() {
    let run = Self.run(5)
    var batch = MirrorBatch()
    batch.add(run)
    batch.add([1, 2, 3], of: run.uuids[1])
    batch.add([4], of: run.uuids[2])
    batch.delete([run.uuids[1], run.uuids[4]])
    #expect(batch.uuids == [run.uuids[0], run.uuids[2], run.uuids[3]])
    #expect(batch.deleted == [run.uuids[1], run.uuids[4]])
    #expect(batch.documents.keys.sorted() == [run.uuids[2]] && batch.documentBytes == 1)
    // What is saved again after that is there.
    batch.add(run.slice(1..<2))
    #expect(batch.uuids.last == run.uuids[1])
  }

  @Test func `the days of samples are those of their place`() throws {
    let zone = try TimeZoneRules.named("+02:00")
    var stale = StaleDays()
    stale.add(Self.run(48), in: zone)
    #expect(stale.days == [0, 1, 2] && stale.stretches == [0...2])
    // Rates are no part of what a day comes to.
    var others = StaleDays()
    others.add(Self.run(48, .heartRate), in: zone)
    #expect(others.isEmpty)
    others.add(from: 86_400 * 9, to: 86_400 * 11, in: zone)
    stale.formUnion(others)
    #expect(stale.stretches == [0...2, 9...11])
  }

  @Test func `many days are all days`() throws {
    var stale = StaleDays()
    stale.add(from: 0, to: 86_400 * 500, in: .utc)
    #expect(stale.areAll && !stale.isEmpty)
    var other = StaleDays()
    for day in 0..<200 { other.add(from: 86_400 * Double(day * 2), to: 0, in: .utc) }
    #expect(other.days.count == 200)
    var third = StaleDays()
    for day in 0..<200 { third.add(from: 86_400 * Double(day * 2 + 1), to: 0, in: .utc) }
    other.formUnion(third)
    #expect(other.areAll && other.days.isEmpty)
    other.add(from: 0, to: 1, in: .utc)
    #expect(other.areAll)
  }
}
