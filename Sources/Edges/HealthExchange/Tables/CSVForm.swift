internal import CommandLineCore
package import HealthModel

/// Tables as text (RFC 4180): UTF-8, lines that end with CR and LF, one table for each type.
package final class CSVForm: ExportForm {
  private static let pieceBytes = 256 << 10

  private let begins: (String) throws -> Void
  private let sink: ([UInt8]) throws -> Void
  private var bytes: [UInt8] = []
  private var cells: SampleCells?
  private var dates = DateWriter(.iso)

  /// - Parameters:
  ///   - begins: Hears the name of each table before its first bytes.
  ///   - sink: Takes the bytes.
  package init(
    beginning begins: @escaping (String) throws -> Void,
    _ sink: @escaping ([UInt8]) throws -> Void
  ) {
    self.begins = begins
    self.sink = sink
  }

  package func begin(_ type: ObjectType) throws {
    try flush()
    try begins(type.name)
    let cells = SampleCells(type, documents: false)
    self.cells = cells
    write(
      (["start", "end"] + cells.names + [
        "source", "bundle", "version", "device", "metadata", "uuid",
      ]).map { .text($0) })
  }

  package func write(_ run: SampleRun, _ parts: ExportParts) throws {
    for row in 0..<run.count {
      let source = run.sources[row]
      let metadata = run.metadata.reduce(into: Metadata()) { $0[$1.key] = $1.value(at: row) }
      let special = cells?.cells(run, row, parts) ?? []
      write(
        [.text(dates.text(run.starts[row])), .text(dates.text(run.ends[row]))] + special + [
          .text(source.source.name), .text(source.source.bundleIdentifier), Cell(source.version),
          Cell(run.devices[row]?[.name]),
          metadata.isEmpty ? .none : .text(ExactValue.json(metadata).text),
          .text(run.uuids[row].description),
        ])
      if bytes.count >= Self.pieceBytes { try flush() }
    }
  }

  package func finish() throws { try flush() }

  private func flush() throws {
    guard !bytes.isEmpty else { return }
    defer { bytes.removeAll(keepingCapacity: true) }
    try sink(bytes)
  }

  private func write(_ row: [Cell]) {
    for (index, cell) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch cell {
      case .none, .bytes: break
      case .integer(let number): bytes.append(contentsOf: "\(number)".utf8)
      case .number(let number): bytes.append(contentsOf: number.exportText.utf8)
      case .text(let text): write(text)
      }
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }

  /// A spreadsheet takes a text that begins so for a formula, which may do anything, and who wrote it may be anybody.
  private static let formulas = Set("=+-@\t\r".utf8)

  private func write(_ text: String) {
    let text = text.utf8.first.map(Self.formulas.contains) ?? false ? "'" + text : text
    let isPlain = text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
    guard !isPlain else { return bytes.append(contentsOf: text.utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
