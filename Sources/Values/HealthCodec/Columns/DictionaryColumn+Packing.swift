internal import CDyadMessages
internal import HealthModel

extension Packing {
  /// The index of every row's value.
  func indexes<Value>(
    of column: DictionaryColumn<Value>
  ) -> UnsafeMutablePointer<Dyad__V1__IntColumn>? {
    unsafe self.column(indexes: column.runIndexes.map { Int64($0) }, ends: column.runEnds)
  }

  /// The distinct values that are there, and for every row 0 or 1 + the index of its value.
  func indexes<Value>(
    ofPresent column: DictionaryColumn<Value?>
  ) -> (values: [Value], indexes: UnsafeMutablePointer<Dyad__V1__IntColumn>?) {
    var values: [Value] = []
    var places: [Int64] = []
    for value in column.values {
      if let value {
        values.append(value)
        places.append(Int64(values.count))
      } else {
        places.append(0)
      }
    }
    return unsafe (
      values, self.column(indexes: column.runIndexes.map { places[$0] }, ends: column.runEnds)
    )
  }
}
