internal import HealthModel
internal import TextFormats
internal import XMLCore

/// What an export says of a clinical record, whose resource is in a file beside it.
struct ImportedClinicalRecord {
  var row: ImportRow
  /// The way to its file.
  let path: String
  /// Longer texts are none of a clinic: many records wait for their files at a time.
  private static let mostTextBytes = 4_096
  private let kind: String
  private let identifier: String
  private let fhirVersion: String
  private let sourceURL: String

  /// What the element says; `nil` where it is none, which is counted.
  init?(
    _ event: MarkupBatch.Event, _ batch: MarkupBatch, _ reader: inout RecordReader,
    _ context: inout ImportContext
  ) {
    func text(_ name: AppleName) -> String { batch.text(of: name, in: event) ?? "" }
    do throws(RowProblem) {
      row = try reader.row(event, batch, &context)
    } catch {
      context.summary.lose("ClinicalRecord", line: Int(event.line), error.problem)
      return nil
    }
    path = text(.resourceFilePath)
    kind = text(.type)
    identifier = text(.identifier)
    fhirVersion = text(.fhirVersion)
    sourceURL = text(.sourceURL)
    let texts = [path, kind, identifier, fhirVersion, sourceURL]
    guard texts.allSatisfy({ $0.utf8.count <= Self.mostTextBytes }) else {
      context.summary.lose("ClinicalRecord", line: Int(event.line), .badText)
      return nil
    }
  }

  /// The record as a sample.
  ///
  /// - Parameters:
  ///   - resource: The bytes of its file; `nil` where there is none.
  ///   - tables: What its row shares with others.
  ///   - name: Gives it its name.
  /// - Returns: The sample.
  /// - Throws: `RowProblem` where it is no record that a store takes.
  func sample(
    _ resource: [UInt8]?, _ tables: ImportTables, naming name: (ObjectType) -> SampleUUID
  ) throws(RowProblem) -> Sample {
    let details: (type: ObjectType, details: Details)
    let origin = ClinicalResource.Origin(
      identifier: identifier, fhirVersion: fhirVersion, sourceURL: sourceURL)
    if let resource {
      details = try ClinicalResource.details(resource, kind, origin, from: row.start, to: row.end)
    } else {
      details = try ClinicalResource.details(
        nil, text: nil, kind, origin, from: row.start, to: row.end)
    }
    var row = row
    row.body = .details(details.details)
    guard let description = details.type.description else { throw RowProblem(.noType) }
    var rows = ImportRows(description)
    rows.append(row)
    return rows.run([0], named: [name(details.type)], tables)[0]
  }
}
