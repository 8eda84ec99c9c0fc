internal import HealthModel
internal import StoreAccess

// Not set and not permitted look alike; `errorAuthorizationNotDetermined` where it was never asked for.
extension HKHealthStore {
  private func characteristic(_ kind: Characteristic.Kind) throws -> Characteristic {
    let handle = handle
    return try BackgroundExecutor.wait { try await handle.access().characteristic(kind) }
  }

  /// The day the user was born, of the Gregorian calendar.
  ///
  /// - Throws: `errorNoData` where it is not set, or the app may not know.
  public func dateOfBirthComponents() throws -> DateComponents {
    guard case .dateOfBirth(let date?) = try characteristic(.dateOfBirth) else {
      throw HKError(
        .errorNoData, userInfo: [NSLocalizedDescriptionKey: "no date of birth is set"])
    }
    return DateComponents(
      calendar: Calendar(identifier: .gregorian), era: date.era, year: date.year,
      month: date.month, day: date.day)
  }

  /// The beginning of the day the user was born, where the program runs.
  ///
  /// - Throws: `errorNoData` where it is not set, or the app may not know.
  public func dateOfBirth() throws -> Date {
    let components = try dateOfBirthComponents()
    guard let date = components.date else {
      preconditionFailure("a date of birth is a day of the calendar")
    }
    return date
  }

  /// The user's biological sex.
  public func biologicalSex() throws -> HKBiologicalSexObject {
    guard case .biologicalSex(let value) = try characteristic(.biologicalSex) else {
      return HKBiologicalSexObject(.notSet)
    }
    return HKBiologicalSexObject(HKBiologicalSex(rawValue: Int(value)) ?? .notSet)
  }

  /// The user's blood type.
  public func bloodType() throws -> HKBloodTypeObject {
    guard case .bloodType(let value) = try characteristic(.bloodType) else {
      return HKBloodTypeObject(.notSet)
    }
    return HKBloodTypeObject(HKBloodType(rawValue: Int(value)) ?? .notSet)
  }

  /// The user's skin type.
  public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
    guard case .fitzpatrickSkinType(let value) = try characteristic(.fitzpatrickSkinType) else {
      return HKFitzpatrickSkinTypeObject(.notSet)
    }
    return HKFitzpatrickSkinTypeObject(HKFitzpatrickSkinType(rawValue: Int(value)) ?? .notSet)
  }

  /// What closes the user's ring of movement: energy, unless they chose time.
  public func activityMoveMode() throws -> HKActivityMoveModeObject {
    guard case .activityMoveMode(let value) = try characteristic(.activityMoveMode) else {
      return HKActivityMoveModeObject(.activeEnergy)
    }
    return HKActivityMoveModeObject(HKActivityMoveMode(rawValue: Int(value)) ?? .activeEnergy)
  }

  /// The user's use of a wheelchair at present.
  public func wheelchairUse() throws -> HKWheelchairUseObject {
    let handle = handle
    let value = try BackgroundExecutor.wait {
      let access = try await handle.access()
      guard case .wheelchairUse(let history) = try await access.characteristic(.wheelchairUse)
      else { return WheelchairHistory.notSet }
      return history.value(at: try await access.coverage().until)
    }
    return HKWheelchairUseObject(HKWheelchairUse(rawValue: Int(value)) ?? .notSet)
  }
}

extension HKHealthStore {
  /// The units in which to show quantities: those that the user chose, else those that are usual where the program runs.
  ///
  /// From then on `HKUserPreferencesDidChange` is posted when the user chooses another for one of them.
  @preconcurrency
  public func preferredUnits(
    for quantityTypes: Set<HKQuantityType>,
    completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
  ) {
    let handle = handle
    BackgroundExecutor.run {
      try await handle.preferredUnits(for: quantityTypes)
    } then: { result in
      switch result {
      case .success(let units): completion(units, nil)
      case .failure(let error): completion([:], error)
      }
    }
  }

  /// The units in which to show quantities: those that the user chose, else those that are usual where the program runs.
  ///
  /// From then on `HKUserPreferencesDidChange` is posted when the user chooses another for one of them.
  public func preferredUnits(
    for quantityTypes: Set<HKQuantityType>
  ) async throws -> [HKQuantityType: HKUnit] {
    try await thrownAsHKError { try await handle.preferredUnits(for: quantityTypes) }
  }
}

extension StoreHandle {
  fileprivate func preferredUnits(
    for types: Set<HKQuantityType>
  ) async throws -> [HKQuantityType: HKUnit] {
    let asked = Set(types.map(\.type))
    try await preferences.watch(asked, of: self)
    let chosen = try await access().preferredUnits(of: asked)
    let region = UnitRegion(locale: Locale.current.identifier)
    var units: [HKQuantityType: HKUnit] = [:]
    for type in types {
      let unit = chosen[type.type] ?? type.type.description?.readingUnit(in: region)
      units[type] = unit.map { HKUnit.of($0) }
    }
    return units
  }
}
