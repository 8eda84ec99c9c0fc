/// Which record the user owns: one key for each value that changes alone.
package enum RecordKey: Hashable, Sendable {
  case characteristic(Characteristic.Kind)
  case sourceOrder(ObjectType)
  case preferredUnit(ObjectType)
  case workoutOrders

  /// The key as it is stored and told to the other node.
  package var text: String {
    switch self {
    case .characteristic(let kind): "\(Prefix.characteristic)/\(kind.type.identifier)"
    case .sourceOrder(let type): "\(Prefix.sourceOrder)/\(type.identifier)"
    case .preferredUnit(let type): "\(Prefix.preferredUnit)/\(type.identifier)"
    case .workoutOrders: "\(Prefix.workoutOrders)/\(ObjectType.workout.identifier)"
    }
  }

  /// Reads the stored form; `nil` for the key of a record that this version does not know.
  package init?(text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    let type = ObjectType(String(parts[1]))
    switch String(parts[0]) {
    case Prefix.characteristic:
      guard let kind = Characteristic.Kind(type) else { return nil }
      self = .characteristic(kind)
    case Prefix.sourceOrder: self = .sourceOrder(type)
    case Prefix.preferredUnit: self = .preferredUnit(type)
    case Prefix.workoutOrders:
      guard type == .workout else { return nil }
      self = .workoutOrders
    default: return nil
    }
  }

  private enum Prefix {
    static let characteristic = "characteristic"
    static let sourceOrder = "source-order"
    static let preferredUnit = "preferred-unit"
    static let workoutOrders = "workout-orders"
  }
}
