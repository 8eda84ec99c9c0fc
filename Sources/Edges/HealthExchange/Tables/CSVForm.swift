package import HealthModel
internal import SQLiteCore
internal import TextFormats

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
      (["start", "end"] + cells.columns.map(\.name) + [
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
          .text(source.source.name), .text(source.source.bundleIdentifier),
          SQLValue(source.version),
          SQLValue(run.devices[row]?[.name]),
          metadata.isEmpty ? .null : .text(ExactValue.json(metadata).text),
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

  private func write(_ row: [SQLValue]) { CSVLine.append(row, to: &bytes) }
}
