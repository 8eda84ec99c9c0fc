internal import HealthModel
internal import Testing

@testable internal import HealthKit  // A store asks for the plan of a predicate.

@Suite struct PredicateFormatTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 1_000)

  private static let sample = HKQuantitySample(
    type: HKQuantityType(.bodyMass),
    quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70), start: day, end: day + 10,
    device: HKDevice(
      name: "Scale", manufacturer: nil, model: "S1", hardwareVersion: nil, firmwareVersion: nil,
      softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil),
    metadata: ["note": "Über Mittag", "count": 3, "org.example.flag": true, "like": "a*b"])

  private func holds(_ predicate: NSPredicate) -> Bool {
    let said = predicate.evaluate(with: Self.sample)
    let plan = PredicatePlan(predicate)
    #expect(
      said == (plan.engine.matches(Self.sample) && plan.rest?.evaluate(with: Self.sample) ?? true))
    return said
  }

  @Test(arguments: [
    ("metadata.count = 3", true), ("metadata.count == 4", false), ("metadata.count != 4", true),
    ("metadata.count <> 3", false), ("metadata.none != 3", true), ("metadata.none = nil", true),
    ("metadata.count = NULL", false), ("metadata.count != nil", true),
    ("metadata.count >= 3", true),
    ("metadata.count => 4", false), ("metadata.count =< 3", true), ("3 < metadata.count", false),
    ("metadata.count BETWEEN {1, 3}", true), ("metadata.count between {4, 5}", false),
    ("metadata.count IN {1, 2, 3}", true), ("NOT metadata.count IN {1, 2}", true),
    ("metadata.note CONTAINS 'Mit'", true), ("metadata.note CONTAINS 'mit'", false),
    ("metadata.note CONTAINS[c] 'mit'", true), ("metadata.note BEGINSWITH[cd] \"uber\"", true),
    ("metadata.note ENDSWITH 'ag'", true), ("metadata.note LIKE 'Ü*Mit?ag'", true),
    ("metadata.note LIKE 'Mit*'", false), ("metadata.like LIKE 'a\\\\*b'", true),
    ("metadata.note MATCHES '.*\\\\s[A-Z]\\\\w+'", true), ("metadata.note MATCHES 'Mittag'", false),
    ("metadata.note =[c] 'über mittag'", true), ("metadata.org.example.flag = YES", true),
    ("metadata.org.example.flag == FALSE", false), ("device.name = 'Scale'", true),
    ("device.manufacturer = nil", true), ("metadata.count = 3 AND device.name = 'Scale'", true),
    ("metadata.count = 4 OR (device.name = 'Scale' && !(metadata.count = 4))", true),
    ("not metadata.count = 3 || FALSEPREDICATE", false), ("TRUEPREDICATE", true),
    ("metadata.count = -3", false), ("metadata.count = 3.0", true),
    ("metadata.count < 3.5e0", true),
    ("SELF.metadata.count = 3", true), ("sampleType.identifier ENDSWITH 'BodyMass'", true),
    ("unknown = 3", false), ("#metadata.count = 3", true),
  ])
  func `a format says what it says`(format: String, expected: Bool) {
    #expect(holds(NSPredicate(format: format)) == expected)
  }

  @Test func `arguments stand for keys and values`() {
    let (start, end) = (Self.day as NSDate, (Self.day + 10) as NSDate)
    #expect(
      holds(
        NSPredicate(
          format: "%K >= %@ AND %K < %@", HKPredicateKeyPathStartDate, start,
          HKPredicateKeyPathStartDate, end)))
    #expect(!holds(NSPredicate(format: "%K <= %@", HKPredicateKeyPathEndDate, Self.day as NSDate)))
    #expect(holds(NSPredicate(format: "metadata.%K != YES", HKMetadataKeyWasUserEntered)))
    #expect(holds(NSPredicate(format: "metadata.count = %d", 3)))
    #expect(holds(NSPredicate(format: "metadata.count < %lf", 3.5)))
    #expect(holds(NSPredicate(format: "metadata.count IN %@", [1, 2, 3])))
    #expect(holds(NSPredicate(format: "%@ = metadata.count", NSNumber(value: 3))))
    #expect(
      holds(NSPredicate(format: "startDate BETWEEN %@", [Self.day, Self.day + 1])))
    let mass = HKQuantity(unit: .pound(), doubleValue: 150)
    #expect(holds(NSPredicate(format: "%K > %@", HKPredicateKeyPathQuantity, mass)))
    #expect(holds(NSPredicate(format: "UUID = %@", Self.sample.uuid as NSUUID)))
    #expect(holds(NSPredicate(format: "source = %@", HKSource.default())))
    #expect(
      holds(NSPredicate(format: "device = %@", argumentArray: Self.sample.device.map { [$0] })))
  }

  @Test func `what the columns have the engine is asked for`() {
    let plan = PredicatePlan(
      NSPredicate(format: "%K >= %@ AND metadata.a = 1", "startDate", Self.day as NSDate))
    #expect(
      plan.engine
        == .and([.start(.greaterOrEqual, 1_000), .metadata(key: "a", .equal, .integer(1))]))
    #expect(plan.rest == nil)
    let partly = PredicatePlan(
      NSPredicate(format: "startDate >= %@ AND metadata.a LIKE 'b'", Self.day as NSDate))
    #expect(partly.engine == .start(.greaterOrEqual, 1_000) && partly.rest != nil)
  }

  @Test func `elements of collections are any, all or none`() {
    let pressures = [100.0, 120].map {
      HKQuantitySample(
        type: HKQuantityType(.bloodPressureSystolic),
        quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: $0), start: Self.day,
        end: Self.day, metadata: ["value": $0])
    }
    let correlation = HKCorrelation(
      type: HKCorrelationType(.bloodPressure), start: Self.day, end: Self.day,
      objects: Set(pressures))
    func holds(_ format: String) -> Bool {
      NSPredicate(format: format, pressures[0]).evaluate(with: correlation)
    }
    #expect(holds("ANY objects = %@") && !holds("ALL objects = %@") && !holds("NONE objects = %@"))
    #expect(holds("objects CONTAINS %@"))
  }

  @Test func `sources and a client's own objects have keys, too`() {
    let source = HKSource.default()
    #expect(
      NSPredicate(format: "bundleIdentifier = %@", source.bundleIdentifier).evaluate(with: source))
    struct Meal { var name = "Soup" }
    #expect(NSPredicate(format: "name BEGINSWITH[c] 'so'").evaluate(with: Meal()))
    #expect(NSPredicate(format: "name = 'Soup'").evaluate(with: ["name": "Soup"]))
    #expect(NSPredicate(format: "SELF CONTAINS 'ou'").evaluate(with: "Soup"))
  }

  @Test(arguments: [
    "", "a", "a =", "= 3", "a = 3 AND", "(a = 3", "a = 3)", "a = 'b", "a IN {1", "a =[x] 'b'",
    "a = %@", "%K = 3", "a = 3 3", "a ~ 3", "NOT", "a BETWEEN", "$x = 3", "a + 1 = 3", "a = 1.2.3",
  ])
  func `what is no predicate is an error`(format: String) {
    #expect(throws: HKError.self) { try NSPredicate.parse(format: format) }
  }

  @Test func `a format that is nested without end is an error`() {
    let deep = String(repeating: "(", count: 100_000) + "a = 1"
    #expect(throws: HKError.self) { try NSPredicate.parse(format: deep) }
    let negated = String(repeating: "NOT ", count: 100_000) + "a = 1"
    #expect(throws: HKError.self) { try NSPredicate.parse(format: negated) }
  }

  @Test func `a format of the program that is no predicate stops it`() async {
    await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "a =") }
  }

  @Test func `expressions make predicates`() {
    let predicate = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "metadata.count"),
      rightExpression: NSExpression(forConstantValue: 3), modifier: .direct, type: .equalTo)
    #expect(holds(predicate) && predicate.predicateOperatorType == .equalTo)
    #expect(PredicatePlan(predicate).rest == nil)
    #expect(predicate.comparisonPredicateModifier == NSComparisonPredicate.Modifier.direct)
    let folding: NSComparisonPredicate.Options = [
      .caseInsensitive, .diacriticInsensitive, .normalized,
    ]
    let text = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "metadata.note"),
      rightExpression: NSExpression(forConstantValue: "UBER"), modifier: .direct,
      type: .beginsWith, options: folding)
    #expect(holds(text) && text.options == folding)
    #expect(text.leftExpression !== text.rightExpression)
    let itself = NSComparisonPredicate(
      leftExpression: .expressionForEvaluatedObject(),
      rightExpression: NSExpression(forConstantValue: Self.sample), modifier: .direct,
      type: .equalTo)
    #expect(holds(itself))
  }
}
