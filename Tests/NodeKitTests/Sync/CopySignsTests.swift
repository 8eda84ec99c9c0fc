internal import HealthModel
internal import Testing

@testable internal import NodeSync

/// Devices that run twice, with copies of one state folder.
struct CopySignsTests {
  private var signs = CopySigns()

  private mutating func hear(_ numbers: [UInt64], at now: Double = 0) {
    for number in numbers { signs.hear(Incarnation(rawValue: number), at: now) }
  }

  @Test(
    arguments: [
      ([1, 1, 1, 1], false), ([1, 2, 3, 4, 5], false),
      // Started again after a crash, and then again after an end in which nothing was written.
      ([1, 2, 1, 3, 3, 4], false),
      ([1, 2, 1, 2], true), ([1, 2, 3, 1, 2, 3], true), ([1, 1, 2, 2, 1, 1, 2, 2], true),
    ] as [([UInt64], Bool)])
  mutating func `incarnations that come back show that two run`(
    numbers: [UInt64], isTwice: Bool
  ) {
    hear(numbers)
    #expect(signs.isPeerTwice(at: 0) == isTwice)
    #expect(!signs.isThisTwice(at: 0))
  }

  @Test mutating func `who is pushed out again and again is one of two`() {
    for instant in [0, 400] as [Double] { signs.loseToAnother(at: instant) }
    #expect(!signs.isThisTwice(at: 400))
    signs.loseToAnother(at: 850)
    #expect(signs.isThisTwice(at: 850))
    #expect(signs.isThisTwice(at: 1_700))
    #expect(!signs.isPeerTwice(at: 850))
  }

  @Test mutating func `signs are forgotten once one of two has stopped`() {
    hear([1, 2, 1, 2], at: 10)
    for _ in 0..<3 { signs.loseToAnother(at: 10) }
    #expect(signs.isPeerTwice(at: 900) && signs.isThisTwice(at: 900))
    #expect(!signs.isPeerTwice(at: 911) && !signs.isThisTwice(at: 911))
    // One crossing of calls an hour later does not bring them back.
    signs.loseToAnother(at: 3_700)
    hear([2, 1], at: 3_700)
    #expect(!signs.isPeerTwice(at: 3_700) && !signs.isThisTwice(at: 3_700))
  }

  @Test mutating func `as many incarnations are remembered as are needed`() {
    hear(Array(0..<10_000) + Array(0..<10_000))
    #expect(!signs.isPeerTwice(at: 0))
    hear([9_999, 9_998, 9_999, 9_998])
    #expect(signs.isPeerTwice(at: 0))
  }
}
