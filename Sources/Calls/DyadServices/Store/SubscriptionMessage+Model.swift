package import HealthModel

extension SubscriptionMessage {
  /// What is to be started.
  ///
  /// - Throws: Where two things are named.
  package var target: Subscription.Target {
    get throws(StoreWireError) {
      guard !unit.isEmpty else { return command.isEmpty ? .nothing : .command(command) }
      guard command.isEmpty else {
        throw StoreWireError("subscription.unit", "there is a command as well")
      }
      return .unit(unit)
    }
  }
}

extension UpdateFrequency {
  /// Reads how often at most.
  package init(_ message: FrequencyMessage) {
    switch message {
    case .immediate: self = .immediate
    case .hourly: self = .hourly
    case .daily: self = .daily
    case .weekly: self = .weekly
    }
  }
}

extension FrequencyMessage {
  /// Says how often at most.
  package init(_ frequency: UpdateFrequency) {
    switch frequency {
    case .immediate: self = .immediate
    case .hourly: self = .hourly
    case .daily: self = .daily
    case .weekly: self = .weekly
    }
  }
}
