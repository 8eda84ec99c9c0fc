/// Which values and which series objects of a type have.
package struct DetailsForm: Sendable {
  /// What one value may be.
  package struct Value: Sendable {
    package enum Kind: Sendable {
      /// A whole number.
      case integer(ClosedRange<Int64>)
      case number(ClosedRange<Double>)
      /// A quantity of this unit's dimension, which is not negative.
      case quantity(Unit)
      /// The same, below 0 as well.
      case signedQuantity(Unit)
      /// An instant that samples may be of.
      case date
      /// A text of so many bytes.
      case text(ClosedRange<Int>)
    }

    package let name: String
    package let kind: Kind
    package let isRequired: Bool
  }

  /// What the numbers of one series may be.
  package struct Series: Sendable {
    package enum Order: Sendable {
      case any
      /// Instants, which ascend from the object's start to its end.
      case instants
      /// Seconds since the object's start, which ascend to its end.
      case elapsed
    }

    package let name: String
    package let range: ClosedRange<Double>
    package let isWhole: Bool
    package let isRequired: Bool
    package let order: Order
  }

  package let values: [Value]
  package let series: [Series]
  /// How many numbers a series has.
  package let counts: ClosedRange<Int>
  /// Whether all series have as many.
  package let isAligned: Bool

  /// The form of a type's details; `nil` for types without.
  package static func of(_ type: ObjectType) -> DetailsForm? {
    all[type] ?? (type.isClinical ? clinical : nil)
  }

  /// As many of whatever there is as the numbers allow.
  private static let many = 1...Details.mostNumbers
  private static let any = -1e9...1e9
  private static let beats = unit("count/min")
  private static let hertz = Unit.hertz()

  private static func unit(_ text: String) -> Unit {
    guard let unit = try? Unit(parsing: text) else {
      preconditionFailure("a form names a unit that does not exist: \(text)")
    }
    return unit
  }

  private static let all: [ObjectType: DetailsForm] = [
    // What an export says was reached on a day; a day of a calendar, which has no instants of its own.
    .activitySummary: DetailsForm(
      values: [
        .init("day", .integer(Int64(Instant.days.lowerBound)...Int64(Instant.days.upperBound)))
      ]
        + ["", "Goal"].flatMap { (ending: String) -> [Value] in
          [
            .init("energy" + ending, .quantity(.kilocalorie), isRequired: false),
            .init("moveTime" + ending, .quantity(.minute), isRequired: false),
            .init("exercise" + ending, .quantity(.minute), isRequired: false),
            .init("stand" + ending, .number(0...24), isRequired: false),
          ]
        }, series: [], counts: many, isAligned: false),
    .foreignRecord: DetailsForm(
      values: [
        .init("type", .text(1...256)), .init("unit", .text(0...256), isRequired: false),
        .init("value", .text(0...4_096), isRequired: false),
      ], series: [], counts: many, isAligned: false),
    .workoutRoute: DetailsForm(
      series: [
        .init("time", -1e12...1e12, order: .instants), .init("latitude", -90...90),
        .init("longitude", -180...180), .init("altitude", any, isRequired: false),
        .init("horizontalAccuracy", any, isRequired: false),
        .init("verticalAccuracy", any, isRequired: false),
        .init("course", any, isRequired: false), .init("courseAccuracy", any, isRequired: false),
        .init("speed", any, isRequired: false), .init("speedAccuracy", any, isRequired: false),
      ], counts: many),
    .heartbeatSeries: DetailsForm(
      series: [.init("seconds", 0...1e9, order: .elapsed), .init("gap", 0...1, isWhole: true)],
      counts: many),
    .electrocardiogram: DetailsForm(
      values: [
        .init("classification", .integer(0...100)), .init("symptomsStatus", .integer(0...2)),
        .init("averageHeartRate", .quantity(beats), isRequired: false),
        .init("samplingFrequency", .quantity(hertz)),
      ], series: [.init("microvolts", any)], counts: many),
    .audiogram: DetailsForm(
      series: [
        .init("frequency", 0...1e6), .init("side", 0...1, isWhole: true),
        .init("sensitivity", -1e3...1e3),
        .init("conduction", 0...1e6, isWhole: true, isRequired: false),
        .init("masked", 0...1, isWhole: true, isRequired: false),
        .init("clamped", 0...3, isWhole: true, isRequired: false),
        .init("lowerClamp", -1e3...1e3, isRequired: false),
        .init("upperClamp", -1e3...1e3, isRequired: false),
      ], counts: 1...120),
    .stateOfMind: DetailsForm(
      values: [.init("kind", .integer(1...2)), .init("valence", .number(-1...1))],
      series: [
        .init("labels", 0...1e6, isWhole: true, isRequired: false),
        .init("associations", 0...1e6, isWhole: true, isRequired: false),
      ], counts: 1...128, isAligned: false),
    .visionPrescription: DetailsForm(
      values: [
        .init("kind", .integer(1...2)), .init("expires", .date, isRequired: false),
        .init("brand", .text(0...1_024), isRequired: false),
      ] + lens("left") + lens("right"), series: [], counts: many, isAligned: false),
    .gad7Assessment: DetailsForm(
      series: [.init("answers", 0...3, isWhole: true)], counts: 7...7),
    .phq9Assessment: DetailsForm(
      series: [.init("answers", 0...4, isWhole: true)], counts: 9...9),
  ]

  /// What is measured for one eye.
  private static func lens(_ side: String) -> [Value] {
    [
      ("Sphere", "D"), ("Cylinder", "D"), ("Axis", "deg"), ("Addition", "D"),
      ("VertexDistance", "mm"), ("FarPupillaryDistance", "mm"), ("NearPupillaryDistance", "mm"),
      ("PrismAmount", "pD"), ("PrismAngle", "deg"), ("BaseCurve", "mm"), ("Diameter", "mm"),
    ].map { Value(side + $0, .signedQuantity(unit($1)), isRequired: false) }
  }

  /// What a clinic tells: a resource of FHIR as it came, and what is looked for in it.
  private static let clinical = DetailsForm(
    values: [
      .init("displayName", .text(1...1_024)),
      .init("resourceType", .text(1...64), isRequired: false),
      .init("identifier", .text(0...1_024), isRequired: false),
      .init("fhirVersion", .text(0...64), isRequired: false),
      .init("sourceURL", .text(0...2_048), isRequired: false),
      .init("resource", .text(0...Details.mostTextBytes), isRequired: false),
    ], series: [], counts: many, isAligned: false)

  private init(
    values: [Value] = [], series: [Series], counts: ClosedRange<Int>, isAligned: Bool = true
  ) {
    self.values = values
    self.series = series
    self.counts = counts
    self.isAligned = isAligned
  }
}

