internal import CDyadMessages
internal import HealthModel

extension Unpacking {
  func details(
    _ message: UnsafeMutablePointer<Dyad__V1__Details>?
  ) throws(CodecError) -> Details {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    let columns = try at("values") { () throws(CodecError) in
      try unsafe metadata(message.pointee.n_values, message.pointee.values, rows: 1)
    }
    var details = Details()
    for column in columns {
      guard column.rows.count == 1 else {
        throw CodecError(.wrongCount, "values", "a value is told without a row")
      }
      details.values[column.key] = column.values[0]
    }
    let series = try at("series") { () throws(CodecError) in
      try unsafe values(message.pointee.n_series, message.pointee.series) {
        series throws(CodecError) in try unsafe self.series(series)
      }
    }
    for (name, numbers) in series {
      guard details.series.updateValue(numbers, forKey: name) == nil else {
        throw CodecError(.duplicate, "series", "two series have one name")
      }
    }
    return details
  }

  private func series(
    _ message: UnsafeMutablePointer<Dyad__V1__Series>
  ) throws(CodecError) -> (name: String, numbers: [Double]) {
    let count = try at("count") { () throws(CodecError) in
      try unsafe spend(message.pointee.count, from: .numbers)
    }
    let name = try at("name") { () throws(CodecError) in try unsafe text(message.pointee.name) }
    return (
      name,
      try at("numbers") { () throws(CodecError) in
        try unsafe finite(message.pointee.numbers, count: count)
      }
    )
  }
}
