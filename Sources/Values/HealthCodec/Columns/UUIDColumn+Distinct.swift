internal import CDyadMessages
internal import CProtobufC
internal import HealthModel

extension Unpacking {
  /// Refuses a UUID that two rows have.
  ///
  /// Numbered ones are compared as spans, so that ours cost nothing.
  static func checkDistinct(
    _ spans: [UUIDSpan], raw: ProtobufCBinaryData
  ) throws(CodecError) {
    let numbered = spans.filter { !$0.isRaw }.sorted {
      ($0.base, $0.first) < ($1.base, $1.first)
    }
    let duplicate = CodecError(.duplicate, "a UUID occurs twice")
    for (left, right) in zip(numbered, numbered.dropFirst())
    where left.base == right.base && right.first - left.first < UInt64(left.count) {
      throw duplicate
    }
    guard let data = unsafe raw.data else { return }
    var rest: [SampleUUID] = []
    rest.reserveCapacity(unsafe raw.len / SampleUUID.byteCount)
    for offset in unsafe stride(from: 0, to: raw.len, by: SampleUUID.byteCount) {
      rest.append(unsafe uuid(at: data + offset))
    }
    if mayRepeat(rest) {
      let sorted = rest.sorted()
      for (left, right) in zip(sorted, sorted.dropFirst()) where left == right { throw duplicate }
    }
    guard !numbered.isEmpty else { return }
    for uuid in rest where uuid.isNumbered {
      guard !holds(numbered, uuid) else { throw duplicate }
    }
  }

  /// Whether a quick look does not rule out that two are equal.
  ///
  /// A table without a secret is enough: where somebody makes them collide, the look is given up
  /// after a few steps for each, and sorting decides.
  private static func mayRepeat(_ uuids: [SampleUUID]) -> Bool {
    let bits = Int.bitWidth - (2 * uuids.count).leadingZeroBitCount
    var table = [Int32](repeating: -1, count: 1 << bits)
    var steps = stepsPerUUID * uuids.count
    for (index, uuid) in uuids.enumerated() {
      let mixed = (uuid.high ^ uuid.low) &* 0x9E37_79B9_7F4A_7C15
      var slot = Int(truncatingIfNeeded: mixed >> UInt64(UInt64.bitWidth - bits))
      while table[slot] >= 0 {
        steps -= 1
        if steps < 0 || uuids[Int(table[slot])] == uuid { return true }
        slot = (slot + 1) & (table.count - 1)
      }
      table[slot] = Int32(truncatingIfNeeded: index)
    }
    return false
  }

  /// Random UUIDs take one step each in a table that is at most half full.
  private static let stepsPerUUID = 8

  private static func holds(_ spans: [UUIDSpan], _ uuid: SampleUUID) -> Bool {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if (spans[middle].base, spans[middle].first) <= (uuid.base, uuid.counter) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0 else { return false }
    let span = spans[low - 1]
    return span.base == uuid.base && uuid.counter - span.first < UInt64(span.count)
  }
}
