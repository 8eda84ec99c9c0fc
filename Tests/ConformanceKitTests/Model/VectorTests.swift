internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

struct VectorTests {
  private static func vector(_ streams: [(UInt64, String, [ClosedRange<UInt64>])]) -> Vector {
    var vector = Vector()
    for (incarnation, type, ranges) in streams {
      vector[Stream(incarnation, type)] = Intervals(ranges)
    }
    return vector
  }

  private static func random(_ random: inout SeededGenerator) -> Vector {
    var vector = Vector()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      let first = UInt64.random(in: 0...30, using: &random)
      vector.insert(
        first...first + UInt64.random(in: 0...5, using: &random),
        in: Stream(
          UInt64.random(in: 1...2, using: &random),
          ["A", "B"][Int.random(in: 0...1, using: &random)]))
    }
    return vector
  }

  // The numbers of HealthModelTests, where VectorNewsTests has them from somebody else's arithmetic.
  @Test func `digests are those that are known`() {
    let small = (UInt64(1), "T", [UInt64(0)...0])
    let large = (
      UInt64(7), "HKQuantityTypeIdentifierHeartRate", [UInt64(1)...5, 7...7, 100...(1 << 40)]
    )
    #expect(Vector().digest == 0)
    #expect(Self.vector([small]).digest == 0xAE77_7995_88D5_2B23)
    #expect(Self.vector([large]).digest == 0x09B6_4D52_1BA6_D67C)
    #expect(Self.vector([(.max, "日本", [0...UInt64.max])]).digest == 0xD103_5FAD_5DD0_5D31)
    #expect(Self.vector([small, large]).digest == 0xB82D_C6E7_A47C_019F)
  }

  @Test(
    arguments: [
      (0, "", 0, 0x2EA1_29E6_A74B_30CD, 0x0562_5114_F5B7_906E),
      (1, "T", 1, 0x814D_4E65_85CC_8BBC, 0x19BB_A599_5E7D_9CA7),
      (7, "HKQuantityTypeIdentifierHeartRate", 41, 0x31DF_5D82_AB1E_2643, 0x8068_3AA7_27A1_763E),
      (
        .max, "HKCategoryTypeIdentifierSleepAnalysis", .max, 0xF901_95D9_29C0_A1DC,
        0x8E32_8D79_1E5E_2168
      ),
      (0x0123_4567_89AB_CDEF, "日本", 1 << 63, 0xE693_B83E_8D33_024A, 0x9CC2_C3E3_1C4D_2290),
    ] as [(UInt64, String, UInt64, UInt64, UInt64)])
  func `mixes are those that are known`(
    incarnation: UInt64, type: String, number: UInt64, high: UInt64, low: UInt64
  ) {
    let root = Root(of: [Dot(incarnation, type, number)])
    #expect(root == Root(count: 1, high: high, low: low))
    #expect(Root(root.value) == root)
  }

  @Test func `a root is the sum that is known`() {
    let dots =
      (0...2).map { Dot(1, "T", UInt64($0)) }
      + (1...500).map { Dot(7, "HKQuantityTypeIdentifierHeartRate", UInt64($0)) }
    let root = Root(of: dots)
    #expect(root == Root(count: 503, high: 0xC4F1_D454_882A_29AD, low: 0xAA42_68D2_8C79_4271))
    #expect(Root(of: dots[..<100]) + Root(of: dots[100...]) == root)
  }

  @Test func `a vector is read as it was told, and its difference makes it`() throws {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<300 {
      let one = Self.random(&random)
      let two = Self.random(&random)
      let told = Message("VersionVector", two.value)
      let read = try Message("VersionVector", decoding: told.encoded())
      #expect(try Vector(read.value) == two)
      #expect(try one.applying(two.difference(from: one)) == two)
      #expect((one.digest == two.digest) == (one == two))
      #expect(Set(two.dots) == Set(one.union(two).dots).subtracting(one.subtracting(two).dots))
      #expect(one.subtracting(two) == Vector(Set(one.dots).subtracting(two.dots)))
      let digests = two.summary["digests"].items.reduce(0 as UInt64) { $0 &+ $1.word }
      #expect(digests == two.digest)
      #expect(try Vector(news: two.byDigest, having: [one, two]) == two)
    }
  }

  @Test func `vectors that break a rule are refused`() {
    let valid = Self.vector([(1, "A", [1...5, 7...9]), (2, "A", [3...3])]).value
    func refuses(_ path: (inout Value) -> Void, _ line: SourceLocation = #_sourceLocation) {
      var broken = valid
      path(&broken)
      #expect(throws: ModelError.self, sourceLocation: line) { _ = try Vector(broken) }
    }
    refuses { $0["types"] = ["A", "A"] }
    refuses { $0["incarnations"] = [1, 1] }
    refuses { $0["stream_count"] = 3 }
    refuses { $0["incarnation_indexes"]["values"] = [0, 0] }
    refuses { $0["type_indexes"]["values"] = [0, 1] }
    refuses { $0["interval_counts"]["values"] = [3, 0] }
    refuses { $0["gaps"]["values"] = [1, 1, 3] }
    refuses { $0["gaps"]["values"] = [1, -3, 3] }
    refuses { $0["lengths"]["values"] = [4, -1, 0] }
    refuses { $0["lengths"]["values"] = [4, 2] }
    #expect(throws: Never.self) { _ = try Vector(valid) }
  }

  @Test func `a difference that does not fit makes nothing`() throws {
    let one = Self.vector([(1, "T", [1...5])])
    let two = Self.vector([(1, "T", [1...6])])
    var difference = two.difference(from: one)
    difference["result_digest"] = 1
    #expect(throws: ModelError.self) { _ = try one.applying(difference) }
    #expect(throws: ModelError.self) { _ = try two.applying(two.difference(from: one)) }
    #expect(throws: ModelError.self) { _ = try Vector(news: two.byDigest, having: [one]) }
  }
}
