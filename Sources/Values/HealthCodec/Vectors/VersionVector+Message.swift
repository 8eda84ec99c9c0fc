internal import CDyadMessages
package import HealthModel

extension VersionVector: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("VersionVector") { () throws(CodecError) in
      let packing = Packing(expecting: 1024 + 64 * streams.count)
      return try unsafe packing.bytes(of: packing.vector(self))
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("VersionVector") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe unpacking.vector(
          unpacking.message(bytes, dyad__v1__version_vector__unpack))
      }
    }
  }
}

extension Packing {
  func vector(
    _ vector: VersionVector
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__VersionVector> {
    // Sorted, so that equal vectors give equal bytes.
    let streams = vector.streams.sorted {
      ($0.key.incarnation, $0.key.type.identifier) < ($1.key.incarnation, $1.key.type.identifier)
    }
    let types = DictionaryColumn(streams.map(\.key.type))
    let incarnations = DictionaryColumn(streams.map(\.key.incarnation))
    var columns = IntervalColumns()
    for (_, intervals) in streams { try columns.append(intervals) }
    try spend(intervals: columns.gaps.count)
    let message = unsafe make(dyad__v1__version_vector__init)
    unsafe message.pointee.types = try at("types") { () throws(CodecError) in
      try unsafe texts(types.values.map(\.identifier))
    }
    unsafe message.pointee.n_types = types.values.count
    unsafe message.pointee.incarnations = array(incarnations.values.map(\.rawValue))
    unsafe message.pointee.n_incarnations = incarnations.values.count
    unsafe message.pointee.stream_count = UInt32(streams.count)
    unsafe message.pointee.incarnation_indexes = indexes(of: incarnations)
    unsafe message.pointee.type_indexes = indexes(of: types)
    unsafe message.pointee.interval_counts = column(columns.counts)
    unsafe message.pointee.gaps = column(columns.gaps)
    unsafe message.pointee.lengths = column(columns.lengths)
    return unsafe message
  }

  /// The numbers of each incarnation.
  func live(
    _ live: [Incarnation: IntervalSet]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__LiveDots>? {
    let streams = live.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    guard !streams.isEmpty else { return nil }
    var columns = IntervalColumns()
    for (_, intervals) in streams { try columns.append(intervals) }
    let message = unsafe make(dyad__v1__live_dots__init)
    unsafe message.pointee.incarnations = array(streams.map(\.key.rawValue))
    unsafe message.pointee.n_incarnations = streams.count
    unsafe message.pointee.interval_counts = column(columns.counts)
    unsafe message.pointee.gaps = column(columns.gaps)
    unsafe message.pointee.lengths = column(columns.lengths)
    return unsafe message
  }
}

extension Unpacking {
  func vector(
    _ message: UnsafeMutablePointer<Dyad__V1__VersionVector>
  ) throws(CodecError) -> VersionVector {
    let count = try at("stream_count") { () throws(CodecError) in
      try unsafe self.count(message.pointee.stream_count, atMost: CodecBound.intervals)
    }
    let types = try at("types") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_types, rows: count)
      return try unsafe texts(message.pointee.n_types, message.pointee.types)
    }
    let incarnations = try at("incarnations") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_incarnations, rows: count)
      return unsafe [UInt64](
        UnsafeBufferPointer(
          start: message.pointee.incarnations, count: message.pointee.n_incarnations))
    }
    let typeColumn = try at("type_indexes") { () throws(CodecError) in
      try unsafe dictionary(types.map(ObjectType.init), message.pointee.type_indexes, count: count)
    }
    let incarnationColumn = try at("incarnation_indexes") { () throws(CodecError) in
      try unsafe dictionary(
        incarnations.map(Incarnation.init), message.pointee.incarnation_indexes, count: count)
    }
    let sets = try unsafe intervalSets(
      count, counts: message.pointee.interval_counts, gaps: message.pointee.gaps,
      lengths: message.pointee.lengths)
    var vector = VersionVector()
    let typeIndexes = typeColumn.indexes()
    let incarnationIndexes = incarnationColumn.indexes()
    for (row, set) in sets.enumerated() {
      let stream = VersionVector.Stream(
        incarnation: incarnationColumn.values[incarnationIndexes[row]],
        type: typeColumn.values[typeIndexes[row]])
      guard vector.streams[stream] == nil else {
        throw CodecError(.duplicate, "type_indexes", "a stream occurs twice")
      }
      vector[stream] = set
    }
    return vector
  }

  /// The numbers of each incarnation.
  func live(
    _ message: UnsafeMutablePointer<Dyad__V1__LiveDots>?
  ) throws(CodecError) -> [Incarnation: IntervalSet] {
    guard let message = unsafe message else { return [:] }
    let count = unsafe message.pointee.n_incarnations
    guard count <= CodecBound.intervals else {
      throw CodecError(.tooLarge, "incarnations", "\(count) exceed \(CodecBound.intervals)")
    }
    let sets = try unsafe intervalSets(
      count, counts: message.pointee.interval_counts, gaps: message.pointee.gaps,
      lengths: message.pointee.lengths)
    var live: [Incarnation: IntervalSet] = [:]
    var last: UInt64?
    for (row, set) in sets.enumerated() {
      let incarnation = unsafe message.pointee.incarnations[row]
      if let last, incarnation <= last {
        throw CodecError(.unordered, "incarnations", "incarnations do not ascend")
      }
      live[Incarnation(rawValue: incarnation)] = set
      last = incarnation
    }
    return live
  }
}
