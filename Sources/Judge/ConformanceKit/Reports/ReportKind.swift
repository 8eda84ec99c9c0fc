/// A form in which a result can be written to a file.
package enum ReportKind: String, CaseIterable, Hashable, Sendable {
  case tap
  case junit
  case json
  case html

  /// The whole file.
  package func text(_ result: RunResult) -> String {
    switch self {
    case .tap: TAPReport.text(result)
    case .junit: JUnitReport.text(result)
    case .json: JSONReport.text(result)
    case .html: HTMLReport.text(result)
    }
  }
}
