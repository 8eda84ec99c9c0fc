internal import DyadServices
internal import HealthModel

extension Subscription {
  /// Reads what a caller subscribes to; where it stands, the caller of this has read.
  init(
    _ message: SubscriptionMessage, of caller: StoreCaller, at anchor: Anchor
  ) throws(StoreWireError) {
    key = Key(caller, message.name)
    guard key.isSound else {
      throw StoreWireError(
        "subscription.name",
        "it has 1 to \(Key.mostNameBytes) bytes, without a slash and control characters")
    }
    var types: Set<ObjectType> = []
    for identifier in message.types {
      let type = try ObjectType(wire: identifier, field: "subscription.types")
      guard type.description?.isSample ?? false else {
        throw StoreWireError(
          "subscription.types", "\(type.identifier) is no type that samples have")
      }
      types.insert(type)
    }
    guard (1...Self.mostTypes).contains(types.count) else {
      throw StoreWireError("subscription.types", "there are 1 to \(Self.mostTypes) types")
    }
    self.types = types.sorted()
    frequency = UpdateFrequency(message.frequency)
    guard message.command.isEmpty || message.unit.isEmpty else {
      throw StoreWireError("subscription.unit", "there is a command as well")
    }
    target =
      message.unit.isEmpty
      ? message.command.isEmpty ? .nothing : .command(message.command) : .unit(message.unit)
    if let flaw = target.flaw { throw StoreWireError("subscription.\(flaw.field)", flaw.detail) }
    self.anchor = anchor
  }
}

extension SubscriptionMessage {
  /// Says what is subscribed, but for where it stands.
  init(_ subscription: Subscription) {
    self.init()
    name = subscription.key.name
    types = subscription.types.map(\.identifier)
    frequency = FrequencyMessage(subscription.frequency)
    switch subscription.target {
    case .nothing: break
    case .command(let words): command = words
    case .unit(let name): unit = name
    }
    failures = subscription.failures
  }
}

extension UpdateFrequency {
  /// Reads how often at most.
  init(_ message: FrequencyMessage) {
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
  init(_ frequency: UpdateFrequency) {
    switch frequency {
    case .immediate: self = .immediate
    case .hourly: self = .hourly
    case .daily: self = .daily
    case .weekly: self = .weekly
    }
  }
}
