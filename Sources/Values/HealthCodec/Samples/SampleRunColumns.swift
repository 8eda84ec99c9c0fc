internal import CDyadMessages
internal import HealthModel

/// Single columns of a sample run's message: the others are stepped over unread, so what the run
/// would be refused for there is not noticed.
@safe struct SampleRunColumns {
  /// Field numbers of `SampleRun` in samples.proto.
  private enum Field {
    static let count: UInt64 = 2
    static let uuids: UInt64 = 3
    static let starts: UInt64 = 4
    static let ends: UInt64 = 5
    static let quantities: UInt64 = 6
    static let sources: UInt64 = 9
    static let sourceIndexes: UInt64 = 10
    static let dots: UInt64 = 14
    static let positions: UInt64 = 15
  }

  private let unpacking: Unpacking
  private let count: Int
  private var uuids: UnsafeRawBufferPointer?
  private var starts: UnsafeRawBufferPointer?
  private var ends: UnsafeRawBufferPointer?
  private var dots: UnsafeRawBufferPointer?
  private var positions: UnsafeRawBufferPointer?
  private var quantities: UnsafeRawBufferPointer?
  private var sources: [UnsafeRawBufferPointer] = unsafe []
  private var sourceIndexes: UnsafeRawBufferPointer?

  /// Finds the columns in `bytes`, which outlive this value.
  init(_ bytes: UnsafeRawBufferPointer, limits: DecodingLimits) throws(CodecError) {
    unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
    var claimed: UInt32 = 0
    var scanner = unsafe FieldScanner(bytes)
    while let (field, content) = try scanner.next() {
      switch content {
      case .number(let number):
        // As protobuf does: the last one counts, of which the lower half.
        if field == Field.count { claimed = UInt32(truncatingIfNeeded: number) }
      case .bytes(let range):
        let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
        switch field {
        case Field.uuids: try unsafe Self.set(&uuids, to: content)
        case Field.starts: try unsafe Self.set(&starts, to: content)
        case Field.ends: try unsafe Self.set(&ends, to: content)
        case Field.dots: try unsafe Self.set(&dots, to: content)
        case Field.positions: try unsafe Self.set(&positions, to: content)
        case Field.quantities: try unsafe Self.set(&quantities, to: content)
        case Field.sources: unsafe sources.append(content)
        case Field.sourceIndexes: try unsafe Self.set(&sourceIndexes, to: content)
        default: break
        }
      case .other: break
      }
    }
    count = try unpacking.countOfSamples(claimed)
  }

  // protobuf would join the two, which nobody writes.
  private static func set(
    _ column: inout UnsafeRawBufferPointer?, to content: UnsafeRawBufferPointer
  ) throws(CodecError) {
    guard unsafe column == nil else { throw CodecError(.malformed, "a column occurs twice") }
    unsafe column = unsafe content
  }

  /// The rows' UUIDs.
  func decodeUUIDs() throws(CodecError) -> [SampleUUID] {
    try at("uuids") { () throws(CodecError) in
      guard let uuids = unsafe uuids else {
        return try unsafe unpacking.uuids(nil, count: count, isDistinct: true)
      }
      return try unsafe unpacking.uuids(
        unpacking.message(uuids, dyad__v1__uuid_column__unpack), count: count, isDistinct: true)
    }
  }

  /// The rows' starts and ends.
  func decodeTimes() throws(CodecError) -> (starts: [Double], ends: [Double]) {
    try unsafe unpacking.times(
      starts: time(starts, "starts"), ends: time(ends, "ends"), count: count)
  }

  /// The rows' times, values and sources; `nil` where they are no quantities.
  func decodeQuantities() throws(CodecError) -> QuantityColumns? {
    guard let payload = try decodePayload() else { return nil }
    let times = try decodeTimes()
    guard case .quantity(let values, let units) = payload,
      let columns = QuantityColumns(
        starts: times.starts, ends: times.ends, values: values, units: units,
        sources: try decodeSources())
    else { preconditionFailure("every column was asked for the run's rows") }
    return columns
  }

  /// The needed columns of the rows, which are of `type`; `nil` where they are no quantities.
  func decode(_ needs: NeededColumns, of type: ObjectType) throws(CodecError) -> SampleRun? {
    guard unsafe quantities != nil else { return nil }
    let zeros = [Double](repeating: 0, count: count)
    let times = needs.contains(.dates) ? try decodeTimes() : (starts: zeros, ends: zeros)
    let payload = needs.contains(.values) ? try decodePayload() : nil
    let units = DictionaryColumn(repeating: type.description?.canonicalUnit ?? .count, count: count)
    guard
      let run = SampleRun(
        type: type, uuids: [SampleUUID](repeating: SampleUUID(high: 0, low: 0), count: count),
        starts: times.starts, ends: times.ends,
        payload: payload ?? .quantity(values: zeros, units: units),
        sources: needs.contains(.sources)
          ? try decodeSources() : DictionaryColumn(repeating: .unsaid, count: count),
        devices: DictionaryColumn(repeating: nil, count: count),
        positions: needs.contains(.positions) ? try decodePositions() : CounterColumn())
    else { preconditionFailure("every column was asked for the run's rows") }
    return run
  }

  private func decodePayload() throws(CodecError) -> SampleRun.Payload? {
    guard let quantities = unsafe quantities else { return nil }
    return try at("quantities") { () throws(CodecError) in
      try unsafe unpacking.quantities(
        unpacking.message(quantities, dyad__v1__quantity_column__unpack), count: count)
    }
  }

  private func decodePositions() throws(CodecError) -> CounterColumn {
    try at("positions") { () throws(CodecError) in
      guard let positions = unsafe positions else { return CounterColumn() }
      return try unsafe unpacking.positions(
        unpacking.message(positions, dyad__v1__counter_column__unpack), count: count)
    }
  }

  private func decodeSources() throws(CodecError) -> DictionaryColumn<SourceRevision> {
    let revisions = try at("sources") { () throws(CodecError) in
      let count = unsafe sources.count
      try unpacking.checkDictionary(count, rows: self.count)
      var revisions: [SourceRevision] = []
      for index in 0..<count {
        revisions.append(
          try unsafe unpacking.revision(
            unpacking.message(sources[index], dyad__v1__source_revision__unpack)))
      }
      return revisions
    }
    return try at("source_indexes") { () throws(CodecError) in
      guard let bytes = unsafe sourceIndexes else {
        return try unsafe unpacking.dictionary(revisions, nil, count: count)
      }
      return try unsafe unpacking.dictionary(
        revisions, unpacking.message(bytes, dyad__v1__int_column__unpack), count: count)
    }
  }

  private func time(
    _ bytes: UnsafeRawBufferPointer?, _ field: StaticString
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__TimeColumn>? {
    guard let bytes = unsafe bytes else { return nil }
    return try unsafe at(field) { () throws(CodecError) in
      try unsafe unpacking.message(bytes, dyad__v1__time_column__unpack)
    }
  }

  /// The rows' dots.
  func decodeDots() throws(CodecError) -> DotColumn {
    try at("dots") { () throws(CodecError) in
      guard let dots = unsafe dots else { return DotColumn() }
      return try unsafe unpacking.dots(
        unpacking.message(dots, dyad__v1__dot_column__unpack), count: count)
    }
  }
}
