internal import CDyadMessages

extension Packing {
  /// A column of `values`, or nothing for none.
  func column(_ values: [Int64]) -> UnsafeMutablePointer<Dyad__V1__IntColumn>? {
    guard !values.isEmpty else { return nil }
    return unsafe column(values, as: IntColumnPlan(values))
  }

  /// A column of `values`, which are not empty, as planned.
  func column(
    _ values: [Int64], as plan: IntColumnPlan
  ) -> UnsafeMutablePointer<Dyad__V1__IntColumn> {
    let column = unsafe make(dyad__v1__int_column__init)
    unsafe column.pointee.start = plan.start
    unsafe column.pointee.bias = plan.bias
    let numbers = unsafe allocate(values.count, of: Int64.self)
    var previous = plan.start
    switch plan.transform {
    case .plain:
      unsafe column.pointee.transform = DYAD__V1__INT_COLUMN__TRANSFORM__PLAIN
      for row in values.indices { unsafe numbers[row] = values[row] &- plan.bias }
    case .delta:
      unsafe column.pointee.transform = DYAD__V1__INT_COLUMN__TRANSFORM__DELTA
      for row in values.indices {
        unsafe numbers[row] = values[row] &- previous &- plan.bias
        previous = values[row]
      }
    case .deltaOfDelta:
      unsafe column.pointee.transform = DYAD__V1__INT_COLUMN__TRANSFORM__DELTA_OF_DELTA
      var step = plan.bias
      for row in values.indices {
        let newStep = values[row] &- previous
        unsafe numbers[row] = newStep &- step
        step = newStep
        previous = values[row]
      }
    }
    unsafe column.pointee.values = numbers
    unsafe column.pointee.n_values = values.count
    if plan.isRunLength { unsafe joinRuns(of: column) }
    return unsafe column
  }

  /// Writes equal neighbours once, with their number.
  private func joinRuns(of column: UnsafeMutablePointer<Dyad__V1__IntColumn>) {
    guard let numbers = unsafe column.pointee.values else { return }
    let total = unsafe column.pointee.n_values
    let counts = unsafe allocate(total, of: UInt32.self)
    var runs = 0
    for row in 0..<total {
      if runs > 0, unsafe numbers[runs - 1] == numbers[row] {
        unsafe counts[runs - 1] += 1
      } else {
        unsafe numbers[runs] = numbers[row]
        unsafe counts[runs] = 1
        runs += 1
      }
    }
    unsafe column.pointee.n_values = runs
    if runs < total {
      unsafe column.pointee.counts = counts
      unsafe column.pointee.n_counts = runs
    }
  }

  /// A column of rows that come in runs: `indexes` of them, each up to the row in `ends`.
  func column(
    indexes: [Int64], ends: [Int]
  ) -> UnsafeMutablePointer<Dyad__V1__IntColumn>? {
    let rows = ends.last ?? 0
    guard rows > 0 else { return nil }
    if 2 * ends.count > rows {
      var values: [Int64] = []
      values.reserveCapacity(rows)
      for (index, end) in zip(indexes, ends) {
        while values.count < end { values.append(index) }
      }
      return unsafe column(values)
    }
    let column = unsafe make(dyad__v1__int_column__init)
    let counts = unsafe allocate(ends.count, of: UInt32.self)
    var start = 0
    for (run, end) in ends.enumerated() {
      unsafe counts[run] = UInt32(end - start)
      start = end
    }
    unsafe column.pointee.values = array(indexes)
    unsafe column.pointee.n_values = ends.count
    unsafe column.pointee.counts = counts
    unsafe column.pointee.n_counts = ends.count
    return unsafe column
  }
}
