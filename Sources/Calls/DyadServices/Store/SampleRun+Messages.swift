internal import HealthCodec
package import HealthModel

// Runs are columns, which HealthCodec reads and writes; here they are fields of messages.
extension SampleRun {
  /// Reads runs that were saved or told.
  ///
  /// Runs without rows say nothing and are left out.
  ///
  /// - Parameters:
  ///   - messages: The runs.
  ///   - field: What errors call them.
  ///   - links: Whether records of what belongs to a workout may be among them, which an owner copies.
  /// - Returns: Them.
  /// - Throws: For what is no run, or more than a message may have.
  package static func runs(
    _ messages: [[UInt8]], field: String = "runs", links: Bool = false
  ) throws(StoreWireError) -> [SampleRun] {
    var runs: [SampleRun] = []
    var weight = 0
    for (index, message) in messages.enumerated() {
      let place = "\(field)[\(index)]"
      let run = try run(message, in: place, links: links).withFullTypeName()
      guard !run.isEmpty else { continue }
      // Each run is bounded by itself, so the sum cannot overflow.
      weight += run.weight
      guard weight <= StoreBounds.weight else {
        throw StoreWireError(field, "they hold more than one message may")
      }
      runs.append(run)
    }
    return runs
  }

  /// Runs as fields of a message, of rows that nobody has numbered.
  ///
  /// Runs that are too long for one field take several.
  package static func messages(of runs: [SampleRun]) throws(StoreWireError) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    for run in runs {
      let run = try run.withoutNumbers()
      var start = 0
      while start < run.count {
        let end = run.rows(from: start, to: min(start + StoreBounds.rows, run.count)).end
        try run.slice(start..<end).appendMessages(to: &messages)
        start = end
      }
    }
    return messages
  }

  private static func run(
    _ message: [UInt8], in place: String, links: Bool
  ) throws(StoreWireError) -> SampleRun {
    let run: SampleRun
    do throws(CodecError) {
      run = try SampleRun(decoding: message, limits: .told)
    } catch {
      throw StoreWireError(error, in: place)
    }
    guard run.dots.isEmpty else {
      throw StoreWireError("\(place).dots", "a store numbers its rows itself")
    }
    guard !run.type.identifier.isEmpty, links || run.type != .association else {
      throw StoreWireError("\(place).type", "samples have no such type")
    }
    return run
  }

  /// Appends the rows in as few messages as are not too long.
  private func appendMessages(to messages: inout [[UInt8]]) throws(StoreWireError) {
    let bytes = try bytes(in: "runs")
    guard bytes.count > StoreBounds.runBytes, count > 1 else {
      messages.append(bytes)
      return
    }
    // At most twelve times, because each half has half the rows.
    try slice(0..<count / 2).appendMessages(to: &messages)
    try slice(count / 2..<count).appendMessages(to: &messages)
  }

  /// The same rows without dots and positions, which mean something inside the store alone.
  private func withoutNumbers() throws(StoreWireError) -> SampleRun {
    if dots.isEmpty, positions.isEmpty { return self }
    return try fresh(of: type)
  }

  /// The same rows where the type stands by its identifier, if it came by its short name.
  private func withFullTypeName() throws(StoreWireError) -> SampleRun {
    guard type.description == nil, let known = ObjectType(named: type.identifier) else {
      return self
    }
    return try fresh(of: known)
  }

  /// The same rows of a type, which nobody has numbered.
  private func fresh(of type: ObjectType) throws(StoreWireError) -> SampleRun {
    let run = SampleRun(
      type: type, uuids: uuids, starts: starts, ends: ends, payload: payload, sources: sources,
      devices: devices, metadata: metadata)
    guard let run else { throw StoreWireError("runs", "the columns do not fit each other") }
    return run
  }
}

extension DecodingLimits {
  /// For one run of a message, which is not longer than the message.
  fileprivate static let told = DecodingLimits(
    maxBytes: 1 << 22, maxSamples: StoreBounds.rows, allowsPositions: false, checksUUIDs: true,
    allowsLeftOut: true)
}
