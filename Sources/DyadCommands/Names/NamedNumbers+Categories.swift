package import HealthModel

extension NamedNumbers {
  /// The values of a category type; `nil` for a type whose values have no names.
  package static func values(of type: ObjectType) -> NamedNumbers? { categories[type] }

  private static let categories: [ObjectType: NamedNumbers] = [
    .sleepAnalysis: NamedNumbers(["inBed", "asleep", "awake"], from: 0),
    .appleStandHour: NamedNumbers(["stood", "idle"], from: 0),
    .cervicalMucusQuality: NamedNumbers(
      ["dry", "sticky", "creamy", "watery", "eggWhite"], from: 1),
    .ovulationTestResult: NamedNumbers(["negative", "positive", "indeterminate"], from: 1),
    .menstrualFlow: NamedNumbers(["unspecified", "light", "medium", "heavy"], from: 1),
    .intermenstrualBleeding: notApplicable,
    .sexualActivity: notApplicable,
    .mindfulSession: notApplicable,
  ]

  private static let notApplicable = NamedNumbers(["notApplicable"], from: 0)
}
