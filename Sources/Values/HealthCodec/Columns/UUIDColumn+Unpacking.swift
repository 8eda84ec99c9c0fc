internal import CDyadMessages
internal import CProtobufC
internal import HealthModel

extension Unpacking {
  /// The UUIDs of a column that has to have `count` rows.
  ///
  /// With `isDistinct` the limits decide whether equal ones are looked for.
  func uuids(
    _ column: UnsafeMutablePointer<Dyad__V1__UuidColumn>?, count: Int, isDistinct: Bool
  ) throws(CodecError) -> [SampleUUID] {
    guard let column = unsafe column else {
      guard count == 0 else { throw CodecError(.wrongCount, "0 rows instead of \(count)") }
      return []
    }
    let spans = try unsafe spans(of: column, count: count)
    if isDistinct, limits.checksUUIDs {
      try unsafe Self.checkDistinct(spans, raw: column.pointee.raw)
    }
    var raw = unsafe UnsafeRawPointer(column.pointee.raw.data)
    return unsafe [SampleUUID](unsafeUninitializedCapacity: count) { uuids, initialised in
      for span in spans {
        if span.isRaw, let bytes = unsafe raw {
          for row in 0..<span.count {
            unsafe uuids.initializeElement(
              at: initialised + row, to: Self.uuid(at: bytes + SampleUUID.byteCount * row))
          }
          unsafe raw = bytes + SampleUUID.byteCount * span.count
        } else {
          for row in 0..<span.count {
            unsafe uuids.initializeElement(
              at: initialised + row,
              to: SampleUUID(base: span.base, counter: span.first &+ UInt64(row)))
          }
        }
        initialised += span.count
      }
    }
  }

  /// A UUID of sixteen bytes.
  func uuid(_ bytes: ProtobufCBinaryData) throws(CodecError) -> SampleUUID {
    guard unsafe bytes.len == SampleUUID.byteCount, let data = unsafe bytes.data else {
      throw CodecError(.wrongCount, "\(unsafe bytes.len) bytes instead of \(SampleUUID.byteCount)")
    }
    return unsafe Self.uuid(at: data)
  }

  /// The UUID of sixteen bytes.
  static func uuid(at bytes: UnsafeRawPointer) -> SampleUUID {
    unsafe SampleUUID(
      high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
      low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
  }

  /// Rows of a UUID column that are told together.
  struct UUIDSpan {
    var isRaw: Bool
    var base: UInt64
    var first: UInt64
    var count: Int
  }

  private func spans(
    of column: UnsafeMutablePointer<Dyad__V1__UuidColumn>, count: Int
  ) throws(CodecError) -> [UUIDSpan] {
    let counts = try at("counts") { () throws(CodecError) in
      try unsafe spanCounts(column.pointee.counts, rows: count)
    }
    let indexes = try at("base_indexes") { () throws(CodecError) in
      try unsafe numbers(
        column.pointee.base_indexes, count: counts.count, in: 0...Int64(column.pointee.n_bases))
    }
    let numberedCount = indexes.count { $0 > 0 }
    let steps = try at("steps") { () throws(CodecError) in
      try unsafe numbers(column.pointee.steps, count: numberedCount)
    }
    guard unsafe column.pointee.n_bases <= count else {
      throw CodecError(
        .tooLarge, "bases", "\(unsafe column.pointee.n_bases) bases for \(count) rows")
    }
    var next = [UInt64](repeating: 0, count: unsafe column.pointee.n_bases + 1)
    var nextStep = 0
    var rawCount = 0
    var spans: [UUIDSpan] = []
    spans.reserveCapacity(counts.count)
    for (index, count) in zip(indexes, counts) {
      guard index > 0, let bases = unsafe column.pointee.bases else {
        rawCount += count
        spans.append(UUIDSpan(isRaw: true, base: 0, first: 0, count: count))
        continue
      }
      let first = next[Int(index)] &+ UInt64(bitPattern: steps[nextStep])
      nextStep += 1
      guard first < Self.counterLimit, UInt64(count) <= Self.counterLimit - first else {
        throw CodecError(.outOfRange, "steps", "a counter needs more than 58 bits")
      }
      next[Int(index)] = first + UInt64(count)
      spans.append(
        UUIDSpan(isRaw: false, base: unsafe bases[Int(index) - 1], first: first, count: count))
    }
    let byteCount = unsafe column.pointee.raw.len
    guard byteCount == rawCount * SampleUUID.byteCount else {
      throw CodecError(.wrongCount, "raw", "\(byteCount) bytes for \(rawCount) rows")
    }
    return spans
  }

  private static let counterLimit: UInt64 = 1 << SampleUUID.counterBits

  /// The row counts of spans that together have `rows` rows, each at least 1.
  func spanCounts(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, rows: Int
  ) throws(CodecError) -> [Int] {
    let spanCount = try unsafe count(of: column, atMost: rows)
    var left = rows
    var counts: [Int] = []
    counts.reserveCapacity(spanCount)
    for count in try unsafe numbers(column, count: spanCount) {
      guard count > 0 else { throw CodecError(.outOfRange, "a span has no rows") }
      guard count <= left else {
        throw CodecError(.wrongCount, "the spans have more than \(rows) rows")
      }
      left -= Int(count)
      counts.append(Int(count))
    }
    guard left == 0 else {
      throw CodecError(.wrongCount, "the spans have \(rows - left) rows instead of \(rows)")
    }
    return counts
  }
}
