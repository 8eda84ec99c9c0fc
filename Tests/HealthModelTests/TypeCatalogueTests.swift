internal import HealthModel
internal import Testing

@Suite struct TypeCatalogueTests {
  @Test func `every quantity type is as HealthKit has it`() throws {
    let rows = TypeFacts.rows(TypeFacts.quantities)
    for row in rows {
      let type = ObjectType("HKQuantityTypeIdentifier" + row[0])
      let description = try #require(type.description, "\(row)")
      #expect(description.kind == .quantity, "\(row)")
      #expect(description.aggregation == (row[1] == "cumulative" ? .cumulative : .discrete))
      #expect(description.canonicalUnit?.unitString == row[2], "\(row)")
      #expect(try description.dimension == Unit(parsing: row[2]).dimension, "\(row)")
      #expect(description.iOS == row[3], "\(row)")
      #expect(description.watchOS == row[4], "\(row)")
      #expect(description.isShareable == (row[5] == "yes"), "\(row)")
      #expect(description.name.lowercased() == row[0].lowercased())
      #expect(description.categoryValues == nil)
      #expect(description.isSample && description.isReadable)
    }
    #expect(rows.count == 73 + 47)
  }

  @Test func `every category type is as HealthKit has it`() throws {
    let rows = TypeFacts.rows(TypeFacts.categories)
    for row in rows {
      let type = ObjectType("HKCategoryTypeIdentifier" + row[0])
      let description = try #require(type.description, "\(row)")
      let lower = try #require(Int64(row[1]))
      let upper = try #require(Int64(row[2]))
      #expect(description.kind == .category, "\(row)")
      #expect(description.categoryValues == lower...upper, "\(row)")
      #expect(description.iOS == row[3], "\(row)")
      #expect(description.watchOS == row[4], "\(row)")
      #expect(description.isShareable == (row[5] == "yes"), "\(row)")
      let known = row[0] == "AudioExposureEvent" ? "EnvironmentalAudioExposureEvent" : row[0]
      #expect(description.name.lowercased() == known.lowercased())
      #expect(description.aggregation == nil && description.canonicalUnit == nil)
      #expect(description.isSample && description.isReadable)
    }
    #expect(rows.count == 8 + 60)
  }

  // Of activity summaries, a store has objects where an export told some.
  @Test func `every other type is as HealthKit has it`() throws {
    let rows = TypeFacts.rows(TypeFacts.others)
    for row in rows {
      let description = try #require(ObjectType(row[0]).description, "\(row)")
      #expect("\(description.kind)" == row[1], "\(row)")
      #expect(description.name == row[2], "\(row)")
      #expect(description.iOS == row[3], "\(row)")
      #expect(description.watchOS == row[4], "\(row)")
      #expect(description.isShareable == (row[5] == "yes"), "\(row)")
      #expect(description.isReadable == (row[1] != "correlation"), "\(row)")
      let isSample = ["correlation", "document", "workout", "details"].contains(row[1])
      #expect(description.isSample == isSample, "\(row)")
    }
    #expect(rows.count == 11 + 8 + 9)
  }

  @Test func `the catalogue has no type besides`() {
    #expect(ObjectType.all.count == 73 + 8 + 11 + 47 + 60 + 8 + 9 + 1 + 1)
    #expect(Set(ObjectType.all).count == ObjectType.all.count)
  }

  @Test(arguments: [
    ("heartRate", ObjectType.heartRate), ("HEARTRATE", .heartRate), ("heartrate", .heartRate),
    ("HKQuantityTypeIdentifierHeartRate", .heartRate),
    ("hkquantitytypeidentifierheartrate", .heartRate),
    ("cda", ObjectType("HKDocumentTypeIdentifierCDA")),
    ("bloodPressure", .bloodPressure), ("workout", ObjectType("HKWorkoutTypeIdentifier")),
  ])
  func `a type is found by identifier or short name in any case`(name: String, type: ObjectType) {
    #expect(ObjectType(named: name) == type)
  }

  @Test func `each short name and identifier finds its own type`() {
    for type in ObjectType.all {
      #expect(ObjectType(named: type.identifier) == type)
      #expect(ObjectType(named: type.name) == type)
    }
  }

  @Test(arguments: ["", "heart", "heart rate", "heartRate ", "HKQuantityTypeIdentifier", "ﬁber"])
  func `anything else names no type`(name: String) {
    #expect(ObjectType(named: name) == nil)
  }

  @Test func `a type of a newer peer is a value without description`() {
    let type = ObjectType("HKQuantityTypeIdentifierOfTomorrow")
    #expect(type.description == nil)
    #expect(type.name == type.identifier)
    #expect(type != .heartRate)
  }

  @Test func `types are ordered by identifier`() {
    #expect(ObjectType.heartRate < .stepCount)
    #expect(ObjectType.all.sorted().map(\.identifier) == ObjectType.all.map(\.identifier).sorted())
  }

  @Test(arguments: [
    (ObjectType.bloodPressure, [ObjectType.bloodPressureSystolic, .bloodPressureDiastolic], true),
    (.bloodPressure, [.bloodPressureDiastolic, .bloodPressureSystolic], true),
    (.bloodPressure, [.bloodPressureSystolic], false),
    (.bloodPressure, [.bloodPressureSystolic, .bloodPressureSystolic], false),
    (.bloodPressure, [.bloodPressureSystolic, .bloodPressureDiastolic, .heartRate], false),
    (.bloodPressure, [.bloodPressureSystolic, .heartRate], false), (.bloodPressure, [], false),
    (.food, [.dietaryProtein], true), (.food, [.dietaryProtein, .dietaryProtein], true),
    (.food, [.dietaryWater, .dietarySugar, .dietaryEnergyConsumed], true), (.food, [], false),
    (.workoutEffort, [.workoutEffortScore], true), (.workoutEffort, [.heartRate], false),
    (.food, [.dietaryProtein, .bodyMass], false), (.heartRate, [.heartRate], false),
  ])
  func `a correlation is made of its members`(
    type: ObjectType, members: [ObjectType], isComplete: Bool
  ) throws {
    let description = try #require(type.description)
    #expect(description.isComplete(with: members) == isComplete)
  }

  @Test func `a food may hold each dietary quantity and nothing else`() throws {
    let food = try #require(ObjectType.food.description)
    let members = ObjectType.all.filter(food.mayHold)
    #expect(members.count == 39)
    #expect(members.allSatisfy { $0.description?.kind == .quantity })
  }

  @Test func `only a menstrual flow and insulin require metadata`() {
    let requiring = ObjectType.all.filter { $0.description?.requiredMetadata.isEmpty == false }
    let insulin = ObjectType("HKQuantityTypeIdentifierInsulinDelivery")
    #expect(requiring == [.menstrualFlow, insulin])
    #expect(insulin.description?.requiredMetadata == ["HKInsulinDeliveryReason"])
    #expect(ObjectType.menstrualFlow.description?.requiredMetadata == ["HKMenstrualCycleStart"])
  }
}
