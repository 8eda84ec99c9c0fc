internal import HealthModel

/// Something that a clinic tells, which no app can save.
open class HKClinicalRecord: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool {
    HKObjectType.of(rows.type) is HKClinicalType && rows.hasDetails(of: rows.type)
  }

  /// What kind of record it is.
  open var clinicalType: HKClinicalType { HKObjectType.only(rows.type) }

  /// What people call it.
  open var displayName: String { text("displayName") ?? "" }

  /// The record as the clinic tells it, where it came with it.
  open var fhirResource: HKFHIRResource? {
    guard let kind = text("resourceType"), let resource = text("resource") else { return nil }
    return HKFHIRResource(
      type: HKFHIRResourceType(rawValue: kind), identifier: text("identifier") ?? "",
      data: Data(resource.utf8), source: text("sourceURL").flatMap { URL(string: $0) },
      version: text("fhirVersion").flatMap { try? HKFHIRVersion(fromVersionString: $0) })
  }

  private func text(_ name: String) -> String? {
    guard case .string(let text) = details.values[name] else { return nil }
    return text
  }

  override var valueDescription: String { displayName }
}
