internal import CDyadMessages
internal import HealthModel

// Minima, maxima and sums of values that are quotients, in place of eight bytes and more for each.
extension Packing {
  /// The minima, maxima and sums of entries, as quotients where that is shorter.
  func numbers(
    of entries: [Aggregate], into message: UnsafeMutablePointer<Dyad__V1__Aggregates>
  ) {
    let (minima, maxima) = (entries.map(\.min), entries.map(\.max))
    let divisor = Quotients.divisor(of: minima + maxima)
    if let divisor, !divisor.isDecimal,
      let least = Quotients(minima, over: divisor.number),
      let most = Quotients(maxima, over: divisor.number)
    {
      unsafe message.pointee.minimum_quotients = column(least)
      unsafe message.pointee.maximum_quotients = column(most)
    } else {
      unsafe message.pointee.minima = column(minima)
      unsafe message.pointee.maxima = column(maxima)
    }
    let components = entries.flatMap(\.sum)
    if let divisor, DecimalScale.decimals(components) == nil,
      let firsts = Quotients(entries.compactMap(\.sum.first), over: divisor.number),
      let rests = BinaryFractions(entries.flatMap { $0.sum.dropFirst() })
    {
      unsafe message.pointee.sum_quotients = column(firsts)
      unsafe message.pointee.rests = column(rests.numbers)
      unsafe message.pointee.rest_exponent = UInt32(rests.exponent)
    } else {
      unsafe message.pointee.sum_components = column(components)
    }
  }

  private func column(_ quotients: Quotients) -> UnsafeMutablePointer<Dyad__V1__QuotientColumn> {
    let column = unsafe make(dyad__v1__quotient_column__init)
    unsafe column.pointee.divisor = UInt32(quotients.divisor)
    unsafe column.pointee.numbers = self.column(quotients.numbers)
    if quotients.offsets.contains(where: { $0 != 0 }) {
      unsafe column.pointee.offsets = self.column(quotients.offsets)
    }
    return unsafe column
  }
}

extension Unpacking {
  /// The doubles of one of two columns, all finite.
  func finite(
    _ column: UnsafeMutablePointer<Dyad__V1__DoubleColumn>?,
    or quotients: UnsafeMutablePointer<Dyad__V1__QuotientColumn>?, count: Int
  ) throws(CodecError) -> [Double] {
    guard let quotients = unsafe quotients else {
      return try unsafe finite(column, count: count)
    }
    guard unsafe column == nil else { throw CodecError(.malformed, "more than one form") }
    return try unsafe self.quotients(quotients, count: count)
  }

  private func quotients(
    _ column: UnsafeMutablePointer<Dyad__V1__QuotientColumn>, count: Int
  ) throws(CodecError) -> [Double] {
    let divisor = unsafe column.pointee.divisor
    guard (1...UInt32(Quotients.mostDivisor)).contains(divisor) else {
      throw CodecError(.outOfRange, "divisor \(divisor)")
    }
    let numbers = try at("numbers") { () throws(CodecError) in
      try unsafe self.numbers(
        column.pointee.numbers, count: count, in: -DecimalScale.limit...DecimalScale.limit)
    }
    let scale = Double(divisor)
    guard let offsets = unsafe column.pointee.offsets else {
      return numbers.map { Double($0) / scale }
    }
    let moved = try at("offsets") { () throws(CodecError) in
      try unsafe self.numbers(
        offsets, count: count, in: -Quotients.mostOffset...Quotients.mostOffset)
    }
    let values = zip(numbers, moved).map { number, offset in
      Double(bitPattern: (Double(number) / scale).bitPattern &+ UInt64(bitPattern: offset))
    }
    guard values.allSatisfy(\.isFinite) else {
      throw CodecError(.notFinite, "a value is not a finite number")
    }
    return values
  }

  /// The components of sums, of which each row has so many.
  func components(
    of message: UnsafeMutablePointer<Dyad__V1__Aggregates>, counts: [Int64], total: Int
  ) throws(CodecError) -> [Double] {
    guard let quotients = unsafe message.pointee.sum_quotients else {
      return try at("sum_components") { () throws(CodecError) in
        try unsafe finite(message.pointee.sum_components, count: total)
      }
    }
    guard unsafe message.pointee.sum_components == nil else {
      throw CodecError(.malformed, "sum_quotients", "more than one form")
    }
    let summed = counts.count { $0 > 0 }
    let firsts = try at("sum_quotients") { () throws(CodecError) in
      try unsafe self.quotients(quotients, count: summed)
    }
    let exponent = unsafe message.pointee.rest_exponent
    guard exponent <= BinaryFractions.mostExponent else {
      throw CodecError(.outOfRange, "rest_exponent", "2 to the power of \(exponent)")
    }
    let rests = try at("rests") { () throws(CodecError) in
      try unsafe numbers(
        message.pointee.rests, count: total - summed, in: -DecimalScale.limit...DecimalScale.limit)
    }
    let scale = Double(sign: .plus, exponent: Int(exponent), significand: 1)
    var components: [Double] = []
    components.reserveCapacity(total)
    var (first, rest) = (0, 0)
    for count in counts where count > 0 {
      components.append(firsts[first])
      first += 1
      for _ in 1..<count {
        components.append(Double(rests[rest]) / scale)
        rest += 1
      }
    }
    return components
  }
}
