internal import HealthModel
internal import TextFormats

/// What a clinic tells as a resource of FHIR, as HealthKit keeps it: the resource, and what it is called.
enum ClinicalResource {
  /// Where a resource comes from; a text that is not known is empty.
  struct Origin {
    var identifier = ""
    var fhirVersion = ""
    var sourceURL = ""
  }

  /// The record of the bytes of a resource.
  static func details(
    _ resource: [UInt8], _ kind: String, _ origin: Origin, from start: Double, to end: Double
  ) throws(RowProblem) -> (type: ObjectType, details: Details) {
    guard resource.count <= Details.mostTextBytes,
      let text = String(validating: resource, as: UTF8.self),
      let told = try? JSONValue(parsing: text), told.objectValue != nil
    else {
      throw RowProblem(
        .unreadable("its file has no resource of FHIR of at most \(Details.mostTextBytes) bytes"))
    }
    return try details(told, text: text, kind, origin, from: start, to: end)
  }

  /// The record of a resource, or of none.
  static func details(
    _ told: JSONValue?, text: String?, _ kind: String, _ origin: Origin, from start: Double,
    to end: Double
  ) throws(RowProblem) -> (type: ObjectType, details: Details) {
    let kind = told?["resourceType"]?.stringValue ?? kind
    guard let type = type(of: kind, told) else {
      throw RowProblem(.unreadable("HealthKit has no records of \(kind.prefix(64))"))
    }
    var values: Metadata = [
      "displayName": .string(told.flatMap(name) ?? kind), "resourceType": .string(kind),
      "identifier": .string(
        origin.identifier.isEmpty ? told?["id"]?.stringValue ?? "" : origin.identifier),
    ]
    if !origin.fhirVersion.isEmpty { values["fhirVersion"] = .string(origin.fhirVersion) }
    if !origin.sourceURL.isEmpty { values["sourceURL"] = .string(origin.sourceURL) }
    values["resource"] = text.map { .string($0) }
    let details = Details(values: values)
    do throws(ModelError) {
      try details.check(for: type, in: start...end)
    } catch {
      throw RowProblem(.unreadable(error.detail))
    }
    return (type, details)
  }

  /// The type of records that resources of a kind are told as; `nil` for none.
  static func type(of kind: String, _ told: JSONValue?) -> ObjectType? {
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
