internal import CDyadMessages
internal import HealthModel

extension Unpacking {
  func details(
    _ message: UnsafeMutablePointer<Dyad__V1__Details>?
  ) throws(CodecError) -> Details {
    guard let message = unsafe message else { throw CodecError(.malformed, "missing") }
    var details = Details()
    details.values = try at("values") { () throws(CodecError) in
      try unsafe entries(message.pointee.n_values, message.pointee.values)
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

  /// Metadata of one row.
  func entries(
    _ count: Int,
    _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Dyad__V1__MetadataColumn>?>?
  ) throws(CodecError) -> Metadata {
    var entries: Metadata = [:]
    for column in try unsafe metadata(count, messages, rows: 1) {
      guard column.rows.count == 1 else {
        throw CodecError(.wrongCount, "a value is told without a row")
      }
      entries[column.key] = column.values[0]
    }
    return entries
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
