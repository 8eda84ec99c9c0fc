package import ConformanceWire

/// Lists of streams as columns.
package enum Streams {
  /// As a Streams, or as the same fields of another message.
  package static func value(_ streams: [Stream], counted field: String = "count") -> Value {
    var types: [String] = []
    var incarnations: [UInt64] = []
    var typePlaces: [Stream: Int64] = [:]
    var incarnationPlaces: [UInt64: Int64] = [:]
    var typeIndexes: [Int64] = []
    var incarnationIndexes: [Int64] = []
    for stream in streams {
      // A stream of no incarnation stands for the type alone, byte for byte.
      let key = Stream(0, stream.type)
      if typePlaces[key] == nil {
        typePlaces[key] = Int64(types.count)
        types.append(stream.type)
      }
      if incarnationPlaces[stream.incarnation] == nil {
        incarnationPlaces[stream.incarnation] = Int64(incarnations.count)
        incarnations.append(stream.incarnation)
      }
      typeIndexes.append(typePlaces[key, default: 0])
      incarnationIndexes.append(incarnationPlaces[stream.incarnation, default: 0])
    }
    return [
      "types": Value(types), "incarnations": Value(incarnations),
      field: .integer(Int64(streams.count)), "incarnation_indexes": Column.ints(incarnationIndexes),
      "type_indexes": Column.ints(typeIndexes),
    ]
  }

  /// Reads them.
  package static func read(
    _ value: Value, counted field: String = "count", most: Int
  ) throws(ModelError) -> [Stream] {
    let types = value["types"].items.map(\.string)
    let incarnations = value["incarnations"].items.map(\.word)
    guard Set(types.map { Array($0.utf8) }).count == types.count else {
      throw ModelError("types", "one stands twice")
    }
    guard Set(incarnations).count == incarnations.count else {
      throw ModelError("incarnations", "one stands twice")
    }
    guard let count = Int(exactly: value[field].word), count <= most else {
      throw ModelError(field, "there are more than \(most)")
    }
    let byIncarnation = try Column.places(
      value, "incarnation_indexes", rows: count, below: incarnations.count)
    let byType = try Column.places(value, "type_indexes", rows: count, below: types.count)
    let streams = zip(byIncarnation, byType).map { Stream(incarnations[$0], types[$1]) }
    guard Set(streams).count == count else {
      throw ModelError("type_indexes", "a stream occurs twice")
    }
    return streams
  }
}
