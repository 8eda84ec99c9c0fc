internal import HealthModel

/// The heartbeats of which a record tells a variability: clock times without a day, in the phone's language.
struct BeatReader {
  /// As many as one record has; Apple's have a minute or two.
  private static let most = 4_096
  /// Time zones differ by whole quarters of an hour; in hundredths of seconds.
  private static let quarter = 90_000
  private static let halfDay = 4_320_000
  /// A pause that no heart makes.
  private static let mostPause = 60_000

  /// Hundredths of seconds of a day.
  private var times: [Int] = []
  private var rates: [Double] = []

  var isEmpty: Bool { times.isEmpty }

  /// Adds a beat: "7:47:41.86 PM", "20:14:07.68" or "08:33:44,67"; whether it was one.
  mutating func add(time: ArraySlice<UInt8>, rate: Double?) -> Bool {
    let groups = time.split { !(0x30...0x39).contains($0) }
    guard (3...4).contains(groups.count), times.count < Self.most else { return false }
    var parts = groups.map { group in
      group.prefix(2).reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    if parts.count == 3 {
      parts.append(0)
    } else if groups[3].count == 1 {
      parts[3] *= 10
    }
    guard parts[0] < 25, parts[1] < 60, parts[2] < 61 else { return false }
    times.append(((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 100 + parts[3])
    rates.append(rate ?? 0)
    return true
  }

  /// The beats as a series of the same start and source as a record; `nil` where they are none.
  func row(beside record: ImportRow) -> ImportRow? {
    guard let first = times.first else { return nil }
    // The zone of the clock is not known, but its quarters are.
    let start = Int(record.start.truncatingRemainder(dividingBy: 900)) * 100
    var elapsed = Self.positive(first - start, modulo: Self.quarter)
    if elapsed > Self.mostPause { elapsed = 0 }
    var seconds = [Double(elapsed) / 100]
    var gaps = [0.0]
    for index in times.indices.dropFirst() {
      // Modulo twelve hours, morning and afternoon need not be told apart.
      let pause = Self.positive(times[index] - times[index - 1], modulo: Self.halfDay)
      guard pause <= Self.mostPause else { return nil }
      elapsed += pause
      seconds.append(Double(elapsed) / 100)
      gaps.append(rates[index] > 0 && Double(pause) > 9_000 / rates[index] ? 1 : 0)
    }
    let end = max(record.end, record.start + (Double(elapsed) / 100).rounded(.up))
    var row = ImportRow(
      line: record.line, start: record.start, end: end, source: record.source,
      device: record.device)
    row.body = .details(Details(series: ["seconds": seconds, "gap": gaps]))
    return row
  }

  private static func positive(_ number: Int, modulo divisor: Int) -> Int {
    let rest = number % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
