internal import HealthModel
internal import TextFormats

/// Reads an electrocardiogram as Apple's export has it: a table of facts, then a voltage in each line, all in the
/// language and with the decimal mark of the phone.
enum ECGReader {
  /// As many voltages as a sample has.
  private static let most = Details.mostNumbers
  private static let mostFacts = 64
  /// How many voltages a second may have.
  static let frequencies = 1...100_000.0
  /// The app has no name in the file, and the name in it is the owner's.
  private static let source = "Apple Watch"

  /// The sample; `nil` for what is no electrocardiogram.
  static func sample(_ bytes: [UInt8], naming name: () -> SampleUUID) -> Sample? {
    var facts: [String] = []
    var voltages: [Double] = []
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      if let voltage = number(line) {
        guard voltages.count < most else { return nil }
        voltages.append(voltage)
      } else if voltages.isEmpty, facts.count < mostFacts {
        facts.append(String(decoding: line, as: UTF8.self))
      }
    }
    let values = facts.map(Self.value)
    guard !voltages.isEmpty, let start = values.lazy.compactMap(instant).first,
      let hertz = values.lazy.compactMap(Self.hertz).first
    else { return nil }
    let classification = values.lazy.compactMap(Self.classification).first ?? 0
    let isMilli = values.contains { $0 == "mV" }
    let details = Details(
      values: [
        "classification": .integer(classification), "symptomsStatus": .integer(0),
        "samplingFrequency": .quantity(Quantity(hertz, .hertz())),
      ], series: ["microvolts": isMilli ? voltages.map { $0 * 1_000 } : voltages])
    let end = details.end(from: start)
    guard (try? details.check(for: .electrocardiogram, in: start...max(start, end))) != nil else {
      return nil
    }
    return Sample(
      uuid: name(), type: .electrocardiogram, start: start, end: end,
      value: .object(.details(details)), source: SourceRevision(source: NamedSource.source(source)))
  }

  /// What stands behind the first comma, without its quotes.
  private static func value(_ fact: String) -> String {
    guard let comma = fact.firstIndex(of: ",") else { return "" }
    let value = fact[fact.index(after: comma)...]
    return value.hasPrefix("\"") && value.hasSuffix("\"") && value.count > 1
      ? String(value.dropFirst().dropLast()) : String(value)
  }

  /// A line that is a number and nothing else, with a point or a comma.
  private static func number(_ line: ArraySlice<UInt8>) -> Double? {
    guard line.count <= 32 else { return nil }
    var bytes = Array(line)
    while bytes.last == 0x20 { bytes.removeLast() }
    guard bytes.count(where: { $0 == 0x2C }) < 2 else { return nil }
    if let comma = bytes.firstIndex(of: 0x2C) { bytes[comma] = 0x2E }
    return DecimalReader.number(bytes[...])
  }

  /// "2021-05-01 10:00:00 +0200".
  private static func instant(_ value: String) -> Double? {
    var dates = AppleDateReader()
    return dates.seconds(Array(value.utf8)[...])
  }

  /// "512 hertz", "511,562 Hertz".
  private static func hertz(_ value: String) -> Double? {
    let words = value.split { $0.isWhitespace }
    guard words.count == 2, words[1].lowercased().hasPrefix("h"),
      let hertz = number(Array(words[0].utf8)[...]), frequencies.contains(hertz)
    else { return nil }
    return hertz
  }

  /// HealthKit's number of a verdict, in English; others stay unsaid.
  static func classification(_ value: String) -> Int64? {
    let word = value.lowercased()
    let verdicts: [(String, Int64)] = [
      ("sinus rhythm", 1), ("atrial fibrillation", 2), ("heart rate under", 3),
      ("heart rate over", 4), ("poor recording", 5), ("inconclusive", 6), ("unrecognized", 100),
    ]
    return verdicts.first { word.contains($0.0) }?.1
  }
}
