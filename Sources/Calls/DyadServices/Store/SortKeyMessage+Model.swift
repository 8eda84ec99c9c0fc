package import HealthModel

extension SortDescriptor {
  /// Reads what comes first.
  package init(_ message: SortKeyMessage) throws(StoreWireError) {
    let key: Key
    switch message.key {
    case .unspecified: throw StoreWireError("order.key", "there is no such key")
    case .start: key = .start
    case .end: key = .end
    case .workoutDuration: key = .workoutDuration
    case .workoutEnergyBurned: key = .workoutTotal(.energyBurned)
    case .workoutDistance: key = .workoutTotal(.distance)
    case .workoutSwimmingStrokes: key = .workoutTotal(.swimmingStrokeCount)
    }
    self.init(key, ascending: !message.descending)
  }
}

extension SortKeyMessage {
  /// Says what comes first.
  package init(_ descriptor: SortDescriptor) {
    self.init()
    switch descriptor.key {
    case .start: key = .start
    case .end: key = .end
    case .workoutDuration: key = .workoutDuration
    case .workoutTotal(.energyBurned): key = .workoutEnergyBurned
    case .workoutTotal(.distance): key = .workoutDistance
    case .workoutTotal(.swimmingStrokeCount): key = .workoutSwimmingStrokes
    }
    descending = !descriptor.isAscending
  }
}
