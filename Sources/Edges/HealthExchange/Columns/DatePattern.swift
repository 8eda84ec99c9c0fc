package import CalendarEdges
internal import HealthModel
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
      Double(text).map { (milliseconds ? $0 / 1_000 : $0) - Instant.secondsFrom1970 }
        .flatMap { $0.isFinite ? $0 : nil }
    case .parts(let parts): Self.instant(text, parts, in: zone)
    }
  }

  private static let local: [[Part]] = [
    "yyyy-MM-ddTHH:mm:ss.S", "yyyy-MM-ddTHH:mm:ss", "yyyy-MM-ddTHH:mm", "yyyy-MM-dd HH:mm:ss.S",
    "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm", "yyyy-MM-dd",
    "yyyy-MM-dd HH:mm:ss.SZ", "yyyy-MM-dd HH:mm:ssZ", "yyyy-MM-dd HH:mm:ss Z",
    "yyyy-MM-ddTHH:mm:ss.SZ", "yyyy-MM-ddTHH:mm:ssZ", "yyyy-MM-ddTHH:mmZ",
  ].compactMap {
    if case .parts(let parts) = DatePattern($0) { parts } else { nil }
  }

  private static func iso(_ text: String, in zone: TimeZoneRules) -> Double? {
    for parts in local {
      if let instant = instant(text, parts, in: zone) { return instant }
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
  /// Blanks that break no line, which some languages put before AM and PM.
  private static let wideBlanks: [[UInt8]] = [
    [0xC2, 0xA0], [0xE2, 0x80, 0xAF], [0xE2, 0x80, 0x89],
  ]

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    let start = position
    var number = 0
    while position - start < digits.upperBound, let digit = digit() { number = number * 10 + digit }
    return position - start >= digits.lowerBound ? number : nil
  }

  mutating func fraction() -> Double? {
    let start = position
    var number = 0.0
    var weight = 0.1
    while let digit = digit() {
      number += Double(digit) * weight
      weight /= 10
    }
    return position > start ? number : nil
  }

  /// Whether it is after noon: "am", "PM", "a.m.".
  mutating func half() -> Bool? {
    guard let first = byte().map({ $0 | 0x20 }), "ap".utf8.contains(first) else { return nil }
    position += 1
    _ = skip(".")
    guard byte().map({ $0 | 0x20 }) == UInt8(ascii: "m") else { return nil }
    position += 1
    _ = skip(".")
    return first == UInt8(ascii: "p")
  }

  /// How many seconds ahead of UTC.
  mutating func offset() -> Int? {
    if skip("Z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(2...2), hours < 24 else { return nil }
    let needsMinutes = skip(":") || byte() != nil
    let minutes = needsMinutes ? number(2...2) : 0
    guard let minutes, minutes < 60 else { return nil }
    return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  /// Passes over blanks, of which there is one at least.
  mutating func blank() -> Bool {
    let start = position
    while let byte = byte() {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        position += 1
      } else if let wide = Self.wideBlanks.first(where: { bytes[position...].starts(with: $0) }) {
        position += wide.count
      } else {
        break
      }
    }
    return position > start
  }

  mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private func byte() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func digit() -> Int? {
    guard let byte = byte(), (0x30...0x39).contains(byte) else { return nil }
    position += 1
    return Int(byte - 0x30)
  }
}
