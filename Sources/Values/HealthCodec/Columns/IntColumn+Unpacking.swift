internal import CDyadMessages

extension Unpacking {
  /// How many rows `column` has; refuses more than `bound`, and reserves nothing for them.
  func count(
    of column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, atMost bound: Int
  ) throws(CodecError) -> Int {
    guard let column = unsafe column else { return 0 }
    let values = unsafe column.pointee.n_values
    guard unsafe column.pointee.n_counts > 0, let counts = unsafe column.pointee.counts else {
      guard values <= bound else {
        throw CodecError(.wrongCount, "\(values) rows exceed \(bound)")
      }
      return values
    }
    guard unsafe column.pointee.n_counts == values else {
      throw CodecError(.malformed, "\(unsafe column.pointee.n_counts) counts for \(values) values")
    }
    // 32-bit counts cannot overflow: a message has fewer than 2^32 of them.
    var rows = 0
    for index in 0..<values {
      let count = unsafe counts[index]
      guard count > 0 else { throw CodecError(.outOfRange, "a count is 0") }
      rows += Int(count)
    }
    guard rows <= bound else { throw CodecError(.wrongCount, "\(rows) rows exceed \(bound)") }
    return rows
  }

  private func check(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, has count: Int
  ) throws(CodecError) {
    let rows = try unsafe self.count(of: column, atMost: count)
    guard rows == count else { throw CodecError(.wrongCount, "\(rows) rows instead of \(count)") }
  }

  /// The numbers of a column that has to have `count` rows.
  func numbers(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, count: Int
  ) throws(CodecError) -> [Int64] {
    try unsafe check(column, has: count)
    guard let column = unsafe column, count > 0, let values = unsafe column.pointee.values else {
      return []
    }
    let counts = unsafe column.pointee.n_counts > 0 ? column.pointee.counts : nil
    let start = unsafe column.pointee.start
    let bias = unsafe column.pointee.bias
    let transform = unsafe column.pointee.transform
    guard transform.rawValue <= DYAD__V1__INT_COLUMN__TRANSFORM__DELTA_OF_DELTA.rawValue else {
      throw CodecError(.outOfRange, "unknown transform \(transform.rawValue)")
    }
    return unsafe [Int64](unsafeUninitializedCapacity: count) { rows, initialised in
      if let counts = unsafe counts {
        var row = 0
        for index in unsafe 0..<column.pointee.n_values {
          let end = row + Int(unsafe counts[index])
          while row < end {
            unsafe rows[row] = values[index]
            row += 1
          }
        }
      } else if let target = rows.baseAddress {
        unsafe target.initialize(from: values, count: count)
      }
      initialised = count
      switch transform {
      case DYAD__V1__INT_COLUMN__TRANSFORM__DELTA:
        var number = start
        for row in 0..<count {
          number = unsafe number &+ bias &+ rows[row]
          unsafe rows[row] = number
        }
      case DYAD__V1__INT_COLUMN__TRANSFORM__DELTA_OF_DELTA:
        var number = start
        var step = bias
        for row in 0..<count {
          step = unsafe step &+ rows[row]
          number = number &+ step
          unsafe rows[row] = number
        }
      default:
        if bias != 0 {
          for row in 0..<count { unsafe rows[row] &+= bias }
        }
      }
    }
  }

  /// Whether a column, which has to have `count` rows, was written as one run of zeros.
  func isZero(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, count: Int
  ) throws(CodecError) -> Bool {
    guard let column = unsafe column, unsafe column.pointee.n_values == 1,
      unsafe column.pointee.values[0] == 0, unsafe column.pointee.bias == 0,
      unsafe column.pointee.transform == DYAD__V1__INT_COLUMN__TRANSFORM__PLAIN
    else { return false }
    try unsafe check(column, has: count)
    return true
  }

  /// Hands the numbers of a column that has to have `count` rows to `body`, equal neighbours that
  /// were written once at once.
  func forEachRun(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, count: Int,
    _ body: (_ number: Int64, _ rows: Int) throws(CodecError) -> Void
  ) throws(CodecError) {
    guard let column = unsafe column, unsafe column.pointee.n_counts > 0,
      unsafe column.pointee.transform == DYAD__V1__INT_COLUMN__TRANSFORM__PLAIN,
      let values = unsafe column.pointee.values, let counts = unsafe column.pointee.counts
    else {
      for number in try unsafe numbers(column, count: count) { try body(number, 1) }
      return
    }
    try unsafe check(column, has: count)
    for index in unsafe 0..<column.pointee.n_values {
      try unsafe body(values[index] &+ column.pointee.bias, Int(counts[index]))
    }
  }

  /// The numbers of a column that has to have `count` rows, each in `permitted`.
  func numbers(
    _ column: UnsafeMutablePointer<Dyad__V1__IntColumn>?, count: Int,
    in permitted: ClosedRange<Int64>
  ) throws(CodecError) -> [Int64] {
    let numbers = try unsafe numbers(column, count: count)
    guard numbers.allSatisfy({ permitted.contains($0) }) else {
      throw CodecError(
        .outOfRange, "a number is not in \(permitted.lowerBound)...\(permitted.upperBound)")
    }
    return numbers
  }
}
