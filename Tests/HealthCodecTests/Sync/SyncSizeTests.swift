internal import HealthCodec
internal import HealthModel
internal import TestSupport
internal import Testing

/// What a reconciliation of five years costs: 1,826 days of 24 streams, about 220 samples a stream and
/// day.
struct SyncSizeTests {
  static let dayCount = 1_826
  static let streams = (0..<24).map { index in
    VersionVector.Stream(
      incarnation: Incarnation(rawValue: 0x9E37_79B9_7F4A_7C15 &* UInt64(index / 12 + 1)),
      type: ObjectType("HKQuantityTypeIdentifierNumber\(index)"))
  }

  /// Days whose numbers go on from day to day; a stream's day has one gap in it as often as not, and
  /// `holes` of a thousand dots are dead.
  static func days(holes: UInt64, seed: UInt64) -> [DayList] {
    var random = SeededGenerator(seed: seed)
    var next = [UInt64](repeating: 1, count: streams.count)
    return (0..<dayCount).map { day in
      var live = VersionVector()
      for (index, stream) in streams.enumerated() {
        let count = 200 + random.next() % 41
        var set = IntervalSet(next[index]...(next[index] + count - 1))
        if random.next() % 2 == 0 {
          let dead = next[index] + 1 + random.next() % (count - 2)
          set.remove(dead...dead)
        }
        for number in next[index]..<(next[index] + count) where random.next() % 1000 < holes {
          set.remove(number...number)
        }
        next[index] += count
        live[stream] = set
      }
      return DayList(day: 18_000 + Int64(day), live: live)
    }
  }

  // What it comes to: 118 bytes a day without holes, 213 with one dot in a hundred dead.
  @Test(arguments: [(0, 200), (10, 330)])
  func `a day of all streams is told in few bytes`(holes: Int, most: Int) throws {
    let days = Self.days(holes: UInt64(holes), seed: 4)
    let message = SyncMessage.reconcile(
      ReconcilePart(content: .lists(days, of: nil), isLast: true))
    let bytes = try message.encoded()
    #expect(bytes.count <= most * Self.dayCount, "\(bytes.count / Self.dayCount) bytes a day")
    #expect(try SyncMessage(decoding: bytes, limits: .wire) == message)
  }

  // What it comes to: 3.5 bytes a dot.
  @Test func `ten thousand dots that are missing are told in few bytes each`() throws {
    let count = 10_000
    var random = SeededGenerator(seed: 5)
    var missing = [VersionVector](repeating: VersionVector(), count: Self.dayCount)
    for _ in 0..<count {
      let day = Int(random.next() % UInt64(Self.dayCount))
      let stream = Self.streams[Int(random.next() % 24)]
      missing[day].insert(
        Dot(
          incarnation: stream.incarnation, type: stream.type,
          sequence: UInt64(day) * 220 + random.next() % 220))
    }
    let lists = missing.enumerated().filter { !$1.isEmpty }.map {
      DayList(day: 18_000 + Int64($0), live: $1)
    }
    let message = SyncMessage.reconcile(ReconcilePart(content: .missing(lists), isLast: true))
    let bytes = try message.encoded()
    #expect(bytes.count <= 8 * count, "\(Double(bytes.count) / Double(count)) bytes a dot")
    #expect(try SyncMessage(decoding: bytes, limits: .wire) == message)
  }

  @Test func `comparing equal nodes takes less than a kibibyte`() throws {
    let compare = try SyncMessage.compare(DayRoot(count: .max, sum: .max)).encoded()
    let compared = try SyncMessage.compared(.equal).encoded()
    #expect(compare.count + compared.count < 1024)
  }
}
