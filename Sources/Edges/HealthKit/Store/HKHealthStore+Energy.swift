extension HKHealthStore {
  /// Splits the energy of a time into what the body burns at rest and what activity adds.
  ///
  /// What is burned at rest is worked out by the equation of Mifflin and St Jeor from age, sex, mass and height, as far
  /// as they are set and the app may read them, else from those of an adult in the middle.
  @preconcurrency
  public func splitTotalEnergy(
    _ totalEnergy: HKQuantity, start startDate: Date, end endDate: Date,
    resultsHandler: @escaping @Sendable (HKQuantity?, HKQuantity?, (any Error)?) -> Void
  ) {
    guard startDate <= endDate else { HealthKit.stop("the energy's end is before its start") }
    BackgroundExecutor.run { [self] in
      let kilocalories = totalEnergy.doubleValue(for: .kilocalorie())
      let days = endDate.timeIntervalSince(startDate) / 86_400
      let resting = min(kilocalories, try await restingKilocalories(at: endDate) * days)
      return (resting, kilocalories - resting)
    } then: { result in
      switch result {
      case .success(let (resting, active)):
        resultsHandler(
          HKQuantity(unit: .kilocalorie(), doubleValue: resting),
          HKQuantity(unit: .kilocalorie(), doubleValue: active), nil)
      case .failure(let error): resultsHandler(nil, nil, error)
      }
    }
  }

  /// What the user burns at rest in a day.
  private func restingKilocalories(at date: Date) async throws -> Double {
    let mass = try await latest(.bodyMass, in: .gramUnit(with: .kilo), before: date) ?? 70
    let height = try await latest(.height, in: .meterUnit(with: .centi), before: date) ?? 170
    let age =
      (try? dateOfBirth()).flatMap {
        Calendar(identifier: .gregorian).dateComponents([.year], from: $0, to: date).year
      } ?? 40
    // 5 for men and -161 for women.
    let sex =
      switch (try? biologicalSex())?.biologicalSex {
      case .male: 5.0
      case .female: -161.0
      default: -78.0
      }
    return max(0, 10 * mass + 6.25 * height - 5 * Double(age) + sex)
  }

  private func latest(
    _ identifier: HKQuantityTypeIdentifier, in unit: HKUnit, before date: Date
  ) async throws -> Double? {
    let predicate = HKQuery.predicateForSamples(withStart: nil, end: date)
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: HKQuantityType(identifier), predicate: predicate)],
      sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)], limit: 1)
    do {
      return try await descriptor.result(for: self).first?.quantity.doubleValue(for: unit)
    } catch HKError.errorAuthorizationNotDetermined {
      return nil
    }
  }
}
