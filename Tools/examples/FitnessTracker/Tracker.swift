import HealthKit

/// Keeps weight, food and movement in a health store, and shows what they come to.
///
/// Nothing in this file knows that it runs on Linux, but `setProfile`, for which a phone has the Health app.
struct Tracker {
  static let mass = HKQuantityType(.bodyMass)
  static let height = HKQuantityType(.height)
  static let eaten = HKQuantityType(.dietaryEnergyConsumed)
  static let protein = HKQuantityType(.dietaryProtein)
  static let moved = HKQuantityType(.activeEnergyBurned)
  static let food = HKCorrelationType(.food)
  static let kilogram = HKUnit.gramUnit(with: .kilo)
  static let centimeter = HKUnit.meterUnit(with: .centi)

  let store: HKHealthStore
  let day: Date
  let calendar = Day.calendar

  init(_ store: HKHealthStore, on day: Date) {
    self.store = store
    self.day = day
  }

  /// Asks for what the program needs; who decided already is not asked again.
  func authorize() async throws {
    let shared: Set<HKSampleType> = [
      Self.mass, Self.height, Self.eaten, Self.protein, Self.moved, .workoutType(),
    ]
    let characteristics: Set<HKObjectType> = [
      HKCharacteristicType(.dateOfBirth), HKCharacteristicType(.biologicalSex),
    ]
    try await store.requestAuthorization(
      toShare: shared, read: characteristics.union(shared))
  }

  /// Says who the user is, in a store of this process; a daemon's owner says it with `dyad profile`.
  func setProfile(born: String, sex: String) async throws {
    let sexes: [String: HKBiologicalSex] = ["female": .female, "male": .male, "other": .other]
    guard let sex = sexes[sex] else { throw Mistake("the sex is female, male or other") }
    guard let noon = Day.noon(born) else { throw Mistake("\(born) is no day") }
    let components = calendar.dateComponents([.era, .year, .month, .day], from: noon)
    try await store.user.setDateOfBirth(components)
    try await store.user.setBiologicalSex(sex)
  }
}

// What is noted.
extension Tracker {
  func weigh(_ kilograms: Double) async throws {
    try await store.save(sample(Self.mass, kilograms, Self.kilogram, at: day))
  }

  func measure(_ centimeters: Double) async throws {
    try await store.save(sample(Self.height, centimeters, Self.centimeter, at: day))
  }

  func eat(_ name: String, _ kilocalories: Double, protein: Double?) async throws {
    try await store.save(meal(name, kilocalories, protein: protein, at: day))
  }

  func move(_ kilocalories: Double, minutes: Double) async throws {
    let workout = HKWorkout(activityType: .walking, start: day, end: day + minutes * 60)
    try await store.save(workout)
    let energy = sample(Self.moved, kilocalories, .kilocalorie(), at: day, lasting: minutes * 60)
    try await store.addSamples([energy], to: workout)
  }

  func sample(
    _ type: HKQuantityType, _ value: Double, _ unit: HKUnit, at start: Date,
    lasting seconds: TimeInterval = 0, metadata: [String: Any]? = nil
  ) -> HKQuantitySample {
    HKQuantitySample(
      type: type, quantity: HKQuantity(unit: unit, doubleValue: value), start: start,
      end: start + seconds, metadata: metadata)
  }

  func meal(
    _ name: String, _ kilocalories: Double, protein: Double?, at date: Date
  )
    -> HKCorrelation
  {
    var parts: Set<HKSample> = [sample(Self.eaten, kilocalories, .kilocalorie(), at: date)]
    if let protein { parts.insert(sample(Self.protein, protein, .gram(), at: date)) }
    return HKCorrelation(
      type: Self.food, start: date, end: date, objects: parts,
      metadata: [HKMetadataKeyFoodType: name])
  }
}

// What is shown.
extension Tracker {
  /// The day: who the user is, what was eaten, and what is left of it.
  func today() async throws -> String {
    let start = calendar.startOfDay(for: day)
    let within = HKQuery.predicateForSamples(withStart: start, end: start + 86_400)
    var lines = ["\(Day.text(day))   \(try await profile())", ""]
    for meal in try await meals(within) { lines.append(meal) }
    let eaten = try await sum(Self.eaten, within)
    let moved = try await sum(Self.moved, within)
    let resting = try await resting()
    lines += [
      Row.of("eaten", eaten, "kcal"), Row.of("burned by moving", -moved, "kcal"),
      Row.of("burned at rest", -resting, "kcal"), Row.of("net", eaten - moved - resting, "kcal"),
    ]
    return lines.joined(separator: "\n")
  }

  /// Two weeks: a curve of the weight, and for each day what was eaten and what was burned.
  func weeks() async throws -> String {
    let tomorrow = calendar.startOfDay(for: day) + 86_400
    guard let start = calendar.date(byAdding: .day, value: -14, to: tomorrow) else { return "" }
    let days = (0..<14).compactMap { calendar.date(byAdding: .day, value: $0, to: start) }
    let weights = try await perDay(Self.mass, .discreteAverage, from: start, to: tomorrow) {
      $0.averageQuantity()?.doubleValue(for: Self.kilogram)
    }
    let eaten = try await perDay(Self.eaten, .cumulativeSum, from: start, to: tomorrow) {
      $0.sumQuantity()?.doubleValue(for: .kilocalorie())
    }
    let moved = try await perDay(Self.moved, .cumulativeSum, from: start, to: tomorrow) {
      $0.sumQuantity()?.doubleValue(for: .kilocalorie())
    }
    let resting = try await resting()
    let rows = days.map { day in
      BarChart.Row(
        label: Day.short(day), value: eaten[day] ?? 0,
        mark: eaten[day] == nil ? nil : resting + (moved[day] ?? 0))
    }
    let curve = LineChart(values: days.map { weights[$0] }, labels: days.map(Day.number))
    return [
      "Weight in kg", curve.text(), "", "Eaten in kcal; | is what was burned",
      BarChart(rows: rows).text(),
    ].joined(separator: "\n")
  }

