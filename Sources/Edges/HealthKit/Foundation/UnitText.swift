/// Numbers with units as a number formatter has its numbers.
struct UnitText {
  private let locale: Locale
  private let digits: ClosedRange<Int>
  private let width: MeasuredText.Width
  private let numbers: NumberFormatter

  init(_ numbers: NumberFormatter, _ style: Formatter.UnitStyle) {
    self.numbers = numbers
    locale = numbers.locale ?? .autoupdatingCurrent
    let most = max(0, min(numbers.maximumFractionDigits, 15))
    digits = min(max(0, numbers.minimumFractionDigits), most)...most
    width =
      switch style {
      case .short: .narrow
      case .medium: .short
      case .long: .full
      @unknown default: .short
      }
  }

  func string(_ value: Double, _ unit: String, usage: String? = nil) -> String {
    MeasuredText.text(value, unit, width, locale, digits: digits, usage: usage)
      ?? "\(number(value)) \(unit)"
  }

  /// The unit without the number.
  func unit(_ value: Double, _ unit: String) -> String {
    string(value, unit).replacingOccurrences(of: number(value), with: "")
      .trimmingCharacters(in: .whitespaces)
  }

  private func number(_ value: Double) -> String {
    numbers.string(from: NSNumber(value: value)) ?? "\(value)"
  }
}
