internal import Foundation
internal import HealthKit
internal import Testing

/// What clinics tell.
@Suite(.timeLimit(.minutes(5))) struct ClinicalRecordTests {
  private static let allergies = HKClinicalType(.allergyRecord)

  private static func resource(_ kind: String, _ identifier: String) -> Data {
    Data("{\"resourceType\": \"\(kind)\", \"id\": \"\(identifier)\", \"text\": \"ü\"}".utf8)
  }

  @Test func `records are what the user's clinics told`() async throws {
    let store = HKHealthStore(.inMemory)
    let allergies = Self.allergies
    let date = StoreUnderTest.start
    await #expect(throws: HKError.self) { try await store.samples(allergies) }
    try await store.requestAuthorization(toShare: [], read: [allergies])
    let url = URL(string: "https://clinic.example/fhir/AllergyIntolerance/7")
    try await store.user.takeClinicalRecord(
      allergies, displayName: "Pollen", resource: Self.resource("AllergyIntolerance", "7"),
      sourceURL: url, at: date)
    try await store.user.takeClinicalRecord(
      allergies, displayName: "Nuts", resource: Self.resource("AllergyIntolerance", "8"),
      fhirVersion: .primaryDSTU2(), at: date + 1)
    try await store.user.takeClinicalRecord(
      HKClinicalType(.vitalSignRecord), displayName: "Pulse",
      resource: Self.resource("Observation", "9"), at: date)
    await #expect(throws: HKError.self) {
      try await store.user.takeClinicalRecord(
        allergies, displayName: "None", resource: Data("[]".utf8), at: date)
    }

    let found = try await HKSampleQueryDescriptor(
      predicates: [.clinicalRecord(type: allergies)],
      sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
    #expect(found.map(\.displayName) == ["Pollen", "Nuts"])
    let record: HKClinicalRecord = try #require(found.first)
    #expect(record.clinicalType == allergies && record.startDate == date)
    #expect(HKObjectType.clinicalType(forIdentifier: .allergyRecord) == allergies)
    let resource: HKFHIRResource = try #require(record.fhirResource)
    #expect(resource.resourceType == .allergyIntolerance && resource.identifier == "7")
    #expect(resource.data == Self.resource("AllergyIntolerance", "7"))
    #expect(resource.sourceURL == url && resource.fhirVersion == .primaryR4())
    #expect(resource.fhirVersion.fhirRelease == .r4)
    #expect(found[1].fhirResource?.fhirVersion.fhirRelease == HKFHIRRelease.dstu2)

    let own = HKQuery.predicateForClinicalRecords(withFHIRResourceType: .allergyIntolerance)
    #expect(try await store.samples(allergies, own).count == 2)
    let one = HKQuery.predicateForClinicalRecords(
      from: record.sourceRevision.source, fhirResourceType: .allergyIntolerance, identifier: "8")
    #expect(try await store.samples(allergies, one) == [found[1]])
    let other = HKQuery.predicateForClinicalRecords(withFHIRResourceType: .condition)
    #expect(try await store.samples(allergies, other).isEmpty)
    let format = NSPredicate(
      format: "%K == %@", HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier, "7")
    #expect(try await store.samples(allergies, format) == [record])
    #expect(HKPredicateKeyPathClinicalRecordFHIRResourceType == "FHIRResource.resourceType")
  }

  @Test func `nobody asks to save records`() {
    #expect(HKClinicalTypeIdentifier.all.count == 9)
    for identifier in HKClinicalTypeIdentifier.all {
      #expect(
        HKObjectType.clinicalType(forIdentifier: identifier)?.identifier == identifier.rawValue)
    }
  }

  @Test func `a version of FHIR is three numbers`() throws {
    let version = try HKFHIRVersion(fromVersionString: "4.3.12")
    #expect(version.majorVersion == 4 && version.minorVersion == 3 && version.patchVersion == 12)
    #expect(version.stringRepresentation == "4.3.12" && version.fhirRelease == .unknown)
    for text in ["", "4.0", "4.0.1.1", "4.0.x", "4..1", "-4.0.1"] {
      #expect(throws: HKError.self) { try HKFHIRVersion(fromVersionString: text) }
    }
    let known: [HKFHIRResourceType] = [
      .allergyIntolerance, .condition, .coverage, .diagnosticReport, .documentReference,
      .immunization, .medicationDispense, .medicationOrder, .medicationRequest,
      .medicationStatement, .observation, .procedure,
    ]
    #expect(known.map(\.rawValue).sorted() == known.map(\.rawValue) && Set(known).count == 12)
  }
}

extension HKClinicalTypeIdentifier {
  fileprivate static let all: [Self] = [
    .allergyRecord, .clinicalNoteRecord, .conditionRecord, .coverageRecord, .immunizationRecord,
    .labResultRecord, .medicationRecord, .procedureRecord, .vitalSignRecord,
  ]
}
