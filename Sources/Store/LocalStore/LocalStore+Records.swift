internal import HealthCodec
package import HealthModel
package import HealthStorage
private import SystemCore

// What the user says of themselves and prefers; each is set with one commit.
extension LocalStore {
  /// What the user last said of one characteristic.
  package func characteristic(_ kind: Characteristic.Kind) async throws -> Characteristic {
    let key = RecordKey.characteristic(kind)
    guard let stored: Characteristic = try await value(of: key) else { return .notSet(kind) }
    guard stored.kind == kind else { throw Self.damaged(key) }
    return stored
  }

  /// Whether the user moves in a wheelchair at this moment.
  package func wheelchairUse() async throws -> Int64 {
    guard case .wheelchairUse(let history) = try await characteristic(.wheelchairUse) else {
      return WheelchairHistory.notSet
    }
    return history.value(at: clock.now)
  }

  /// Replaces a characteristic; wheelchair use with its whole history.
  @discardableResult
  package func setCharacteristic(_ characteristic: Characteristic) async throws -> Outcome {
    try characteristic.check()
    return try await set(characteristic, for: .characteristic(characteristic.kind))
  }

  /// The priority of all sources of a type: the user's order, and in it those it does not name.
  ///
  /// Those stand on top of their rank by bundle identifier. Which of them was saved first shows nowhere: it
  /// would make a sum depend on the order of saves, and on what merging has put where.
  package func sourceOrder(of type: ObjectType) async throws -> SourceOrder {
    try await sourceOrder(of: type, in: state)
  }

  /// The same with the sources that `state` knows, as far as somebody sees what they saved.
  func sourceOrder(
    of type: ObjectType, in state: StoreState, seeing visibility: Visibility = .everything
  ) async throws -> SourceOrder {
    let key = RecordKey.sourceOrder(type)
    var order: SourceOrder = try await value(of: key) ?? SourceOrder(of: type)
    guard order.type == type else { throw Self.damaged(key) }
    var sources: Set<String> = []
    for segment in state.types[type]?.seen(visibility).segments ?? [] {
      sources.formUnion(segment.directory.sources.map(\.bundleIdentifier))
    }
    // Each goes on top of its rank, so the last to go there is the first.
    order.insert(sources.sorted(by: >))
    return order
  }

  /// Replaces the user's order of the sources of a type.
  @discardableResult
  package func setSourceOrder(_ order: SourceOrder) async throws -> Outcome {
    try await set(order, for: .sourceOrder(order.type))
  }

  /// The unit in which the user wants to see a type; `nil` where none was ever chosen.
  package func preferredUnit(of type: ObjectType) async throws -> Unit? {
    let key = RecordKey.preferredUnit(type)
    guard let stored: UnitPreference = try await value(of: key) else { return nil }
    guard stored.type == type else { throw Self.damaged(key) }
    return stored.unit
  }

  /// Chooses the unit in which a type is shown.
  @discardableResult
  package func setPreferredUnit(_ preference: UnitPreference) async throws -> Outcome {
    try await set(preference, for: .preferredUnit(preference.type))
  }

  /// Takes back what was chosen for a type.
  @discardableResult
  package func clearPreferredUnit(of type: ObjectType) async throws -> Outcome {
    try await commit(.setRecord(key: RecordKey.preferredUnit(type).text, body: nil))
  }

  func value<Value: Message>(of key: RecordKey) async throws -> Value? {
    guard let body = try await record(key.text) else { return nil }
    do throws(CodecError) {
      return try Value(decoding: body, limits: .stored)
    } catch {
      throw Self.damaged(key)
    }
  }

  func set(_ value: some Message, for key: RecordKey) async throws -> Outcome {
    try await commit(.setRecord(key: key.text, body: value.encoded()))
  }

  private static func damaged(_ key: RecordKey) -> StorageError {
    StorageError(.damaged, cannot: "read \(key.text)", "its bytes are not what was written")
  }
}
