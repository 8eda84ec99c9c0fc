internal import HealthModel
internal import TestSupport
internal import Testing

struct VectorNewsTests {
  private static func vector(
    _ streams: [(UInt64, String, [ClosedRange<UInt64>])]
  ) -> VersionVector {
    var vector = VersionVector()
    for (incarnation, type, intervals) in streams {
      for interval in intervals {
        vector.cover(
          interval,
          in: .init(incarnation: Incarnation(rawValue: incarnation), type: ObjectType(type)))
      }
    }
    return vector
  }

  @Test func `digests are those of somebody else's arithmetic`() {
    let small = (UInt64(1), "T", [UInt64(0)...0])
    let large = (
      UInt64(7), "HKQuantityTypeIdentifierHeartRate", [UInt64(1)...5, 7...7, 100...(1 << 40)]
    )
    let whole = (UInt64.max, "日本", [UInt64(0)...UInt64.max])
    #expect(VersionVector().digest == 0)
    #expect(Self.vector([small]).digest == 0xAE77_7995_88D5_2B23)
    #expect(Self.vector([large]).digest == 0x09B6_4D52_1BA6_D67C)
    #expect(Self.vector([whole]).digest == 0xD103_5FAD_5DD0_5D31)
    #expect(Self.vector([small, large]).digest == 0xB82D_C6E7_A47C_019F)
  }

  @Test func `a difference makes one vector of the other`() throws {
    var random = SeededGenerator(seed: 99)
    for round in 0..<600 {
      let one = PlainDots(&random).vector
      let two = PlainDots(&random).vector
      let comment: Comment = "\(random), round \(round)"
      let difference = two.difference(from: one)
      #expect(one.applying(difference) == two, comment)
      #expect(two.difference(from: one.summary) == difference, comment)
      #expect((one.digest == two.digest) == (one == two), comment)
      #expect(one.summary.digests.values.reduce(0, &+) == one.digest, comment)
      // Only the streams that differ are told.
      for (stream, intervals) in difference.changed.streams {
        #expect(one.streams[stream] != intervals, comment)
      }
      #expect(difference.removed.allSatisfy { one.streams[$0] != nil }, comment)
    }
  }

  @Test func `a difference from another vector makes nothing`() {
    var random = SeededGenerator(seed: 100)
    for round in 0..<300 {
      let one = PlainDots(&random).vector
      let two = PlainDots(&random).vector
      let three = PlainDots(&random).vector
      guard three != one else { continue }
      #expect(three.applying(two.difference(from: one)) == nil, "\(random), round \(round)")
    }
  }

  @Test func `a difference that does not come to what it says makes nothing`() {
    let one = Self.vector([(1, "T", [1...5])])
    var difference = Self.vector([(1, "T", [1...6])]).difference(from: one)
    difference.result &+= 1
    #expect(one.applying(difference) == nil)
    let stream = VersionVector.Stream(incarnation: Incarnation(rawValue: 1), type: ObjectType("T"))
    difference = VectorDifference(
      base: one.digest, changed: VersionVector(), removed: [stream], result: one.digest)
    #expect(one.applying(difference) == nil)
  }
}
