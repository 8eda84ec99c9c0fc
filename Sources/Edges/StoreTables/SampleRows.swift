internal import CommandLineCore
internal import HealthExchange
internal import HealthModel
internal import SQLiteCore

/// Samples, and what has to be read beside them.
struct SamplePart: Sendable {
  let run: SampleRun
  let parts: ExportParts
}

/// The cells that samples have in common, whatever their type.
struct SampleRows {
  /// Before what is special to a type.
  static let dates = [TableColumn("start", "TEXT"), TableColumn("end", "TEXT")]
  /// Behind it.
  static let origin = [
    TableColumn("source", "TEXT"), TableColumn("bundle", "TEXT"), TableColumn("version", "TEXT"),
    TableColumn("device", "TEXT"), TableColumn("metadata", "TEXT"), TableColumn("uuid", "TEXT"),
    TableColumn("start_unix", "REAL", .hidden),
    TableColumn("end_unix", "REAL", .hidden),
  ]

  private var dates = DateWriter(.sqlite)

  /// The cell of a column of `dates`.
  mutating func date(_ run: SampleRun, _ row: Int, _ column: Int) -> SQLValue {
    .text(dates.text(column == 0 ? run.starts[row] : run.ends[row]))
  }

  /// The cell of a column of `origin`.
  func origin(_ run: SampleRun, _ row: Int, _ column: Int) -> SQLValue {
    switch column {
    case 0: return .text(run.sources[row].source.name)
    case 1: return .text(run.sources[row].source.bundleIdentifier)
    case 2: return SQLValue(run.sources[row].version)
    case 3: return SQLValue(run.devices[row]?[.name])
    case 4:
      let metadata = run.metadata.reduce(into: Metadata()) { $0[$1.key] = $1.value(at: row) }
      return metadata.isEmpty ? .null : .text(ExactValue.json(metadata).text)
    case 5: return .text(run.uuids[row].description)
    case 6: return .number(run.starts[row] + Instant.secondsFrom1970)
    default: return .number(run.ends[row] + Instant.secondsFrom1970)
    }
  }

  /// What the columns from `first` on, those of `origin`, are asked about; and the first two.
  static func roles(originAt first: Int) -> [Int: SampleConditions.Role] {
    [
      0: .startText, 1: .endText, first: .sourceName, first + 1: .bundle, first + 5: .uuid,
      first + 6: .startNumber, first + 7: .endNumber,
    ]
  }

  /// Dates as numbers since 1970.
  static func unix(_ instants: [Double]) -> [Double] {
    instants.map { $0 + Instant.secondsFrom1970 }
  }
}
