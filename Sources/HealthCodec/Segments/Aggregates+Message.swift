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
    unsafe message.pointee.sum_components = column(entries.flatMap(\.sum))
    unsafe message.pointee.minima = column(entries.map(\.min))
    unsafe message.pointee.maxima = column(entries.map(\.max))
    unsafe message.pointee.reaches = column(entries.map(\.reach))
    return unsafe message
  }
}

extension Unpacking {
  fileprivate func aggregates(
    _ message: UnsafeMutablePointer<Dyad__V1__Aggregates>
  ) throws(CodecError) -> Aggregates {
    let count = try at("count") { () throws(CodecError) in
      try unsafe self.count(message.pointee.count, atMost: CodecBound.segmentRows)
    }
    let sources = try at("sources") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_sources, rows: count)
      return try unsafe values(message.pointee.n_sources, message.pointee.sources) {
        source throws(CodecError) in
        try unsafe self.source(source)
      }
    }
    let sourceColumn = try at("source_indexes") { () throws(CodecError) in
      try unsafe dictionary(sources, message.pointee.source_indexes, count: count)
    }
    let quarterHours = try at("quarter_hours") { () throws(CodecError) in
      try unsafe numbers(message.pointee.quarter_hours, count: count, in: Self.quarterHours)
    }
    let counts = try at("sample_counts") { () throws(CodecError) in
      try unsafe numbers(message.pointee.sample_counts, count: count, in: 1...Int64(Int32.max))
    }
    let reaches = try at("reaches") { () throws(CodecError) in
      try unsafe numbers(message.pointee.reaches, count: count, in: 0...Self.quarterHours.count64)
    }
    let sums = try unsafe sums(of: message, count: count)
    let minima = try at("minima") { () throws(CodecError) in
      try unsafe finite(message.pointee.minima, count: count)
    }
    let maxima = try at("maxima") { () throws(CodecError) in
      try unsafe finite(message.pointee.maxima, count: count)
    }
    guard zip(minima, maxima).allSatisfy({ $0 <= $1 }) else {
      throw CodecError(.outOfRange, "maxima", "a maximum is less than its minimum")
    }
    let sourceIndexes = sourceColumn.indexes()
    var entries: [Aggregate] = []
    entries.reserveCapacity(count)
    for row in 0..<count {
      entries.append(
        Aggregate(
          source: sourceColumn.values[sourceIndexes[row]], quarterHour: quarterHours[row],
          count: Int(counts[row]), sum: sums[row], min: minima[row], max: maxima[row],
          reach: reaches[row]))
    }
    guard let aggregates = Aggregates(stored: entries) else {
      throw CodecError(.unordered, "quarter_hours", "sources and quarter-hours do not ascend")
    }
    return aggregates
  }

  /// The quarter-hours in which a sample can start.
  private static let quarterHours =
    Instant.quarterHour(
      of: Instant.permitted.lowerBound)...Instant.quarterHour(of: Instant.permitted.upperBound)

  private func sums(
    of message: UnsafeMutablePointer<Dyad__V1__Aggregates>, count: Int
  ) throws(CodecError) -> [[Double]] {
    let counts = try at("component_counts") { () throws(CodecError) in
      try unsafe numbers(
        message.pointee.component_counts, count: count, in: 0...Int64(CodecBound.sumComponents))
    }
    let components = try at("sum_components") { () throws(CodecError) in
      try unsafe finite(message.pointee.sum_components, count: Int(counts.reduce(0, +)))
    }
    var sums: [[Double]] = []
    sums.reserveCapacity(count)
    var next = 0
    for count in counts {
      sums.append(Array(components[next..<(next + Int(count))]))
      next += Int(count)
    }
    return sums
  }
}

extension ClosedRange<Int64> {
  /// The distance from end to end.
  fileprivate var count64: Int64 { upperBound - lowerBound }
}
