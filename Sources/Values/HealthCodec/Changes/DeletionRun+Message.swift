internal import CDyadMessages
package import HealthModel

extension DeletionRun: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("DeletionRun") { () throws(CodecError) in
      let packing = Packing(expecting: 4096 + 8 * count)
      return try unsafe packing.bytes(of: packing.deletions(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("DeletionRun") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.deletions(
          unpacking.message(bytes, dyad__v1__deletion_run__unpack))
      }
    }
  }
}

extension Packing {
  func deletions(
    _ run: DeletionRun
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__DeletionRun> {
    guard run.ends.allSatisfy({ Instant.permitted.contains($0) }) else {
      throw CodecError(
        .badDate, "ends", "an instant lies outside the years 1 to 9999", operation: .encode)
    }
    let message = unsafe make(dyad__v1__deletion_run__init)
    unsafe message.pointee.type = try at("type") { () throws(CodecError) in
      try unsafe text(run.type.identifier)
    }
    unsafe message.pointee.count = try at("count") { () throws(CodecError) in
      try count(run.count, atMost: CodecBound.rows)
    }
    unsafe message.pointee.uuids = column(run.uuids)
    unsafe message.pointee.ends = times(run.ends)
    unsafe message.pointee.sources = try at("sources") { () throws(CodecError) in
      try unsafe array(run.sources.values) { source throws(CodecError) in
        try unsafe self.source(source)
      }
    }
    unsafe message.pointee.n_sources = run.sources.values.count
    unsafe message.pointee.source_indexes = indexes(of: run.sources)
    unsafe message.pointee.dots = column(run.dots)
    unsafe message.pointee.positions = column(run.positions)
    return unsafe message
  }
}

extension Unpacking {
  func deletions(
    _ message: UnsafeMutablePointer<Dyad__V1__DeletionRun>
  ) throws(CodecError) -> DeletionRun {
    let count = try unsafe countOfDeletions(message.pointee.count)
    let type = try at("type") { () throws(CodecError) in
      ObjectType(try unsafe text(message.pointee.type))
    }
    // R23: two dots of one UUID die together.
    let uuids = try at("uuids") { () throws(CodecError) in
      try unsafe self.uuids(message.pointee.uuids, count: count, isDistinct: false)
    }
    let ends = try at("ends") { () throws(CodecError) in
      try unsafe times(message.pointee.ends, count: count)
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
    let dots = try at("dots") { () throws(CodecError) in
      let dots = try unsafe self.dots(message.pointee.dots, count: count)
      guard dots.count == count else {
        throw CodecError(.wrongCount, "\(dots.count) rows instead of \(count)")
      }
      return dots
    }
    let positions = try at("positions") { () throws(CodecError) in
      try unsafe self.positions(message.pointee.positions, count: count)
    }
    guard
      let run = DeletionRun(
        type: type, uuids: uuids, ends: ends, sources: sourceColumn, dots: dots,
        positions: positions)
    else {
      preconditionFailure("every column was asked for the run's rows")
    }
    return run
  }
}
