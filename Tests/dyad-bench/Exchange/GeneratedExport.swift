internal import SystemCore
internal import TestSupport
internal import TextFormats

/// An export of Apple Health of any size, as a phone and a watch make it: half of it heart rates with metadata, then
/// steps, then energy.
struct GeneratedExport {
  private static let pieceBytes = 1 << 20

  let folder: TemporaryFolder
  let path: String

  /// Writes it.
  init(records count: Int, seed: UInt64) throws {
    folder = try TemporaryFolder()
    path = folder.file("export.xml")
    var generator = SeededGenerator(seed: seed)
    var written = Writer(count: count)
    try FileSystem.createFile(path) { written.next(&generator) }
  }

  private struct Writer {
    let count: Int
    var row = 0
    var seconds = 500_000_000
    var isOver = false

    mutating func next(_ generator: inout SeededGenerator) -> [UInt8]? {
      guard !isOver else { return nil }
      var text = row == 0 ? Self.head : ""
      while row < count, text.utf8.count < GeneratedExport.pieceBytes {
        text += record(&generator)
        row += 1
      }
      if row == count {
        text += "</HealthData>\n"
        isOver = true
      }
      return Array(text.utf8)
    }

    private static let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!-- HealthKit Export Version: 14 -->
      <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation)*)>
      ]>
      <HealthData locale="en_US">
       <ExportDate value="2026-05-01 10:00:00 +0200"/>

      """

    private mutating func record(_ generator: inout SeededGenerator) -> String {
      seconds += Int.random(in: 1...300, using: &generator)
      let start = Self.date(seconds)
      let address = String(UInt32.random(in: 1...(.max), using: &generator), radix: 16)
      let part = row * 10 / count
      switch part {
      case ..<5:
        return
          " <Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"Ann’s Apple\u{A0}Watch\" "
          + "sourceVersion=\"9.1\" device=\"&lt;&lt;HKDevice: 0x\(address)&gt;, name:Apple Watch, "
          + "manufacturer:Apple Inc., model:Watch, hardware:Watch6,1, software:9.1&gt;\" "
          + "unit=\"count/min\" creationDate=\"\(start)\" startDate=\"\(start)\" endDate=\"\(start)\" "
          + "value=\"\(Int.random(in: 50...160, using: &generator))\">\n"
          + "  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" "
          + "value=\"\(Int.random(in: 0...2, using: &generator))\"/>\n </Record>\n"
      case ..<8:
        return
          " <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"iPhone von Ann\" "
          + "sourceVersion=\"16.1\" device=\"&lt;&lt;HKDevice: 0x\(address)&gt;, name:iPhone, "
          + "manufacturer:Apple Inc., model:iPhone, hardware:iPhone12,1, software:16.1&gt;\" "
          + "unit=\"count\" creationDate=\"\(start)\" startDate=\"\(start)\" "
          + "endDate=\"\(Self.date(seconds + 50))\" "
          + "value=\"\(Int.random(in: 1...160, using: &generator))\"/>\n"
      default:
        let value = Double(Int.random(in: 1...999_999, using: &generator)) / 100_000
        return
          " <Record type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" "
          + "sourceName=\"Ann’s Apple\u{A0}Watch\" sourceVersion=\"9.1\" unit=\"kcal\" "
          + "creationDate=\"\(start)\" startDate=\"\(start)\" "
          + "endDate=\"\(Self.date(seconds + 60))\" value=\"\(value)\"/>\n"
      }
    }

    private static func date(_ seconds: Int) -> String {
      let day = CivilDate(dayNumber: seconds / 86_400)
      let second = seconds % 86_400
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return "\(day.year)-\(two(day.month))-\(two(day.day)) \(two(second / 3_600)):"
        + "\(two(second / 60 % 60)):\(two(second % 60)) +0200"
    }
  }
}
