internal import CommandLineCore
internal import CommandSupport

/// What samples are exported as.
enum ExportFormat: String, CaseIterable {
  case apple
  case json
  case csv
  case sqlite
  case fhir

  /// What a file of that name is, if its ending tells.
  init?(path: String) {
    let name = path.lowercased()
    let endings: [(String, ExportFormat)] = [
      (".zip", .apple), (".xml", .apple), (".jsonl", .json), (".ndjson", .json), (".csv", .csv),
      (".db", .sqlite), (".sqlite", .sqlite), (".sqlite3", .sqlite), (".fhir.json", .fhir),
    ]
    guard let found = endings.first(where: { name.hasSuffix($0.0) }) else { return nil }
    self = found.1
  }
}

extension Option {
  static let exportFormat = Option(
    "as", value: "FORM",
    help: "Write FORM whatever the file is called: "
      + ExportFormat.allCases.map(\.rawValue).joined(separator: ", "),
    completion: .words(ExportFormat.allCases.map(\.rawValue)))
  static let replaceFile = Option("replace", help: "Replace the file if it is there")
  static let since = Option(
    "since", value: "ANCHOR",
    help:
      "Only what was saved and deleted since ANCHOR, as an earlier run printed it, or 'beginning'"
  )
}

extension Argument {
  static let exportFile = Argument(
    "FILE", help: "Where nothing is yet; - for standard output", completion: .file)
  static let exportTypes = Argument(
    "TYPE", help: "Types, such as heartRate; without one, all", isRequired: false,
    isRepeatable: true, completion: .words(typeNames))
}
