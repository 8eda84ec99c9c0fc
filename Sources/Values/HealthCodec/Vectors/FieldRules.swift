internal import HealthModel

/// What the fields of sync messages permit, whichever way the values go.
struct FieldRules {
  let operation: CodecError.Operation

  func error(_ code: CodecError.Code, _ detail: String) -> CodecError {
    CodecError(code, detail, operation: operation)
  }

  /// A time or a length of it; minus zero becomes zero, so that equal values have equal bytes.
  func finite(_ seconds: Double) throws(CodecError) -> Double {
    guard seconds.isFinite else { throw error(.notFinite, "it is not a finite number") }
    return seconds + 0
  }

  /// The end of a window.
  func instant(_ seconds: Double) throws(CodecError) -> Double {
    guard Instant.permitted.contains(seconds) else {
      throw error(.badDate, "an instant lies outside the years 1 to 9999")
    }
    return seconds + 0
  }

  /// What may be infinite, but is a number.
  func number(_ seconds: Double) throws(CodecError) -> Double {
    guard !seconds.isNaN else { throw error(.outOfRange, "it is no number") }
    return seconds + 0
  }

  /// How many there are.
  @discardableResult
  func count(_ count: Int, atMost bound: Int) throws(CodecError) -> Int {
    guard count <= bound else { throw error(.tooLarge, "\(count) exceed \(bound)") }
    return count
  }

  /// A text of limited length.
  func text(_ text: String, atMost bound: Int = Source.mostTextBytes) throws(CodecError) -> String {
    guard text.utf8.count <= bound else {
      throw error(.tooLarge, "a text has \(text.utf8.count) bytes and may have \(bound)")
    }
    return text
  }

  /// A text that names something.
  func name(_ text: String, atMost bound: Int = Source.mostTextBytes) throws(CodecError) -> String {
    guard !text.isEmpty else { throw error(.malformed, "it is empty") }
    return try self.text(text, atMost: bound)
  }

  /// Something that is counted, and may be counted on.
  func ordinal(_ number: UInt64) throws(CodecError) -> UInt64 {
    guard number <= UInt64(Int64.max) else {
      throw error(.outOfRange, "it is not below 2^63")
    }
    return number
  }

  /// A position of a log.
  func position(_ position: Int64) throws(CodecError) -> Int64 {
    guard position >= 0, position < .max else {
      throw error(.outOfRange, "a position is not in 0..<2^63 - 1")
    }
    return position
  }

  /// Values of which none occurs twice.
  func distinct<Value: Hashable>(_ values: [Value], _ what: String) throws(CodecError) -> Set<Value>
  {
    let set = Set(values)
    guard set.count == values.count else { throw error(.duplicate, "\(what) occurs twice") }
    return set
  }

  /// Days that ascend, none of them beyond what samples have.
  func ascending(_ days: [Int64]) throws(CodecError) {
    guard days.allSatisfy({ DayList.permittedDays.contains($0) }) else {
      throw error(.badDate, "a day lies outside the years 1 to 9999")
    }
    guard zip(days, days.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw error(.unordered, "days do not ascend")
    }
  }

  /// Spans of days that ascend and have no day in common.
  func ascending(_ spans: [ClosedRange<Int64>]) throws(CodecError) {
    guard
      spans.allSatisfy({
        DayList.permittedDays.contains($0.lowerBound)
          && DayList.permittedDays.contains($0.upperBound)
      })
    else { throw error(.badDate, "a day lies outside the years 1 to 9999") }
    guard zip(spans, spans.dropFirst()).allSatisfy({ $0.upperBound < $1.lowerBound }) else {
      throw error(.unordered, "spans do not ascend or have days in common")
    }
  }
}

extension Packing {
  var rules: FieldRules { FieldRules(operation: .encode) }
}

extension Unpacking {
  var rules: FieldRules { FieldRules(operation: .decode) }
}
