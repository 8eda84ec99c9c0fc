/// Writes lengths of time in somebody's language.
///
/// Linux's Foundation has the name and refuses to compile it; where HealthKit is imported, this is it.
///
/// As on Apple's platforms it may be handed to another thread, and must not be changed while others use it.
open class DateComponentsFormatter: Formatter, @unchecked Sendable {
  /// How long the names of units are.
  public enum UnitsStyle: Int, Sendable {
    case positional = 0
    case abbreviated = 1
    case short = 2
    case full = 3
    case spellOut = 4
    case brief = 5
  }

  /// What is done with units of which there are none.
  public struct ZeroFormattingBehavior: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// The options of these bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// Leading ones are left out of clock times, all of other texts.
    public static let `default` = Self(rawValue: 1)
    /// Those before the first that there are some of are left out.
    public static let dropLeading = Self(rawValue: 2)
    /// Those between others are left out.
    public static let dropMiddle = Self(rawValue: 4)
    /// Those after the last that there are some of are left out.
    public static let dropTrailing = Self(rawValue: 8)
    /// All are left out.
    public static let dropAll: Self = [.dropLeading, .dropMiddle, .dropTrailing]
    /// Clock times have two digits everywhere.
    public static let pad = Self(rawValue: 1 << 16)
  }

  /// Which units there may be; all from years to seconds where none are named.
  open var allowedUnits: NSCalendar.Unit = []
  /// How long the names of units are.
  open var unitsStyle = UnitsStyle.positional
  /// What is done with units of which there are none.
  open var zeroFormattingBehavior = ZeroFormattingBehavior.default
  /// The calendar whose units they are, and whose language.
  open var calendar: Calendar? = .autoupdatingCurrent
  /// Whether the last unit may have a fraction; it has none here, nor on Apple's platforms.
  open var allowsFractionalUnits = false
  /// How many units there may be; 0 is no bound.
  open var maximumUnitCount = 0
  /// Whether the largest unit joins the next one where there would be one of it: 63 seconds, not 1 minute and 3.
  open var collapsesLargestUnit = false
  /// When the time begins, for units of which not all are equally long.
  open var referenceDate: Date?

  private static let seconds = [
    "week": 604_800, "day": 86_400, "hour": 3_600, "minute": 60, "second": 1,
  ]

  private static let units: [(NSCalendar.Unit, Calendar.Component, String)] = [
    (.year, .year, "year"), (.month, .month, "month"), (.weekOfMonth, .weekOfMonth, "week"),
    (.day, .day, "day"), (.hour, .hour, "hour"), (.minute, .minute, "minute"),
    (.second, .second, "second"),
  ]

  private var chosen: [(component: Calendar.Component, name: String)] {
    let all = Self.units.filter { unit in
      if !allowedUnits.isEmpty { return allowedUnits.contains(unit.0) }
      return unit.0 != .weekOfMonth
    }
    return all.map { ($0.1, $0.2) }
  }

  /// The text of a number of seconds.
  open func string(from seconds: TimeInterval) -> String? {
    let start = referenceDate ?? Date(timeIntervalSinceReferenceDate: 0)
    return string(from: start, to: start + seconds)
  }

  /// The text of the time between two dates.
  open func string(from startDate: Date, to endDate: Date) -> String? {
    let calendar = calendar ?? .autoupdatingCurrent
    let components = calendar.dateComponents(
      Set(chosen.map(\.component)), from: startDate, to: endDate)
    return string(from: components)
  }

  /// The text of components as they are.
  open func string(from components: DateComponents) -> String? {
    var parts = chosen.map { unit in
      (value: components.value(for: unit.component) ?? 0, name: unit.name)
    }
    if collapsesLargestUnit { collapse(&parts) }
    let isClock = unitsStyle == .positional
    var behavior = zeroFormattingBehavior
    if behavior.contains(.default) { behavior.formUnion(isClock ? .dropLeading : .dropAll) }
    let first = parts.firstIndex { $0.value != 0 } ?? parts.count - 1
    let last = parts.lastIndex { $0.value != 0 } ?? parts.count - 1
    parts = parts.enumerated().filter { index, part in
      if part.value != 0 { return true }
      if index < first { return !behavior.contains(.dropLeading) }
      if index > last { return !behavior.contains(.dropTrailing) }
      return index == first || !behavior.contains(.dropMiddle)
    }.map(\.element)
    if maximumUnitCount > 0, parts.count > maximumUnitCount {
      let from = parts.firstIndex { $0.value != 0 } ?? 0
      parts = Array(parts[from...].prefix(maximumUnitCount))
    }
    guard !parts.isEmpty else { return nil }
    return isClock ? clock(parts, pads: behavior.contains(.pad)) : named(parts)
  }

  /// Makes one of the largest unit so many of the next, where that is the same number at all times.
  private func collapse(_ parts: inout [(value: Int, name: String)]) {
    guard let index = parts.firstIndex(where: { $0.value != 0 }), parts[index].value.magnitude == 1,
      index + 1 < parts.count
    else { return }
    let (large, small) = (parts[index].name, parts[index + 1].name)
    var count: Int?
    if let length = Self.seconds[large], let part = Self.seconds[small] { count = length / part }
    if large == "year", small == "month" { count = 12 }
    guard let count else { return }
    let (sum, overflow) = parts[index + 1].value.addingReportingOverflow(
      parts[index].value * count)
    guard !overflow else { return }
    parts[index + 1].value = sum
    parts[index].value = 0
  }

  private func clock(_ parts: [(value: Int, name: String)], pads: Bool) -> String {
    parts.enumerated().map { index, part in
      let digits = String(part.value.magnitude)
      let text =
        index > 0 || pads
        ? String(repeating: "0", count: max(0, 2 - digits.count)) + digits : digits
      return part.value < 0 && index == 0 ? "-" + text : text
    }.joined(separator: ":")
  }

  private func named(_ parts: [(value: Int, name: String)]) -> String {
    let locale = calendar?.locale ?? .autoupdatingCurrent
    let width: MeasuredText.Width =
      switch unitsStyle {
      case .positional, .abbreviated: .narrow
      case .short, .brief: .short
      case .full, .spellOut: .full
      }
    let texts = parts.map { part in
      let text =
        MeasuredText.text(Double(part.value), part.name, width, locale, digits: 0...0)
        ?? "\(part.value) \(part.name)"
      switch unitsStyle {
      case .brief: return text.filter { !$0.isWhitespace }
      case .spellOut: return spelled(text, part.value, locale)
      default: return text
      }
    }
    return unitsStyle == .brief
      ? texts.joined(separator: " ") : MeasuredText.list(texts, width, locale)
  }

  private func spelled(_ text: String, _ value: Int, _ locale: Locale) -> String {
    let numbers = NumberFormatter()
    numbers.locale = locale
    numbers.numberStyle = .decimal
    guard let digits = numbers.string(from: NSNumber(value: value)) else { return text }
    numbers.numberStyle = .spellOut
    guard let words = numbers.string(from: NSNumber(value: value)) else { return text }
    return text.replacingOccurrences(of: digits, with: words)
  }

  /// The text of components; `nil` for anything else.
  open override func string(for object: Any?) -> String? {
    (object as? DateComponents).flatMap { string(from: $0) }
  }

  /// The text of components in the language of this process.
  public class func localizedString(
    from components: DateComponents, unitsStyle: UnitsStyle
  ) -> String? {
    let formatter = DateComponentsFormatter()
    formatter.unitsStyle = unitsStyle
    return formatter.string(from: components)
  }
}
