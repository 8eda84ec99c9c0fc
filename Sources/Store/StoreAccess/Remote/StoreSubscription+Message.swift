internal import DyadServices
internal import HealthModel

extension StoreSubscription {
  init(_ message: SubscriptionMessage) throws {
    self.init(
      message.name, types: message.types.map { ObjectType($0) },
      frequency: UpdateFrequency(message.frequency), starting: try message.target)
    anchor = StoreAnchor(message.anchor)
    failures = Int(message.failures)
  }

  /// What a daemon is asked.
  var message: SubscriptionMessage {
    var message = SubscriptionMessage()
    message.name = name
    message.types = types.map(\.identifier)
    message.frequency = FrequencyMessage(frequency)
    message.anchor = anchor.bytes
    switch starting {
    case .nothing: break
    case .command(let words): message.command = words
    case .unit(let unit): message.unit = unit
    }
    return message
  }
}
