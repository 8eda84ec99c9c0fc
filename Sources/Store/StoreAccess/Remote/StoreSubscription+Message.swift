internal import DyadServices
internal import HealthModel

extension StoreSubscription {
  init(_ message: SubscriptionMessage) {
    let starting: Starting =
      if !message.unit.isEmpty {
        .unit(message.unit)
      } else if !message.command.isEmpty {
        .command(message.command)
      } else {
        .nothing
      }
    self.init(
      message.name, types: message.types.map { ObjectType($0) },
      frequency: UpdateFrequency(message.frequency), starting: starting)
    anchor = StoreAnchor(message.anchor)
    failures = Int(message.failures)
  }

  /// What a daemon is asked.
  var message: SubscriptionMessage {
    var message = SubscriptionMessage()
    message.name = name
    message.types = types.map(\.identifier)
    message.frequency = FrequencyMessage(frequency)
    switch starting {
    case .nothing: break
    case .command(let words): message.command = words
    case .unit(let unit): message.unit = unit
    }
    return message
  }
}

extension UpdateFrequency {
  fileprivate init(_ message: FrequencyMessage) {
    switch message {
    case .immediate: self = .immediate
    case .hourly: self = .hourly
    case .daily: self = .daily
    case .weekly: self = .weekly
    }
  }
}

extension FrequencyMessage {
  fileprivate init(_ frequency: UpdateFrequency) {
    switch frequency {
    case .immediate: self = .immediate
    case .hourly: self = .hourly
    case .daily: self = .daily
    case .weekly: self = .weekly
    }
  }
}
