internal import CDyadMessages
internal import CProtobufC
internal import HealthModel
internal import Testing

@testable internal import HealthCodec

// @testable: UUIDs, dots and positions are broken by way of the codec's own packing.
struct HostileIdentityTests {
  /// Pairs of UUIDs that are equal, each told in its own way.
  static let twins: [[SampleUUID]] = [
    [SampleUUID(high: 1, low: 2), SampleUUID(high: 1, low: 2)],
    [SampleUUID(base: 1, counter: 5), SampleUUID(base: 1, counter: 5)],
  ]

  @Test(arguments: twins)
  func `a UUID that occurs twice is refused on the wire`(twins: [SampleUUID]) throws {
    let others = HostileRun.uuids
    for uuids in [twins + others[..<2], [twins[0]] + others[2...] + [twins[1]]] {
      let error = try HostileRun.error(.wire) { message, packing in
        unsafe message.pointee.uuids = packing.column(uuids)
        unsafe message.pointee.positions = nil
      }
      #expect(error.code == .duplicate)
      #expect(error.field == "SampleRun.uuids")
    }
  }

  @Test func `UUIDs made to collide are told apart all the same`() throws {
    // High and low words alike: one slot for all of them.
    let uuids = (1...UInt64(512)).map { SampleUUID(high: $0, low: $0) }
    let run = try #require(
      SampleRun(
        type: ObjectType("T"), uuids: uuids, starts: uuids.map { _ in 0 },
        ends: uuids.map { _ in 0 }, payload: .category(uuids.map { _ in 0 }),
        sources: DictionaryColumn(
          repeating: SourceRevision(source: Source(bundleIdentifier: "", name: "")), count: 512),
        devices: DictionaryColumn(repeating: nil, count: 512)))
    #expect(try SampleRun(decoding: run.encoded(), limits: .wire) == run)
  }

  @Test func `a member may stand in a body twice`() throws {
    var members = Members()
    for _ in 0..<2 { members.append(SampleUUID(high: 1, low: 1), of: ObjectType("T")) }
    var run = try HostileRun.objects(.correlation(members))
    run.dropPositions()
    #expect(try SampleRun(decoding: run.encoded(), limits: .wire) == run)
  }

  @Test func `a raw UUID that a numbered span holds too is refused`() throws {
    let error = try HostileRun.error(.wire) { message, packing in
      let bytes = SampleUUID(base: 0xABCD, counter: 6).bytes + SampleUUID(high: 3, low: 4).bytes
      unsafe message.pointee.uuids.pointee.raw.data = packing.array(bytes)
      unsafe message.pointee.positions = nil
    }
    #expect(error.code == .duplicate)
    #expect(error.field == "SampleRun.uuids")
  }

  @Test func `numbered spans that overlap are refused`() throws {
    let error = try HostileRun.error(.wire) { message, packing in
      let column = unsafe packing.make(dyad__v1__uuid_column__init)
      unsafe column.pointee.bases = packing.array([UInt64(1), 1])
      unsafe column.pointee.n_bases = 2
      unsafe column.pointee.base_indexes = packing.column([1, 2])
      unsafe column.pointee.counts = packing.column([2, 2])
      unsafe column.pointee.steps = packing.column([5, 6])
      unsafe message.pointee.uuids = column
      unsafe message.pointee.positions = nil
    }
    #expect(error.code == .duplicate)
  }

  @Test(arguments: [Int64(-1), 1 << 58, (1 << 58) - 1, .max])
  func `a counter beyond 58 bits is refused`(step: Int64) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.uuids.pointee.steps = packing.column([step])
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.uuids.steps")
  }

  @Test func `raw bytes that are no whole UUIDs are refused`() throws {
    let error = try HostileRun.error { message, _ in
      unsafe message.pointee.uuids.pointee.raw.len -= 1
    }
    #expect(error.code == .wrongCount)
    #expect(error.field == "SampleRun.uuids.raw")
  }

  @Test(arguments: [[Int64(1), 2], [4, 1], [0, 4], [.max, 2], [-1, 5]])
  func `spans that do not have the run's rows are refused`(counts: [Int64]) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.dots.pointee.counts = packing.column(counts)
    }
    #expect(error.code == .wrongCount || error.code == .outOfRange)
    #expect(error.field == "SampleRun.dots.counts")
  }

  @Test(arguments: [Int64(-1), -2])
  func `a sequence number beyond 64 bits is refused`(step: Int64) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.dots.pointee.steps = packing.column([step, 10])
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.dots.steps")
  }

  @Test func `dots that overlap are refused`() throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.dots.pointee.incarnations = packing.array([UInt64(7), 7])
      unsafe message.pointee.dots.pointee.steps = packing.column([10, 11])
    }
    #expect(error.code == .duplicate)
    #expect(error.field == "SampleRun.dots")
  }

  @Test func `an incarnation that is not there is refused`() throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.dots.pointee.incarnation_indexes = packing.column([0, 2])
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.dots.incarnation_indexes")
  }

  @Test func `log positions are refused on the wire`() throws {
    let error = try HostileRun.error(.wire) { _, _ in }
    #expect(error.code == .notAllowed)
    #expect(error.field == "SampleRun.positions")
  }

  @Test(arguments: [Int64(-1), .max, .max - 3])
  func `a position that does not fit is refused`(step: Int64) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.positions.pointee.steps = packing.column([step])
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.positions.steps")
  }
}
