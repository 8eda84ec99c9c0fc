package import HealthModel

// Not set and not permitted look alike; error 5 where it was never asked for.
extension AppSession {
  /// What the user said of themselves, as far as the app may know.
  package func characteristic(_ kind: Characteristic.Kind) async throws -> Characteristic {
    try mayRead(kind) ? await store.characteristic(kind) : .notSet(kind)
  }

  /// What was reached on those of successive days on which anything was measured, whatever the app may read of samples;
  /// `nil` where it may not know, which it cannot tell from nothing having been measured.
  package func activitySummaries(
    from first: Int, edges: [Double]
  ) async throws -> [ActivitySummary]? {
    try ActivitySummary.check(edges, from: first)
    guard try mayRead(.activityGoals) else { return nil }
    let days = try await OwnerSession(store).activitySummaries(from: first, edges: edges)
    // Permission may have gone while they were worked out.
    return try mayRead(.activityGoals) ? days?.filter { !$0.isEmpty } : nil
  }

  /// An `HKBiologicalSex` by raw value, 0 where it is not set.
  package func biologicalSex() async throws -> Int64 {
    guard case .biologicalSex(let value) = try await characteristic(.biologicalSex) else {
      return 0
    }
    return value
  }

  /// An `HKBloodType` by raw value, 0 where it is not set.
  package func bloodType() async throws -> Int64 {
    guard case .bloodType(let value) = try await characteristic(.bloodType) else { return 0 }
    return value
  }

  /// An `HKFitzpatrickSkinType` by raw value, 0 where it is not set.
  package func fitzpatrickSkinType() async throws -> Int64 {
    guard case .fitzpatrickSkinType(let value) = try await characteristic(.fitzpatrickSkinType)
    else { return 0 }
    return value
  }

  /// The day the user was born; `nil` where it is not set.
  package func dateOfBirth() async throws -> DateOfBirth? {
    guard case .dateOfBirth(let date) = try await characteristic(.dateOfBirth) else { return nil }
    return date
  }

  /// An `HKWheelchairUse` by raw value, as it is at this moment; 0 where it is not set.
  package func wheelchairUse() async throws -> Int64 {
    try mayRead(.wheelchairUse) ? await store.wheelchairUse() : WheelchairHistory.notSet
  }

  /// The units that the user chose for these types, where they chose one; for the others an app takes
  /// what is usual where it runs.
  ///
  /// They are told of types that were denied, too, or the answer would tell that reading was.
  ///
  /// - Throws: code 5 where one of the types was never asked for; 3 for one without a unit.
  package func preferredUnits(of types: Set<ObjectType>) async throws -> [ObjectType: Unit] {
    let operation = "tell the preferred units"
    let rules = rules(for: types, in: store.state)
    for type in types.sorted() {
      guard type.description?.canonicalUnit != nil else {
        throw ModelError(
          .invalidArgument, cannot: operation, "\(type.identifier) is no type that quantities have")
      }
      guard rules.grant(of: type).isDetermined else {
        throw ModelError(
          .authorizationNotDetermined, cannot: operation, "\(type.name) was never asked for")
      }
    }
    var units: [ObjectType: Unit] = [:]
    for type in types { units[type] = try await store.preferredUnit(of: type) }
    return units
  }

  private func mayRead(_ kind: Characteristic.Kind) throws(ModelError) -> Bool {
    try rules(for: [kind.type], in: store.state).visibility(of: kind.type) == .everything
  }
}
