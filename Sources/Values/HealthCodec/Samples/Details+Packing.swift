internal import CDyadMessages
internal import HealthModel

extension Packing {
  /// Values and series in the order of their names, so that equal details give equal bytes.
  func details(
    _ details: Details
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Details> {
    let columns = Self.columns([details.values])
    let series = details.series.sorted { $0.key < $1.key }
    let message = unsafe make(dyad__v1__details__init)
    unsafe message.pointee.values = try at("values") { () throws(CodecError) in
      try unsafe metadata(columns)
    }
    unsafe message.pointee.n_values = columns.count
    unsafe message.pointee.series = try at("series") { () throws(CodecError) in
      try unsafe array(series) { series throws(CodecError) in
        try unsafe self.series(series.key, series.value)
      }
    }
    unsafe message.pointee.n_series = series.count
    return unsafe message
  }

  private func series(
    _ name: String, _ numbers: [Double]
  ) throws(CodecError) -> UnsafeMutablePointer<Dyad__V1__Series> {
    try spend(numbers.count, from: .numbers)
    guard numbers.allSatisfy(\.isFinite) else {
      throw CodecError(.notFinite, "numbers", "not a finite number", operation: .encode)
    }
    let message = unsafe make(dyad__v1__series__init)
    unsafe message.pointee.name = try text(name)
    unsafe message.pointee.count = try count(numbers.count, atMost: CodecBound.numbers)
    unsafe message.pointee.numbers = column(numbers)
    return unsafe message
  }
}
