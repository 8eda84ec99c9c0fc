internal import CDyadMessages
internal import HealthModel

extension VersionVector.Stream {
  /// The order in which streams are written, so that equal values have equal bytes.
  func isOrdered(before other: Self) -> Bool {
    incarnation != other.incarnation ? incarnation < other.incarnation : type < other.type
  }
}

extension Packing {
  /// Distinct streams in the order given, or nothing for none.
  func streams(
    _ streams: [VersionVector.Stream]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Streams>? {
    guard !streams.isEmpty else { return nil }
    let types = DictionaryColumn(streams.map(\.type))
    let incarnations = DictionaryColumn(streams.map(\.incarnation))
    let message = unsafe make(dyad__v1__streams__init)
    unsafe message.pointee.types = try at("types") { () throws(CodecError) in
      try unsafe texts(types.values.map(\.identifier))
    }
    unsafe message.pointee.n_types = types.values.count
    unsafe message.pointee.incarnations = array(incarnations.values.map(\.rawValue))
    unsafe message.pointee.n_incarnations = incarnations.values.count
    unsafe message.pointee.count = try at("count") { () throws(CodecError) in
      try count(streams.count, atMost: CodecBound.intervals)
    }
    unsafe message.pointee.incarnation_indexes = indexes(of: incarnations)
    unsafe message.pointee.type_indexes = indexes(of: types)
    return unsafe message
  }
}

extension Unpacking {
  /// Distinct streams; none where they are left out.
  func streams(
    _ message: UnsafeMutablePointer<Dyad__V1__Streams>?, atMost bound: Int
  ) throws(CodecError) -> [VersionVector.Stream] {
    guard let message = unsafe message else { return [] }
    let count = try at("count") { () throws(CodecError) in
      try unsafe self.count(message.pointee.count, atMost: bound)
    }
    let types = try at("types") { () throws(CodecError) in
      try unsafe checkDictionary(message.pointee.n_types, rows: count)
      return try unsafe texts(message.pointee.n_types, message.pointee.types).map(ObjectType.init)
    }
    let incarnationCount = unsafe message.pointee.n_incarnations
    try at("incarnations") { () throws(CodecError) in
      try checkDictionary(incarnationCount, rows: count)
    }
    let typeIndexes = try at("type_indexes") { () throws(CodecError) in
      try unsafe indexes(message.pointee.type_indexes, count: count, into: types.count)
    }
    let incarnationIndexes = try at("incarnation_indexes") { () throws(CodecError) in
      try unsafe indexes(
        message.pointee.incarnation_indexes, count: count, into: incarnationCount)
    }
    var streams: [VersionVector.Stream] = []
    streams.reserveCapacity(count)
    for (type, incarnation) in zip(typeIndexes, incarnationIndexes) {
      streams.append(
        VersionVector.Stream(
          incarnation: Incarnation(rawValue: unsafe message.pointee.incarnations[incarnation]),
          type: types[type]))
    }
    _ = try at("type_indexes") { () throws(CodecError) in
      try rules.distinct(streams, "a stream")
    }
    return streams
  }

  /// Indexes into so many values.
  func indexes(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, count: Int, into valueCount: Int
  ) throws(CodecError) -> [Int] {
    var indexes: [Int] = []
    for number in try unsafe numbers(column, count: count) {
      guard number >= 0, number < valueCount else {
        throw CodecError(.outOfRange, "no value has index \(number)")
      }
      indexes.append(Int(number))
    }
    return indexes
  }
}
