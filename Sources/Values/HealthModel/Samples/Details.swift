/// What an object of a later kind carries: values with names, and series of numbers with names.
///
/// The route of a workout has a series of latitudes, one of longitudes and more; an electrocardiogram has a verdict as
/// a value, and one series of voltages. `DetailsForm` tells which of them a type has.
package struct Details: Hashable, Sendable {
  /// As many numbers as all series of one object have: a place each second for eight hours, with all that is known
  /// of it.
  package static let mostNumbers = 262_144
  /// As long as a text may be.
  package static let mostTextBytes = 256 * 1_024

  package var values: Metadata
  package var series: [String: [Double]]

  package init(values: Metadata = [:], series: [String: [Double]] = [:]) {
    self.values = values
    self.series = series
  }

  /// When it begins, where it says so.
  package var start: Double? { series["time"]?.first }

  /// When an object that begins at an instant ends, by what it carries.
  package func end(from start: Double) -> Double {
    if let last = series["time"]?.last { return last }
    // Rounded up, so that the last one is in it.
    if let last = series["seconds"]?.last { return last == 0 ? start : (start + last).nextUp }
    guard case .quantity(let frequency) = values["samplingFrequency"], frequency.value > 0,
      let hertz = try? frequency.value(in: .hertz()), let count = series["microvolts"]?.count
    else { return start }
    return start + Double(count) / hertz
  }

  /// How many numbers all series have.
  package var numberCount: Int { series.values.reduce(0) { $0 + $1.count } }

  /// How many numbers take as much room as all of it.
  var size: Int {
    values.values.reduce(numberCount) { size, value in
      if case .string(let text) = value { size + text.utf8.count / 8 } else { size }
    }
  }

  /// About as many bytes as it takes in a message.
  var weight: Int {
    let weight = values.reduce(0) { $0 + 24 + $1.key.utf8.count + $1.value.byteCount }
    return series.reduce(weight) { $0 + 16 + $1.key.utf8.count + 8 * $1.value.count }
  }
}

extension SampleRun {
  /// How many numbers take as much room as the details of a row.
  private func size(of row: Int) -> Int {
    guard case .objects(let bodies) = payload, case .details(let details) = bodies[row] else {
      return 0
    }
    return details.size
  }

  /// Where rows from `row` on have to end, so that their details take no more room than the numbers that one run may have.
  ///
  /// - Parameters:
  ///   - row: The first one.
  ///   - end: They may go as far as this.
  ///   - taken: How many numbers there are before them.
  /// - Returns: The end, and how many numbers there are with them. An object that is too large for any run stands
  ///   alone.
  package func rows(
    from row: Int, to end: Int, afterNumbers taken: Int = 0
  ) -> (end: Int, numbers: Int) {
    guard case .objects = payload else { return (end, taken) }
    var numbers = taken
    for next in row..<end {
      let count = size(of: next)
      if numbers > 0, numbers + count > Details.mostNumbers { return (next, numbers) }
      numbers += count
    }
    return (end, numbers)
  }
}
