/// What people give to `dyad save` that has no JSON on each line, told by how it begins.
enum ForeignInput: Hashable, CaseIterable {
  case healthExport, xml, archive, compressed, database, utf16, list, oldLines, spread, table,
    binary

  /// Tells what begins with these bytes; `nil` where it may be lines of JSON.
  init?(_ beginning: [UInt8]) {
    let text = String(decoding: beginning, as: UTF8.self).drop {
      $0.isWhitespace || $0 == "\u{FEFF}"
    }
    let firstLine = text.prefix { !$0.isNewline }
    if beginning.starts(with: Array("PK\u{3}\u{4}".utf8)) {
      self = .archive
    } else if beginning.starts(with: [0x1F, 0x8B]) {
      self = .compressed
    } else if beginning.starts(with: Array("SQLite format 3\0".utf8)) {
      self = .database
    } else if beginning.starts(with: [0xFF, 0xFE]) || beginning.starts(with: [0xFE, 0xFF])
      || Self.alternates(beginning)
    {
      self = .utf16
    } else if beginning.contains(0) {
      self = .binary
    } else if text.hasPrefix("<") {
      self =
        text.contains("<HealthData") || text.contains("<!DOCTYPE HealthData") ? .healthExport : .xml
    } else if text.hasPrefix("[") {
      self = .list
    } else if text.hasPrefix("{"), beginning.contains(0x0D), !beginning.contains(0x0A) {
      self = .oldLines
    } else if text.hasPrefix("{") {
      // A line that may have all of its object is not what is wrong.
      guard !firstLine.contains("}"), firstLine.endIndex < text.endIndex else { return nil }
      self = .spread
    } else if firstLine.contains(where: { ",;\t".contains($0) }) {
      self = .table
    } else {
      return nil
    }
  }

  /// Whether every other byte is zero, as in UTF-16 of plain letters.
  private static func alternates(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 4 else { return false }
    return (bytes[0] == 0) != (bytes[1] == 0) && (bytes[0] == 0) == (bytes[2] == 0)
      && (bytes[1] == 0) == (bytes[3] == 0)
  }

  /// What it is: "it is …".
  var name: String {
    switch self {
    case .healthExport: "an export of Apple Health, which is XML"
    case .xml: "XML"
    case .archive: "a ZIP archive"
    case .compressed: "compressed by gzip"
    case .database: "a database"
    case .utf16: "UTF-16"
    case .list: "one list of JSON"
    case .oldLines: "text whose lines end with a carriage return alone"
    case .spread: "JSON with an object on several lines"
    case .table: "a table such as CSV"
    case .binary: "no text"
    }
  }

  /// What to do about it.
  var advice: String {
    switch self {
    case .healthExport:
      "Import it: 'dyad import FILE'."
    case .xml, .table, .binary:
      "Write each sample as a line of JSON; 'dyad save --help' shows one."
    case .archive:
      "An export.zip of Apple Health is imported: 'dyad import FILE'. Unpack any other."
    case .compressed: "Unpack it: 'gzip -dc FILE | dyad save'."
    case .database: "'dyad restore' takes what 'dyad backup' wrote."
    case .utf16: "Convert it: 'iconv -f UTF-16 -t UTF-8 FILE | dyad save'."
    case .list: "Write each object on a line of its own: 'jq -c .[] FILE | dyad save'."
    case .oldLines: #"Convert it: "tr '\r' '\n' <FILE | dyad save"."#
    case .spread: "Write each object on one line: 'jq -c . FILE | dyad save'."
    }
  }
}
