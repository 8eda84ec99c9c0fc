/// What the header of a document has to have (HL7 CDA release 2, the schema's required elements).
enum HeaderRules {
  /// How often an element may be there, by its path below the root.
  struct Rule {
    let path: String
    let isSingle: Bool
  }

  static let required = [
    Rule(path: "typeId", isSingle: true), Rule(path: "id", isSingle: true),
    Rule(path: "code", isSingle: true), Rule(path: "effectiveTime", isSingle: true),
    Rule(path: "confidentialityCode", isSingle: true),
    Rule(path: "recordTarget", isSingle: false),
    Rule(path: "recordTarget/patientRole", isSingle: false),
    Rule(path: "recordTarget/patientRole/id", isSingle: false),
    Rule(path: "author", isSingle: false), Rule(path: "author/time", isSingle: false),
    Rule(path: "author/assignedAuthor", isSingle: false),
    Rule(path: "author/assignedAuthor/id", isSingle: false),
    Rule(path: "custodian", isSingle: true),
    Rule(path: "custodian/assignedCustodian", isSingle: true),
    Rule(path: "custodian/assignedCustodian/representedCustodianOrganization", isSingle: true),
    Rule(path: "custodian/assignedCustodian/representedCustodianOrganization/id", isSingle: false),
    Rule(path: "component", isSingle: true),
  ]

  static let paths = Set(required.map(\.path))

  /// What `typeId` says of every document of this release.
  static let typeRoot = "2.16.840.1.113883.1.3"
  static let typeExtension = "POCD_HD000040"

  /// What of a name or title each element holds.
  enum Place {
    case title, patient, person, device, organisation, custodian
  }

  static let named: [String: Place] = [
    "title": .title,
    "recordTarget/patientRole/patient/name": .patient,
    "author/assignedAuthor/assignedPerson/name": .person,
    "author/assignedAuthor/assignedAuthoringDevice/softwareName": .device,
    "author/assignedAuthor/representedOrganization/name": .organisation,
    "custodian/assignedCustodian/representedCustodianOrganization/name": .custodian,
  ]
}
