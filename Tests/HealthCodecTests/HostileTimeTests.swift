internal import CDyadMessages
internal import HealthModel
internal import Testing

@testable internal import HealthCodec

// @testable: times are broken by way of the codec's own packing.
struct HostileTimeTests {
  @Test(arguments: [Double.nan, .infinity, 1e300, -63_113_904_001, 252_423_993_600])
  func `an instant outside the years 1 to 9999 is refused`(instant: Double) throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe packing.make(dyad__v1__time_column__init)
      unsafe column.pointee.seconds = packing.column([0, 5, 10, instant])
      unsafe message.pointee.starts = column
      unsafe message.pointee.ends = column
    }
    #expect(error.code == .badDate)
    #expect(error.field == "SampleRun.starts")
  }

  @Test func `ticks outside the years 1 to 9999 are refused`() throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.starts.pointee.ticks = packing.column([0, 1, 2, 252_423_993_600_000])
    }
    #expect(error.code == .badDate)
    #expect(error.field == "SampleRun.starts")
  }

  @Test(arguments: [Int64.max, .min, 1 << 53 + 1])
  func `a tick that no double can tell is refused`(tick: Int64) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.starts.pointee.ticks = packing.column([0, 1, 2, tick])
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.starts.ticks")
  }

  @Test func `an end before its start is refused, told as seconds`() throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe packing.make(dyad__v1__time_column__init)
      unsafe column.pointee.seconds = packing.column([0, 4.5, 10, 15])
      unsafe message.pointee.ends = column
    }
    #expect(error.code == .badDate)
    #expect(error.field == "SampleRun.ends")
  }

  @Test(arguments: [-1, Int64.min, .max])
  func `an end before its start is refused, told as a duration`(duration: Int64) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.ends.pointee.ticks = packing.column([0, 0, duration, 0])
    }
    #expect(error.code == .badDate || error.code == .outOfRange)
    #expect(error.field == "SampleRun.ends.ticks")
  }

  @Test(arguments: [UInt32(0), 2, 999, .max])
  func `an unknown number of ticks is refused`(ticks: UInt32) throws {
    let error = try HostileRun.error { message, _ in
      unsafe message.pointee.starts.pointee.ticks_per_second = ticks
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.starts.ticks_per_second")
  }

  @Test func `durations in other ticks than the starts are refused`() throws {
    let error = try HostileRun.error { message, _ in
      unsafe message.pointee.ends.pointee.ticks_per_second = 1_000_000
    }
    #expect(error.code == .malformed)
    #expect(error.field == "SampleRun.ends")
  }

  @Test func `durations after starts without ticks are refused`() throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe packing.make(dyad__v1__time_column__init)
      unsafe column.pointee.seconds = packing.column([0.0, 5, 10, 15])
      unsafe message.pointee.starts = column
    }
    #expect(error.code == .malformed)
    #expect(error.field == "SampleRun.ends")
  }

  @Test func `ticks and seconds in one column are refused`() throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.starts.pointee.seconds = packing.column([0.0, 5, 10, 15])
    }
    #expect(error.code == .malformed)
    #expect(error.field == "SampleRun.starts")
  }
}
