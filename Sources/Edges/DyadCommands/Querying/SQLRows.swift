internal import CommandLineCore
internal import CommandSupport
internal import HealthExchange
internal import SQLiteCore
internal import TextFormats

/// The rows that answer a statement, on their way to standard output.
struct SQLRows: ~Copyable {
  enum Form: Hashable, Sendable {
    case table
    case csv
    /// A line for each row.
    case json
  }

  /// A page's columns are as wide as its cells need; where a terminal has no room for them each row is a record.
  private static let pageRows = 1_024

  private let names: [String]
  private let form: Form
  private var page: [[SQLValue]] = []
  private var pages = 0
  private var output = BufferedOutput(Descriptor.standardOutput)

  init(_ names: [String], as form: Form) throws {
    self.names = names
    self.form = form
    if form == .csv, !names.isEmpty { try append(names.map { .text($0) }) }
  }

  mutating func append(_ row: [SQLValue]) throws {
    switch form {
    case .table:
      page.append(row)
      if page.count >= Self.pageRows { try flushPage() }
    case .csv: try output.write { CSVLine.append(row, to: &$0) }
    case .json:
      let members = zip(names, row).map { JSONValue.Member($0, Self.json($1)) }
      try output.writeLine(JSONValue.object(members))
    }
  }

  mutating func finish() throws {
    if form == .table, !names.isEmpty, pages == 0 || !page.isEmpty { try flushPage() }
    try output.flush()
  }

  private mutating func flushPage() throws {
    let columns = names.enumerated().map { index, name in
      let areNumbers = page.allSatisfy { $0[index].double != nil || $0[index] == .null }
      return Table.Column(name, areNumbers && !page.isEmpty ? .right : .left, isWhole: areNumbers)
    }
    let cells = page.map { $0.map(Self.text) }
    var table = Table(columns)
    for row in cells { table.append(row) }
    let stream = Descriptor.standardOutput
    let width = stream.isTerminal ? stream.columns : nil
    if let width, table.width() > width {
      for (place, row) in cells.enumerated() {
        var record = Table(columns)
        record.append(row)
        if pages > 0 || place > 0 { try output.writeLine("") }
        for line in record.record() { try output.writeLine(line) }
      }
    } else {
      let lines = table.lines(palette: Palette(for: stream))
      for line in pages == 0 ? lines[...] : lines.dropFirst() { try output.writeLine(line) }
    }
    try output.flush()
    pages += 1
    page.removeAll(keepingCapacity: true)
  }

  private static func text(_ value: SQLValue) -> String {
    switch value {
    case .null: ""
    case .integer(let number): "\(number)"
    case .number(let number): number.exportText
    case .text(let text): text
    case .bytes(let bytes): "\(bytes.count) bytes"
    }
  }

  private static func json(_ value: SQLValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    case .bytes(let bytes):
      .string(bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
    }
  }
}
