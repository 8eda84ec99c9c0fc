/// UTC days.
package enum Day {
  /// The day of an instant of the years 1 to 9999.
  package static func number(of instant: Double) -> Int64 {
    // Whole seconds first, which are exact: a quotient of doubles could round up to the next day.
    let second = Int64(instant.rounded(.down))
    return (second >= 0 ? second / 86_400 : (second + 1) / 86_400 - 1) + 11_323
  }

  /// When a day begins.
  package static func start(of number: Int64) -> Double { Double(number - 11_323) * 86_400 }

  /// The first day of year 1 to the last of year 9999.
  package static let all: ClosedRange<Int64> = -719_162...2_932_896
}
