internal import HealthModel
internal import HealthStorage
internal import LocalStore

/// What the user of a phone does in its settings and its Health app, for a store of this process.
///
/// Apple's framework has nothing like it; tests and servers need it. A daemon's store throws: its owner uses `dyad`.
public struct HKStoreUser: Sendable {
  let handle: StoreHandle

  @discardableResult
  private func store<Value>(_ body: (LocalStore) async throws -> Value) async throws -> Value {
    try await thrownAsHKError { try await body(try await handle.store()) }
  }

  /// Allows an app, or denies it, what to save and to read, whatever was said before.
  public func decide(
    _ isAllowed: Bool, toShare share: Set<HKSampleType> = [], read: Set<HKObjectType> = [],
    for source: HKSource = .default()
  ) async throws {
    let decision = AccessDecision(
      isAllowed,
      to: AccessRequest(share: Set(share.map(\.type)), read: Set(read.map(\.type))))
    try await store { _ = try await $0.decide(decision, for: source.bundleIdentifier) }
  }

  /// Takes an electrocardiogram, as the user's watch would: no app can save one.
  ///
  /// - Parameters:
  ///   - microvolts: The voltages, one after the other.
  ///   - hertz: How many there are in a second.
  ///   - start: When the first was measured.
  ///   - classification: What was found.
  ///   - averageHeartRate: How fast the heart beat.
  ///   - symptomsStatus: Whether the user felt anything.
  /// - Throws: `errorInvalidArgument` without a voltage or frequency, and what saving throws.
  public func takeElectrocardiogram(
    _ microvolts: [Double], hertz: Double = 512, at start: Date,
    classification: HKElectrocardiogram.Classification = .sinusRhythm,
    averageHeartRate: HKQuantity? = nil,
    symptomsStatus: HKElectrocardiogram.SymptomsStatus = .none
  ) async throws {
    var details = Details(
      values: [
        "classification": .integer(Int64(classification.rawValue)),
        "symptomsStatus": .integer(Int64(symptomsStatus.rawValue)),
        "samplingFrequency": .quantity(Quantity(hertz, .hertz())),
      ], series: ["microvolts": microvolts])
    details.values["averageHeartRate"] = averageHeartRate.map { .quantity($0.quantity) }
    let end = Date(
      timeIntervalSinceReferenceDate: details.end(from: start.timeIntervalSinceReferenceDate))
    let sample = try Sample(
      checking: .electrocardiogram, details, start: start, end: end, device: nil, metadata: nil)
    try await store { try await OwnerSession($0).save([SampleRun(sample)]) }
  }

  /// Takes what a clinic tells, as the user's Health app would: no app can save it.
  ///
  /// - Parameters:
  ///   - type: What kind of record it is.
  ///   - displayName: What people call it.
  ///   - resource: The record as the clinic tells it: a resource of FHIR in JSON.
  ///   - sourceURL: Where it came from.
  ///   - fhirVersion: In which version of FHIR it is written.
  ///   - date: When it was received.
  /// - Throws: `errorInvalidArgument` for anything but a resource with its type and identifier, and what saving throws.
  public func takeClinicalRecord(
    _ type: HKClinicalType, displayName: String, resource: Data, sourceURL: URL? = nil,
    fhirVersion: HKFHIRVersion = .primaryR4(), at date: Date
  ) async throws {
    let told = try? JSONSerialization.jsonObject(with: resource) as? [String: Any]
    guard let kind = told?["resourceType"] as? String, let identifier = told?["id"] as? String,
      let text = String(data: resource, encoding: .utf8)
    else { throw HKError.invalid("a clinical record is a resource of FHIR in JSON") }
    var details = Details(values: [
      "displayName": .string(displayName), "resourceType": .string(kind),
      "identifier": .string(identifier), "resource": .string(text),
      "fhirVersion": .string(fhirVersion.stringRepresentation),
    ])
    details.values["sourceURL"] = sourceURL.map { .string($0.absoluteString) }
    let sample = try Sample(
      checking: type.type, details, start: date, end: date, device: nil, metadata: nil)
    try await store { try await OwnerSession($0).save([SampleRun(sample)]) }
  }

  /// Says when the user was born, by year, month and day.
  public func setDateOfBirth(_ components: DateComponents?) async throws {
    let date = try thrownHere {
      try components.map {
        try DateOfBirth(
          era: $0.era, year: $0.year ?? 0, month: $0.month ?? 0, day: $0.day ?? 0)
      }
    }
    try await set(.dateOfBirth(date))
  }

  /// Says the user's biological sex.
  public func setBiologicalSex(_ value: HKBiologicalSex) async throws {
    try await set(.biologicalSex(Int64(value.rawValue)))
  }

  /// Says the user's blood type.
  public func setBloodType(_ value: HKBloodType) async throws {
    try await set(.bloodType(Int64(value.rawValue)))
  }

  /// Says the user's skin type.
  public func setFitzpatrickSkinType(_ value: HKFitzpatrickSkinType) async throws {
    try await set(.fitzpatrickSkinType(Int64(value.rawValue)))
  }

  /// Chooses what closes the user's ring of movement.
  public func setActivityMoveMode(_ value: HKActivityMoveMode) async throws {
    try await set(.activityMoveMode(Int64(value.rawValue)))
  }

  /// Says whether the user moves in a wheelchair, from a date on.
  public func setWheelchairUse(_ value: HKWheelchairUse, since date: Date) async throws {
    try await store { store in
      var history = WheelchairHistory()
      if case .wheelchairUse(let known) = try await store.characteristic(.wheelchairUse) {
        history = known
      }
      try history.set(
        Int64(value.rawValue), since: date.timeIntervalSinceReferenceDate)
      try await store.setCharacteristic(.wheelchairUse(history))
    }
  }

  /// Chooses the unit in which a type is shown; `HKUserPreferencesDidChange` says so to all who asked for it.
  public func setPreferredUnit(_ unit: HKUnit, for type: HKQuantityType) async throws {
    try await store { try await $0.setPreferredUnit(UnitPreference(of: type.type, unit.unit)) }
  }

  private func set(_ characteristic: Characteristic) async throws {
    try await store { try await $0.setCharacteristic(characteristic) }
  }

  private func thrownHere<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch {
      throw HKError(thrown: error)
    }
  }
}

extension HKHealthStore {
  /// What the user does, in tests and on servers; only for a store of this process.
  public var user: HKStoreUser { HKStoreUser(handle: handle) }
}
