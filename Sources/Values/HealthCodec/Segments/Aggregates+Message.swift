internal import CDyadMessages
package import HealthModel

extension Aggregates: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("Aggregates") { () throws(CodecError) in
      let packing = Packing(expecting: 4096 + 128 * entries.count)
      return try unsafe packing.bytes(of: packing.aggregates(entries))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("Aggregates") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.aggregates(
          unpacking.message(bytes, dyad__v1__aggregates__unpack))
      }
    }
  }
}

extension Packing {
  fileprivate func aggregates(
    _ entries: [Aggregate]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Aggregates> {
    for entry in entries {
      guard entry.sum.count <= CodecBound.sumComponents else {
        throw CodecError(
          .tooLarge, "component_counts", "more than \(CodecBound.sumComponents) components",
          operation: .encode)
      }
      guard entry.min.isFinite, entry.max.isFinite, entry.sum.allSatisfy(\.isFinite) else {
        throw CodecError(
          .notFinite, "sum_components", "a value is not a finite number", operation: .encode)
      }
    }
    let sources = DictionaryColumn(entries.map(\.source))
    let message = unsafe make(dyad__v1__aggregates__init)
    unsafe message.pointee.count = try at("count") { () throws(CodecError) in
      try count(entries.count, atMost: CodecBound.segmentRows)
    }
    unsafe message.pointee.sources = try at("sources") { () throws(CodecError) in
      try unsafe array(sources.values) { source throws(CodecError) in
        try unsafe self.source(source)
      }
    }
    unsafe message.pointee.n_sources = sources.values.count
    unsafe message.pointee.source_indexes = indexes(of: sources)
    unsafe message.pointee.quarter_hours = column(entries.map(\.quarterHour))
    unsafe message.pointee.sample_counts = column(entries.map { Int64($0.count) })
    unsafe message.pointee.component_counts = column(entries.map { Int64($0.sum.count) })
    unsafe numbers(of: entries, into: message)
    unsafe message.pointee.reaches = column(entries.map(\.reach))
    return unsafe message
  }
}

extension AggregateColumns {
  /// Checks everything that the bytes of an `Aggregates` message claim, but for the form of its sums.
  package init(decoding bytes: Span<UInt8>, limits: DecodingLimits) throws(CodecError) {
    self = try unsafe bytes.bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("Aggregates") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.columns(
          unpacking.message(bytes, dyad__v1__aggregates__unpack))
      }
    }
  }
}

extension Unpacking {
  fileprivate func aggregates(
    _ message: UnsafeMutablePointer<Dyad__V1__Aggregates>
  ) throws(CodecError) -> Aggregates {
    let columns = try unsafe columns(message)
    var entries: [Aggregate] = []
    entries.reserveCapacity(columns.count)
    for row in 0..<columns.count {
      entries.append(
        Aggregate(
          source: columns.sources[columns.sourceIndexes[row]],
          quarterHour: columns.quarterHours[row], count: Int(columns.counts[row]),
          sum: Array(columns.components[columns.components(of: row..<row + 1)]),
          min: columns.minima[row],
          max: columns.maxima[row], reach: columns.reaches[row]))
    }
    guard let aggregates = Aggregates(stored: entries) else {
      throw CodecError(.unordered, "quarter_hours", "sources and quarter-hours do not ascend")
    }
    return aggregates
  }

  fileprivate func columns(
    _ message: UnsafeMutablePointer<Dyad__V1__Aggregates>
  ) throws(CodecError) -> AggregateColumns {
    let count = try at("count") { () throws(CodecError) in
      try unsafe self.count(message.pointee.count, atMost: CodecBound.segmentRows)
    }
    var columns = AggregateColumns()
    columns.sources = try at("sources") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_sources, rows: count)
      return try unsafe values(message.pointee.n_sources, message.pointee.sources) {
        source throws(CodecError) in
        try unsafe self.source(source)
      }
    }
    // As a column of few distinct values, which has each of them once.
    let sourceColumn = try at("source_indexes") { () throws(CodecError) in
      try unsafe dictionary(columns.sources, message.pointee.source_indexes, count: count)
    }
    columns.sources = sourceColumn.values
    columns.sourceIndexes = sourceColumn.indexes()
    columns.quarterHours = try at("quarter_hours") { () throws(CodecError) in
      try unsafe numbers(message.pointee.quarter_hours, count: count, in: Self.quarterHours)
    }
    columns.counts = try at("sample_counts") { () throws(CodecError) in
      try unsafe numbers(message.pointee.sample_counts, count: count, in: 1...Int64(Int32.max))
    }
    columns.reaches = try at("reaches") { () throws(CodecError) in
      try unsafe numbers(message.pointee.reaches, count: count, in: 0...Self.quarterHours.count64)
    }
    try unsafe readSums(of: message, count: count, into: &columns)
    columns.minima = try at("minima") { () throws(CodecError) in
      try unsafe finite(
        message.pointee.minima, or: message.pointee.minimum_quotients, count: count)
    }
    columns.maxima = try at("maxima") { () throws(CodecError) in
      try unsafe finite(
        message.pointee.maxima, or: message.pointee.maximum_quotients, count: count)
    }
    guard zip(columns.minima, columns.maxima).allSatisfy({ $0 <= $1 }) else {
      throw CodecError(.outOfRange, "maxima", "a maximum is less than its minimum")
    }
    guard columns.isInOrder else {
      throw CodecError(.unordered, "quarter_hours", "sources and quarter-hours do not ascend")
    }
    return columns
  }

  /// The quarter-hours in which a sample can start.
  private static let quarterHours =
    Instant.quarterHour(
      of: Instant.permitted.lowerBound)...Instant.quarterHour(of: Instant.permitted.upperBound) - 1

  private func readSums(
    of message: UnsafeMutablePointer<Dyad__V1__Aggregates>, count: Int,
    into columns: inout AggregateColumns
  ) throws(CodecError) {
    let counts = try at("component_counts") { () throws(CodecError) in
      try unsafe numbers(
        message.pointee.component_counts, count: count, in: 0...Int64(CodecBound.sumComponents))
    }
    var total = 0
    columns.componentEnds = counts.map { count in
      total += Int(count)
      return total
    }
    columns.components = try unsafe components(of: message, counts: counts, total: total)
  }
}

extension AggregateColumns {
  /// Whether rows ascend by source and quarter-hour, each pair once.
  fileprivate var isInOrder: Bool {
    guard zip(sources, sources.dropFirst()).allSatisfy({ $0 < $1 }) else { return false }
    for row in quarterHours.indices.dropFirst() {
      let (source, before) = (sourceIndexes[row], sourceIndexes[row - 1])
      guard source > before || source == before && quarterHours[row] > quarterHours[row - 1] else {
        return false
      }
    }
    return true
  }
}

extension ClosedRange<Int64> {
  /// The distance from end to end.
  fileprivate var count64: Int64 { upperBound - lowerBound }
}
