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
    var told: JSONValue?
    var text: String?
    if let resource {
      guard resource.count <= Details.mostTextBytes,
        let read = String(validating: resource, as: UTF8.self),
        let value = try? JSONValue(parsing: read), value.objectValue != nil
      else {
        throw RowProblem(
          .unreadable("its file has no resource of FHIR of at most \(Details.mostTextBytes) bytes"))
      }
      told = value
      text = read
    }
    let kind = told?["resourceType"]?.stringValue ?? kind
    guard let type = Self.type(of: kind, told), let description = type.description else {
      throw RowProblem(.unreadable("HealthKit has no records of \(kind.prefix(64))"))
    }
    var values: Metadata = [
      "displayName": .string(told.flatMap(Self.name) ?? kind), "resourceType": .string(kind),
      "identifier": .string(identifier.isEmpty ? told?["id"]?.stringValue ?? "" : identifier),
    ]
    if !fhirVersion.isEmpty { values["fhirVersion"] = .string(fhirVersion) }
    if !sourceURL.isEmpty { values["sourceURL"] = .string(sourceURL) }
    values["resource"] = text.map { .string($0) }
    let details = Details(values: values)
    do throws(ModelError) {
      try details.check(for: type, in: row.start...row.end)
    } catch {
      throw RowProblem(.unreadable(error.detail))
    }
    var row = row
    row.body = .details(details)
    var rows = ImportRows(description)
    rows.append(row)
    return rows.run([0], named: [name(type)], tables)[0]
  }

  /// The type of records that resources of a kind are told as; `nil` for none.
  private static func type(of kind: String, _ told: JSONValue?) -> ObjectType? {
    let name: String? =
      switch kind {
      case "AllergyIntolerance": "Allergy"
      case "Condition": "Condition"
      case "Coverage": "Coverage"
      case "DiagnosticReport": "LabResult"
      case "DocumentReference": "ClinicalNote"
      case "Immunization": "Immunization"
      case "MedicationDispense", "MedicationOrder", "MedicationRequest", "MedicationStatement":
        "Medication"
      case "Observation": told.map(isVitalSign) == true ? "VitalSign" : "LabResult"
      case "Procedure": "Procedure"
      default: nil
      }
    return name.map { ObjectType("HKClinicalTypeIdentifier\($0)Record") }
  }

  /// Whether an observation is one of vital signs, by its category: one in DSTU2, a list in R4.
  private static func isVitalSign(_ observation: JSONValue) -> Bool {
    let category = observation["category"]
    let categories = category?.arrayValue ?? category.map { [$0] } ?? []
    return categories.contains { category in
      (category["coding"]?.arrayValue ?? []).contains { $0["code"]?.stringValue == "vital-signs" }
    }
  }

  /// What people call it: the text of what it is about, or of the first code for that.
  private static func name(_ resource: JSONValue) -> String? {
    let fields = [
      "code", "vaccineCode", "medicationCodeableConcept", "type", "substance",
      "medicationReference",
    ]
    for concept in fields.lazy.compactMap({ resource[$0] }) {
      let texts = [
        concept["text"]?.stringValue, concept["coding"]?.arrayValue?.first?["display"]?.stringValue,
        concept["display"]?.stringValue,
      ]
      if let text = texts.lazy.compactMap({ $0 }).first(where: { !$0.isEmpty }) {
        return String(text.unicodeScalars.prefix(250))
      }
    }
    return nil
  }
}
