package import CalendarEdges
internal import HealthModel
internal import TextFormats

/// What the columns of a table are, as a person wrote it down.
///
/// ```
/// # NAME = COLUMN takes a column, NAME : TEXT says the same for each row.
/// date       = Date, Time
/// format     : dd.MM.yyyy HH:mm
/// source     : Kitchen scale
/// bodyMass [kg]         = Weight
/// bodyFatPercentage [%] = Fat
/// ```
package struct ColumnMap: Hashable, Sendable {
  /// Where a text comes from.
  enum Origin: Hashable, Sendable {
    /// Columns, with a blank between their texts.
    case columns([String])
    case text(String)
  }

  /// A type whose values have a column of their own.
  struct Measure: Hashable, Sendable {
    var type: TypeDescription
    /// The unit that the mapping names; a category has none.
    var unit: String?
    var column: String
  }

  /// A line that sets something beside the types.
  enum Field: String, CaseIterable {
    case date, start, end, type, value, unit, source, device, format, zone, separator, decimal
  }

  /// As long as one may be.
  package static let mostBytes = 64 << 10
  static let usualSource = "CSV"

  private(set) var fields: [Field: Origin] = [:]
  private(set) var measures: [Measure] = []
  private(set) var pattern = DatePattern.iso
  private(set) var zone: TimeZoneRules
  private(set) var separator: UInt8?
  private(set) var hasDecimalComma = false

  /// Reads a mapping.
  ///
  /// - Parameters:
  ///   - text: Its lines.
  ///   - zone: By whose clocks the table's dates are, unless the mapping says it.
  ///   - folder: Where the zones' files are.
  /// - Throws: `ExportError` with the line that cannot be used.
  package init(_ text: String, zone: TimeZoneRules, in folder: String) throws(ExportError) {
    self.zone = zone
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      do throws(ExportError) {
        try take(line, in: folder)
      } catch {
        throw ExportError("line \(index + 1) of the mapping: \(error.detail)", advice: error.advice)
      }
    }
    guard fields[.date] != nil || fields[.start] != nil else {
      throw ExportError(
        "the mapping does not say when", advice: "Add a line such as 'date = Date'.")
    }
    let isLong = fields[.type] != nil && fields[.value] != nil
    guard isLong || !measures.isEmpty else {
      throw ExportError(
        "the mapping names no type",
        advice: "Add a line such as 'bodyMass [kg] = Weight'; 'dyad types --all' lists the types.")
    }
  }

  private mutating func take(_ line: Substring, in folder: String) throws(ExportError) {
    var isInUnit = false
    let end = line.firstIndex { character in
      if character == "[" { isInUnit = true }
      if character == "]" { isInUnit = false }
      return !isInUnit && (character == "=" || character == ":")
    }
    guard let end else {
      throw ExportError(
        "it has neither '=' nor ':'", advice: "NAME = COLUMN, or NAME : TEXT for each row.")
    }
    let name = line[..<end].trimmed
    let rest = line[line.index(after: end)...].trimmed
    guard !rest.isEmpty else { throw ExportError("nothing follows '\(line[end])'") }
    let origin: Origin =
      line[end] == ":" ? .text(String(rest)) : .columns(try Self.columns(rest))
    if let field = Field(rawValue: String(name)) {
      try set(field, origin, in: folder)
    } else {
      try add(name, origin)
    }
  }

  /// The names of columns, with commas between them; one with a comma is in quotes.
  private static func columns(_ text: Substring) throws(ExportError) -> [String] {
    var columns: [String] = []
    var rest = text
    while true {
      if rest.first == "\"" {
        let inner = rest.dropFirst()
        guard let end = inner.firstIndex(of: "\"") else {
          throw ExportError("a quote is not closed")
        }
        columns.append(String(inner[..<end]))
        rest = inner[inner.index(after: end)...].trimmed
        guard rest.isEmpty || rest.first == "," else {
          throw ExportError("a comma must follow the quotes")
        }
      } else {
        let name = rest.prefix { $0 != "," }
        columns.append(String(name.trimmed))
        rest = rest[name.endIndex...]
      }
      if rest.isEmpty { return columns }
      rest = rest.dropFirst().trimmed
    }
  }

  private mutating func set(
    _ field: Field, _ origin: Origin, in folder: String
  ) throws(ExportError) {
    guard fields.updateValue(origin, forKey: field) == nil else {
      throw ExportError("'\(field.rawValue)' is said twice")
    }
    func text() throws(ExportError) -> String {
      guard case .text(let text) = origin else {
        throw ExportError("no column has that", advice: "Write '\(field.rawValue) : …'.")
      }
      return text
    }
    switch field {
    case .format:
      guard let pattern = DatePattern(try text()) else {
        throw ExportError(
          "that is no form of a date",
          advice:
            "Write iso, unix, unix-ms, or letters as in 'dd.MM.yyyy HH:mm:ss' or 'M/d/yy h:mm a'.")
      }
      self.pattern = pattern
    case .zone:
      let name = try text()
      do throws(CalendarError) {
        zone = try TimeZoneRules.named(name, in: folder)
      } catch {
        throw ExportError(error.detail, advice: error.advice)
      }
    case .separator:
      let text = try text()
      guard let byte = text == "tab" ? UInt8(ascii: "\t") : text.utf8.first,
        text == "tab" || text.utf8.count == 1
      else { throw ExportError("a separator is one character, or 'tab'") }
      separator = byte
    case .decimal:
      let text = try text()
      guard text == "," || text == "." else { throw ExportError("that is ',' or '.'") }
      hasDecimalComma = text == ","
    case .date, .start, .end:
      guard case .columns = origin else {
        throw ExportError(
          "not all rows are of one time", advice: "Write '\(field.rawValue) = COLUMN'.")
      }
    case .type, .value, .unit, .source, .device: break
    }
  }

  private mutating func add(_ name: Substring, _ origin: Origin) throws(ExportError) {
    let word = name.prefix { $0 != "[" }.trimmed
    guard let type = ObjectType(named: String(word)), let description = type.description else {
      let known = ObjectType.all.map(\.name) + Field.allCases.map(\.rawValue)
      let near = Suggestion.nearest(to: String(word), among: known)
      throw ExportError(
        "'\(word)' is no type and no field",
        advice: near.map { "Did you mean \($0)?" } ?? "'dyad types --all' lists the types.")
    }
    var unit: String?
    if let open = name.firstIndex(of: "[") {
      let inner = name[name.index(after: open)...]
      guard let close = inner.firstIndex(of: "]"), inner[inner.index(after: close)...].isEmpty
      else {
        throw ExportError("the unit has no ']' at its end")
      }
      unit = String(inner[..<close].trimmed)
    }
    switch description.kind {
    case .quantity:
      let usual = description.canonicalUnit?.unitString ?? "count"
      guard let unit else {
        throw ExportError(
          "\(word) needs a unit", advice: "Write it like '\(word) [\(usual)] = …'.")
      }
      guard let known = AppleUnit.unit(unit) else {
        throw ExportError(
          "the unit '\(unit)' is not known", advice: "\(word) has \(usual), for example.")
      }
      guard description.canonicalUnit.map(known.isCompatible) ?? true else {
        throw ExportError(
          "\(unit) measures something else than \(word)",
          advice: "\(word) has \(usual), for example.")
      }
    case .category:
      guard unit == nil else { throw ExportError("\(word) has no unit") }
    default:
      throw ExportError("samples of \(word) are more than a number: no column holds them")
    }
    guard case .columns(let columns) = origin, let column = columns.first, columns.count == 1 else {
      throw ExportError("it needs one column", advice: "Write '\(name) = COLUMN'.")
    }
    measures.append(Measure(type: description, unit: unit, column: column))
  }
}

extension Substring {
  /// Without blanks around it.
  fileprivate var trimmed: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return start.prefix(0) }
    return start[...last]
  }
}