  private func profile() async throws -> String {
    var parts: [String] = []
    if let birth = try? store.dateOfBirthComponents(), let born = calendar.date(from: birth),
      let age = calendar.dateComponents([.year], from: born, to: day).year
    {
      parts.append("\(age) years")
    }
    switch (try? store.biologicalSex())?.biologicalSex {
    case .female: parts.append("female")
    case .male: parts.append("male")
    default: break
    }
    if let height = try await latest(Self.height) {
      parts.append("\(Row.number(height.doubleValue(for: Self.centimeter))) cm")
    }
    if let mass = try await latest(Self.mass) {
      parts.append("\(Row.number(mass.doubleValue(for: Self.kilogram), digits: 1)) kg")
    }
    return parts.joined(separator: ", ")
  }

  private func latest(_ type: HKQuantityType) async throws -> HKQuantity? {
    let before = HKQuery.predicateForSamples(withStart: nil, end: day + 1)
    return try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: type, predicate: before)],
      sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)], limit: 1
    ).result(for: store).first?.quantity
  }

  private func meals(_ predicate: NSPredicate) async throws -> [String] {
    let meals = try await HKSampleQueryDescriptor(
      predicates: [.correlation(type: Self.food, predicate: predicate)],
      sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
    return meals.map { meal in
      let name = meal.metadata?[HKMetadataKeyFoodType] as? String ?? "food"
      func sum(_ type: HKQuantityType, _ unit: HKUnit) -> Double {
        meal.objects(for: type).compactMap { $0 as? HKQuantitySample }
          .reduce(0) { $0 + $1.quantity.doubleValue(for: unit) }
      }
      let protein = Row.number(sum(Self.protein, .gram()))
      return Row.of("  \(name)", sum(Self.eaten, .kilocalorie()), "kcal, protein \(protein) g")
    }
  }

  private func sum(_ type: HKQuantityType, _ predicate: NSPredicate) async throws -> Double {
    let statistics = try await HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: type, predicate: predicate), options: .cumulativeSum
    ).result(for: store)
    return statistics?.sumQuantity()?.doubleValue(for: .kilocalorie()) ?? 0
  }

  /// What the body burns in a day without doing anything, as far as the store can tell from its size and age.
  private func resting() async throws -> Double {
    let plenty = HKQuantity(unit: .kilocalorie(), doubleValue: 100_000)
    return try await withCheckedThrowingContinuation { continuation in
      store.splitTotalEnergy(plenty, start: day - 86_399, end: day + 1) { resting, _, error in
        continuation.resume(
          with: error.map { .failure($0) }
            ?? .success(resting?.doubleValue(for: .kilocalorie()) ?? 0))
      }
    }
  }

  private func perDay(
    _ type: HKQuantityType, _ options: HKStatisticsOptions, from start: Date, to end: Date,
    _ value: (HKStatistics) -> Double?
  ) async throws -> [Date: Double] {
    let within = HKQuery.predicateForSamples(
      withStart: start, end: end, options: .strictStartDate)
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: type, predicate: within), options: options,
      anchorDate: start, intervalComponents: DateComponents(calendar: calendar, day: 1)
    ).result(for: store)
    var values: [Date: Double] = [:]
    for statistics in collection.statistics() { values[statistics.startDate] = value(statistics) }
    return values
  }
}

// Days that nobody lived.
extension Tracker {
  /// Makes up a history that ends on the day: all of it or nothing, and again the same.
  ///
  /// Each sample says what it is and at which version, so that doing it twice leaves one of each.
  func fill(days: Int) async throws {
    var samples: [HKObject] = []
    for back in 0..<min(days, 3_650) {
      guard let date = calendar.date(byAdding: .day, value: -back, to: day) else { continue }
      let start = calendar.startOfDay(for: date)
      func known(_ name: String) -> [String: Any] {
        [
          HKMetadataKeySyncIdentifier: "\(Day.text(date)) \(name)", HKMetadataKeySyncVersion: 1,
        ]
      }
      let wave = sin(Double(back) / 2.5)
      samples.append(
        sample(
          Self.mass, 71.5 + Double(back) * 0.09 + wave * 0.35, Self.kilogram, at: start + 7 * 3_600,
          metadata: known("weight")))
      samples.append(
        sample(
          Self.moved, 380 + wave * 160, .kilocalorie(), at: start + 17 * 3_600, lasting: 3_600,
          metadata: known("walk")))
      for (name, hour, kilocalories) in [
        ("breakfast", 8.0, 420.0), ("lunch", 13, 710), ("supper", 19, 640 - wave * 180),
      ] {
        samples.append(
          sample(
            Self.eaten, kilocalories, .kilocalorie(), at: start + hour * 3_600,
            metadata: known(name)))
      }
    }
    try await store.save(samples)
  }
}
