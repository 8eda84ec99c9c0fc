internal import CDyadMessages
internal import HealthModel
internal import Testing

@testable internal import HealthCodec

// @testable: columns are broken by way of the codec's own packing.
struct HostileColumnTests {
  @Test func `a column with fewer rows than the run is refused`() throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.source_indexes = packing.column([0, 1, 0])
    }
    #expect(error.code == .wrongCount)
    #expect(error.field == "SampleRun.source_indexes")
  }

  @Test func `a column that is left out is refused`() throws {
    let error = try HostileRun.error { message, _ in unsafe message.pointee.starts = nil }
    #expect(error.code == .malformed || error.code == .wrongCount)
  }

  @Test func `counts that claim four billion rows are refused before any is made`() throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe packing.make(dyad__v1__int_column__init)
      unsafe column.pointee.values = packing.array([0])
      unsafe column.pointee.n_values = 1
      unsafe column.pointee.counts = packing.array([UInt32.max])
      unsafe column.pointee.n_counts = 1
      unsafe message.pointee.source_indexes = column
    }
    #expect(error.code == .wrongCount)
    #expect(error.field == "SampleRun.source_indexes")
  }

  @Test func `a run that claims four billion rows is refused`() throws {
    let error = try HostileRun.error { message, _ in unsafe message.pointee.count = .max }
    #expect(error.code == .tooLarge)
    #expect(error.field == "SampleRun.count")
  }

  @Test func `a count of zero is refused`() throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe packing.make(dyad__v1__int_column__init)
      unsafe column.pointee.values = packing.array([0, 0])
      unsafe column.pointee.n_values = 2
      unsafe column.pointee.counts = packing.array([UInt32(0), 4])
      unsafe column.pointee.n_counts = 2
      unsafe message.pointee.source_indexes = column
    }
    #expect(error.code == .outOfRange)
  }

  @Test func `more counts than values are refused`() throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe packing.make(dyad__v1__int_column__init)
      unsafe column.pointee.values = packing.array([0])
      unsafe column.pointee.n_values = 1
      unsafe column.pointee.counts = packing.array([UInt32(1), 3])
      unsafe column.pointee.n_counts = 2
      unsafe message.pointee.source_indexes = column
    }
    #expect(error.code == .malformed)
  }

  @Test func `an unknown transform is refused`() throws {
    let error = try HostileRun.error { message, _ in
      unsafe message.pointee.source_indexes.pointee.transform =
        Dyad__V1__IntColumn__Transform(rawValue: 99)
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.source_indexes")
  }

  @Test(arguments: [-1, 2, Int64.min, .max])
  func `an index without a value is refused`(index: Int64) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.source_indexes = packing.column([0, 1, 0, index])
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.source_indexes")
  }

  @Test func `sums beyond 64 bits wrap and are refused, not trapped`() throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe packing.make(dyad__v1__int_column__init)
      unsafe column.pointee.transform = DYAD__V1__INT_COLUMN__TRANSFORM__DELTA_OF_DELTA
      unsafe column.pointee.start = .max
      unsafe column.pointee.bias = .max
      unsafe column.pointee.values = packing.array([Int64.max, .max, .min, .max])
      unsafe column.pointee.n_values = 4
      unsafe message.pointee.source_indexes = column
    }
    #expect(error.code == .outOfRange)
  }

  @Test func `two forms of one column of doubles are refused`() throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe message.pointee.quantities.pointee.values
      unsafe column?.pointee.raw = packing.array([1.0])
      unsafe column?.pointee.n_raw = 1
    }
    #expect(error.code == .malformed)
    #expect(error.field == "SampleRun.quantities.values")
  }

  @Test func `ten decimals are refused`() throws {
    let error = try HostileRun.error { message, _ in
      unsafe message.pointee.quantities.pointee.values.pointee.decimals = 10
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.quantities.values.scaled")
  }

  @Test func `a shift of all 64 bits is refused`() throws {
    let error = try HostileRun.error { message, packing in
      let column = unsafe packing.make(dyad__v1__double_column__init)
      unsafe column.pointee.bits = packing.column([1, 2, 3, 4])
      unsafe column.pointee.shift = 64
      unsafe message.pointee.quantities.pointee.values = column
    }
    #expect(error.code == .outOfRange)
    #expect(error.field == "SampleRun.quantities.values.bits")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a value that is not finite is refused`(value: Double) throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.quantities.pointee.values = packing.column([1, 2, value, 3])
    }
    #expect(error.code == .notFinite)
    #expect(error.field == "SampleRun.quantities.values")
  }

  @Test func `more units than rows are refused`() throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.quantities.pointee.units = try packing.texts(
        Array(repeating: "m", count: 5))
      unsafe message.pointee.quantities.pointee.n_units = 5
    }
    #expect(error.code == .tooLarge)
    #expect(error.field == "SampleRun.quantities.units")
  }

  @Test func `a text that is no unit is refused`() throws {
    let error = try HostileRun.error { message, packing in
      unsafe message.pointee.quantities.pointee.units = try packing.texts(["beats per minute"])
    }
    #expect(error.code == .badUnit)
    #expect(error.field == "SampleRun.quantities.units")
  }
}
