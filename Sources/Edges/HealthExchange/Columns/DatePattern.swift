package import CalendarEdges
internal import TextFormats

/// How a table writes dates.
package enum DatePattern: Hashable, Sendable {
  /// ISO 8601; without an offset, by the clocks of the table's zone.
  case iso
  /// Seconds or milliseconds since 1970.
  case unix(milliseconds: Bool)
  /// Letters that stand for parts, as in `dd.MM.yyyy HH:mm`.
  case parts([Part])

  /// A part of a date.
  package enum Part: Hashable, Sendable {
    case year(digits: Int)
    case month, day, hour, hourOfHalf, minute, second, fraction, half, offset
    case blank
    case text(String)
  }

  /// From 1970 to 2001, in seconds.
  private static let epoch = 978_307_200.0

  /// The pattern of a text; `nil` where a letter stands for nothing, or no day comes of it.
  package init?(_ text: String) {
    switch text {
    case "iso": self = .iso
    case "unix": self = .unix(milliseconds: false)
    case "unix-ms": self = .unix(milliseconds: true)
    default:
      var parts: [Part] = []
      var rest = Substring(text)
      while let first = rest.first {
        let run = rest.prefix { $0 == first }
        rest = rest.dropFirst(run.count)
        guard let part = Self.part(first, run.count, run) else { return nil }
        parts.append(part)
      }
      let hasYear = parts.contains {
        if case .year = $0 { true } else { false }
      }
      guard hasYear, parts.contains(.month), parts.contains(.day) else { return nil }
      self = .parts(parts)
    }
  }

  private static func part(_ letter: Character, _ count: Int, _ run: Substring) -> Part? {
    switch letter {
    case "y": count == 4 || count == 2 ? .year(digits: count) : nil
    case "M": count <= 2 ? .month : nil
    case "d": count <= 2 ? .day : nil
    case "H": count <= 2 ? .hour : nil
    case "h": count <= 2 ? .hourOfHalf : nil
    case "m": count <= 2 ? .minute : nil
    case "s": count <= 2 ? .second : nil
    case "S": .fraction
    case "a": count == 1 ? .half : nil
    case "Z": .offset
    case " ": .blank
    case _ where letter.isLetter && letter != "T": nil
    default: .text(String(run))
    }
  }

  /// The instant that a text names, in seconds since 2001-01-01 UTC; `nil` where it names none.
  package func instant(_ text: String, in zone: TimeZoneRules) -> Double? {
    switch self {
    case .iso: Self.iso(text, in: zone)
    case .unix(let milliseconds):
      Double(text).map { (milliseconds ? $0 / 1_000 : $0) - Self.epoch }
        .flatMap { $0.isFinite ? $0 : nil }
    case .parts(let parts): Self.instant(text, parts, in: zone)
    }
  }

  private static let local: [DatePattern] = [
    "yyyy-MM-ddTHH:mm:ss.S", "yyyy-MM-ddTHH:mm:ss", "yyyy-MM-ddTHH:mm", "yyyy-MM-dd HH:mm:ss.S",
    "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm", "yyyy-MM-dd",
    "yyyy-MM-dd HH:mm:ss.SZ", "yyyy-MM-dd HH:mm:ssZ", "yyyy-MM-dd HH:mm:ss Z",
    "yyyy-MM-ddTHH:mm:ss.SZ", "yyyy-MM-ddTHH:mm:ssZ", "yyyy-MM-ddTHH:mmZ",
  ].compactMap { DatePattern($0) }

  private static func iso(_ text: String, in zone: TimeZoneRules) -> Double? {
    for pattern in local {
      if let instant = pattern.instant(text, in: zone) { return instant }
    }
    return nil
  }

  private static func instant(
    _ text: String, _ parts: [Part], in zone: TimeZoneRules
  ) -> Double? {
    var reader = PartReader(text)
    var (year, month, day) = (0, 0, 0)
    var (hour, minute, second) = (0, 0, 0)
    var fraction = 0.0
    var isAfternoon: Bool?
    var offset: Int?
    for part in parts {
      switch part {
      case .year(let digits):
        guard let number = reader.number(digits...digits) else { return nil }
        year = digits == 4 ? number : number + (number < 70 ? 2_000 : 1_900)
      case .month:
        guard let number = reader.number(1...2), (1...12).contains(number) else { return nil }
        month = number
      case .day:
        guard let number = reader.number(1...2) else { return nil }
        day = number
      case .hour:
        guard let number = reader.number(1...2), number < 24 else { return nil }
        hour = number
      case .hourOfHalf:
        guard let number = reader.number(1...2), (1...12).contains(number) else { return nil }
        hour = number % 12
      case .minute:
        guard let number = reader.number(1...2), number < 60 else { return nil }
        minute = number
      case .second:
        guard let number = reader.number(1...2), number < 60 else { return nil }
        second = number
      case .fraction:
        guard let number = reader.fraction() else { return nil }
        fraction = number
      case .half:
        guard let half = reader.half() else { return nil }
        isAfternoon = half
      case .offset:
        guard let number = reader.offset() else { return nil }
        offset = number
      case .blank: guard reader.blank() else { return nil }
      case .text(let expected): guard reader.skip(expected) else { return nil }
      }
    }
    guard reader.isAtEnd, year > 0, day >= 1,
      day <= CivilDate.dayCount(ofMonth: month, inYear: year)
    else { return nil }
    if isAfternoon ?? false { hour += 12 }
    let seconds =
      CivilDate(year, month, day).dayNumber * 86_400 + hour * 3_600 + minute * 60 + second
    if let offset { return Double(seconds - offset) + fraction }
    return Double(zone.instant(ofLocal: seconds)) + fraction
  }
}

/// Reads the parts of a date one after the other.
private struct PartReader {
  private var rest: Substring

  init(_ text: String) {
    rest = Substring(text)
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    let run = rest.prefix(digits.upperBound).prefix { $0.isASCII && $0.isNumber }
    guard run.count >= digits.lowerBound, let number = Int(run) else { return nil }
    rest = rest.dropFirst(run.count)
    return number
  }

  mutating func fraction() -> Double? {
    let run = rest.prefix { $0.isASCII && $0.isNumber }
    guard !run.isEmpty, let number = Double("0." + run) else { return nil }
    rest = rest.dropFirst(run.count)
    return number
  }

  /// Whether it is after noon.
  mutating func half() -> Bool? {
    let word = rest.prefix { $0.isLetter || $0 == "." }
    let letters = word.lowercased().filter(\.isLetter)
    guard letters == "am" || letters == "pm" else { return nil }
    rest = rest.dropFirst(word.count)
    return letters == "pm"
  }

  /// How many seconds ahead of UTC.
  mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(2...2), hours < 24 else { return nil }
    _ = skip(":")
    let minutes = number(2...2) ?? 0
    guard minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  /// Passes blanks over, also those that do not break lines, of which there is one at least.
  mutating func blank() -> Bool {
    let run = rest.prefix(while: \.isWhitespace)
    rest = rest.dropFirst(run.count)
    return !run.isEmpty
  }

  mutating func skip(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }
}
