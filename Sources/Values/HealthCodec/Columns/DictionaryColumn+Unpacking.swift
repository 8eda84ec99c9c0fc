internal import CDyadMessages
internal import HealthModel

extension Unpacking {
  /// The rows of a column whose indexes may be left out, if the limits say so: all have the first value then.
  func rows<Value>(
    _ values: [Value], _ indexes: UnsafeMutablePointer<Dyad__V1__IntColumn>?, count: Int
  ) throws(CodecError) -> DictionaryColumn<Value> {
    if limits.allowsLeftOut, unsafe indexes == nil, let first = values.first {
      return DictionaryColumn(repeating: first, count: count)
    }
    return try unsafe dictionary(values, indexes, count: count)
  }

  /// The rows of a column of few distinct values.
  func dictionary<Value>(
    _ values: [Value], _ indexes: UnsafeMutablePointer<Dyad__V1__IntColumn>?, count: Int
  ) throws(CodecError) -> DictionaryColumn<Value> {
    var column = DictionaryColumn<Value>()
    try unsafe forEachRun(indexes, count: count) { index, rows throws(CodecError) in
      guard index >= 0, index < values.count else {
        throw CodecError(.outOfRange, "no value has index \(index)")
      }
      column.append(values[Int(index)], count: rows)
    }
    return column
  }

  /// Refuses more distinct values than rows.
  func checkDictionary(_ valueCount: Int, rows: Int) throws(CodecError) {
    guard valueCount <= rows else {
      throw CodecError(.tooLarge, "\(valueCount) distinct values for \(rows) rows")
    }
  }
}
