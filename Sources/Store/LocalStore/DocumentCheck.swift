internal import ClinicalDocuments
internal import HealthModel

/// Checks clinical documents before they are saved, for sessions of apps and of owners.
enum DocumentCheck {
  /// Checks the documents of runs, which then say what their documents say of themselves.
  ///
  /// - Throws: `invalidArgument` with the line where a document is none.
  static func checked(
    _ runs: [SampleRun], _ documents: [SampleUUID: [UInt8]], to operation: String
  ) throws(ModelError) -> [SampleRun] {
    guard !documents.isEmpty else { return runs }
    var runs = runs
    for place in runs.indices where runs[place].type.description?.kind == .document {
      for row in 0..<runs[place].count {
        // One that comes with other bytes than the run says is refused by the store.
        guard case .object(.document(let said)) = runs[place].payload[row],
          let bytes = documents[runs[place].uuids[row]], bytes.count == said.byteCount
        else { continue }
        let (document, date) = try Document.checked(bytes, to: operation)
        runs[place].setDocument(document, at: date, row: row)
      }
    }
    return runs
  }
}