extension DetailsForm.Value {
  fileprivate init(_ name: String, _ kind: Kind, isRequired: Bool = true) {
    self.init(name: name, kind: kind, isRequired: isRequired)
  }

  /// Whether a value is what it says.
  package func takes(_ value: MetadataValue) -> Bool {
    switch (kind, value) {
    case (.integer(let range), .integer(let number)): range.contains(number)
    case (.number(let range), .double(let number)): range.contains(number)
    case (.quantity(let unit), .quantity(let quantity)):
      quantity.isCompatible(with: unit) && quantity.value.isFinite && quantity.value >= 0
    case (.signedQuantity(let unit), .quantity(let quantity)):
      quantity.isCompatible(with: unit) && quantity.value.isFinite
    case (.date, .date(let seconds)): Instant.permitted.contains(seconds)
    case (.text(let range), .string(let text)):
      range.contains(text.utf8.count) && !text.utf8.contains(0)
    default: false
    }
  }
}

extension DetailsForm.Series {
  fileprivate init(
    _ name: String, _ range: ClosedRange<Double>, isWhole: Bool = false, isRequired: Bool = true,
    order: Order = .any
  ) {
    self.init(name: name, range: range, isWhole: isWhole, isRequired: isRequired, order: order)
  }
}

extension Details {
  /// Checks what an object of a type carries.
  ///
  /// - Parameters:
  ///   - type: The object's.
  ///   - dates: From its start to its end.
  /// - Throws: `invalidArgument`, without any value.
  package func check(for type: ObjectType, in dates: ClosedRange<Double>) throws(ModelError) {
    guard let form = DetailsForm.of(type) else { throw refusal("its type has no details") }
    for value in form.values {
      guard let given = values[value.name] else {
        if value.isRequired { throw refusal("it has no \(value.name)") }
        continue
      }
      guard value.takes(given) else { throw refusal("its \(value.name) is out of range") }
    }
    if let name = values.keys.first(where: { name in !form.values.contains { $0.name == name } }) {
      throw refusal("no value of its type is called \(name.prefix(64))")
    }
    for rule in form.series {
      guard let numbers = series[rule.name] else {
        if rule.isRequired { throw refusal("it has no series \(rule.name)") }
        continue
      }
      try check(numbers, by: rule, form, in: dates)
    }
    if let name = series.keys.first(where: { name in !form.series.contains { $0.name == name } }) {
      throw refusal("no series of its type is called \(name.prefix(64))")
    }
    guard numberCount <= Self.mostNumbers else {
      throw refusal("it has more than \(Self.mostNumbers) numbers")
    }
    guard !form.isAligned || Set(series.values.map(\.count)).count == 1 else {
      throw refusal("its series are not of one length")
    }
  }

  private func check(
    _ numbers: [Double], by rule: DetailsForm.Series, _ form: DetailsForm,
    in dates: ClosedRange<Double>
  ) throws(ModelError) {
    guard form.counts.contains(numbers.count) else {
      throw refusal(
        "its series \(rule.name) has not \(form.counts.lowerBound) to \(form.counts.upperBound) numbers"
      )
    }
    guard numbers.allSatisfy({ rule.range.contains($0) && (!rule.isWhole || $0 == $0.rounded()) })
    else { throw refusal("a number of its series \(rule.name) is out of range") }
    let first: Double
    let last: Double
    switch rule.order {
    case .any: return
    case .instants: (first, last) = (dates.lowerBound, dates.upperBound)
    case .elapsed: (first, last) = (0, dates.upperBound - dates.lowerBound)
    }
    guard zip(numbers, numbers.dropFirst()).allSatisfy(<=), numbers[0] >= first,
      numbers[numbers.count - 1] <= last
    else { throw refusal("its series \(rule.name) does not ascend between its start and its end") }
  }

  private func refusal(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "save the object", detail)
  }
}
