internal import CDyadMessages
internal import HealthModel
internal import TestSupport
internal import Testing

@testable internal import HealthCodec

// @testable: hostile vectors are made with the codec's own packing.
struct VectorMessageTests {
  static let sets: [[ClosedRange<UInt64>]] = [
    [], [0...0], [5...9], [0...0, 2...2, 4...UInt64.max], [.max ... .max], [0 ... .max],
  ]

  @Test(arguments: sets)
  func `an interval set comes back as it was`(intervals: [ClosedRange<UInt64>]) throws {
    let set = try #require(IntervalSet(stored: intervals))
    #expect(try IntervalSet(decoding: set.encoded(), limits: .wire) == set)
  }

  @Test func `a version vector comes back as it was`() throws {
    for seed in UInt64(1)...20 {
      var random = RandomRuns(seed: seed)
      var vector = VersionVector()
      for _ in 0..<(random.generator.next() % 6) {
        vector.cover(random.dots(20), of: ObjectType(random.text()))
      }
      let bytes = try vector.encoded()
      #expect(try VersionVector(decoding: bytes, limits: .wire) == vector, "seed \(seed)")
      #expect(try VersionVector(decoding: bytes, limits: .wire).encoded() == bytes, "seed \(seed)")
    }
  }

  /// The error for intervals of these gaps and lengths.
  private func error(gaps: [Int64], lengths: [Int64]) throws -> CodecError {
    let packing = Packing()
    let message = unsafe packing.make(dyad__v1__interval_set__init)
    unsafe message.pointee.count = UInt32(gaps.count)
    unsafe message.pointee.gaps = packing.column(gaps)
    unsafe message.pointee.lengths = packing.column(lengths)
    let bytes = unsafe packing.bytes(of: message)
    return try #require(throws: CodecError.self) {
      try IntervalSet(decoding: bytes, limits: .wire)
    }
  }

  @Test(arguments: [0, 1])
  func `intervals that touch are refused`(gap: Int64) throws {
    #expect(try error(gaps: [1, gap], lengths: [3, 3]).code == .unordered)
  }

  @Test func `intervals beyond 64 bits are refused`() throws {
    #expect(try error(gaps: [5, -1], lengths: [0, 0]).code == .outOfRange)
    #expect(try error(gaps: [5], lengths: [-1]).code == .outOfRange)
  }

  @Test func `a length is missing`() throws {
    let error = try error(gaps: [5, 9], lengths: [1])
    #expect(error.code == .wrongCount)
    #expect(error.field == "IntervalSet.lengths")
  }

  @Test func `four billion intervals are refused before any is made`() throws {
    let packing = Packing()
    let message = unsafe packing.make(dyad__v1__interval_set__init)
    unsafe message.pointee.count = .max
    let bytes = unsafe packing.bytes(of: message)
    let error = try #require(throws: CodecError.self) {
      try IntervalSet(decoding: bytes, limits: .wire)
    }
    #expect(error.code == .tooLarge)
    #expect(error.field == "IntervalSet.count")
  }

  @Test func `a stream that occurs twice is refused`() throws {
    var vector = VersionVector()
    for incarnation in UInt64(1)...2 {
      vector.cover(
        1...5, in: .init(incarnation: Incarnation(rawValue: incarnation), type: ObjectType("T")))
    }
    let packing = Packing()
    let message = try unsafe packing.vector(vector)
    unsafe message.pointee.incarnation_indexes = packing.column([1, 1])
    let bytes = unsafe packing.bytes(of: message)
    let error = try #require(throws: CodecError.self) {
      try VersionVector(decoding: bytes, limits: .wire)
    }
    #expect(error.code == .duplicate)
  }

  @Test func `a stream without intervals is refused`() throws {
    var vector = VersionVector()
    vector.cover(
      1...5, in: .init(incarnation: Incarnation(rawValue: 1), type: ObjectType("T")))
    let packing = Packing()
    let message = try unsafe packing.vector(vector)
    unsafe message.pointee.interval_counts = packing.column([0])
    let bytes = unsafe packing.bytes(of: message)
    let error = try #require(throws: CodecError.self) {
      try VersionVector(decoding: bytes, limits: .wire)
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "VersionVector.interval_counts")
  }
}
