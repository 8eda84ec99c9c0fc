private import _FoundationICU

/// Numbers with units in somebody's language, from the data of the Unicode Consortium that Foundation brings.
enum MeasuredText {
  /// How long the name of a unit is.
  enum Width: String {
    case narrow = "unit-width-narrow"
    case short = "unit-width-short"
    case full = "unit-width-full-name"

    fileprivate var ofList: UListFormatterWidth {
      switch self {
      case .narrow: ULISTFMT_WIDTH_NARROW
      case .short: ULISTFMT_WIDTH_SHORT
      case .full: ULISTFMT_WIDTH_WIDE
      }
    }
  }

  /// A number with its unit.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - unit: CLDR's name of the unit, such as `kilogram`.
  ///   - width: How long the unit's name is.
  ///   - locale: Whose language.
  ///   - digits: How many digits stand after the point, at least and at most.
  ///   - usage: What is measured, as CLDR names it: the unit that people of the region use for it is chosen;
  ///     without it the unit stays.
  /// - Returns: The text; `nil` for a unit that CLDR does not know.
  static func text(
    _ value: Double, _ unit: String, _ width: Width, _ locale: Locale,
    digits: ClosedRange<Int> = 0...3, usage: String? = nil
  ) -> String? {
    var skeleton = "unit/\(unit) \(width.rawValue)"
    if let usage { skeleton += " usage/\(usage)" }
    if digits.upperBound == 0 {
      skeleton += " precision-integer"
    } else {
      skeleton += " ." + String(repeating: "0", count: digits.lowerBound)
      skeleton += String(repeating: "#", count: digits.upperBound - digits.lowerBound)
    }
    let characters = Array(skeleton.utf16)
    var status = U_ZERO_ERROR
    guard
      let formatter = unsafe swift_unumf_openForSkeletonAndLocale(
        characters, Int32(characters.count), locale.identifier, &status)
    else { return nil }
    defer { unsafe swift_unumf_close(formatter) }
    guard let result = unsafe swift_unumf_openResult(&status) else { return nil }
    defer { unsafe swift_unumf_closeResult(result) }
    unsafe swift_unumf_formatDouble(formatter, value, result, &status)
    return unsafe string(&status) { buffer, capacity, status in
      unsafe swift_unumf_resultToString(result, buffer, capacity, status)
    }
  }

  /// Texts as one, with what stands between them in a language.
  static func list(_ texts: [String], _ width: Width, _ locale: Locale) -> String {
    var status = U_ZERO_ERROR
    guard
      let formatter = unsafe swift_ulistfmt_openForType(
        locale.identifier, ULISTFMT_TYPE_UNITS, width.ofList, &status)
    else { return texts.joined(separator: ", ") }
    defer { unsafe swift_ulistfmt_close(formatter) }
    let characters = texts.flatMap { Array($0.utf16) }
    let lengths = texts.map { Int32($0.utf16.count) }
    let joined = unsafe characters.withUnsafeBufferPointer { start -> String? in
      var next = start.baseAddress
      let pointers = unsafe lengths.map { length in
        defer { unsafe next = next.map { unsafe $0 + Int(length) } }
        return unsafe next
      }
      return unsafe string(&status) { buffer, capacity, status in
        unsafe swift_ulistfmt_format(
          formatter, pointers, lengths, Int32(texts.count), buffer, capacity, status)
      }
    }
    return joined ?? texts.joined(separator: ", ")
  }

  private static func string(
    _ status: inout UErrorCode,
    _ write: (UnsafeMutablePointer<UInt16>?, Int32, UnsafeMutablePointer<UErrorCode>) -> Int32
  ) -> String? {
    guard status.rawValue <= U_ZERO_ERROR.rawValue else { return nil }
    let capacity = 512
    var buffer = [UInt16](repeating: 0, count: capacity)
    let length = unsafe write(&buffer, Int32(capacity), &status)
    guard status.rawValue <= U_ZERO_ERROR.rawValue, (0...Int32(capacity)).contains(length) else {
      return nil
    }
    return String(decoding: buffer.prefix(Int(length)), as: UTF16.self)
  }
}
