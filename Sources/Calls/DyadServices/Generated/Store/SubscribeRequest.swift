package import ProtobufWire

/// Subscribes, or changes what a name stands for; where it stands stays.
package struct SubscribeRequest: WireMessage {
  package static let wireName = "dyad.v1.SubscribeRequest"

  /// Subscription.
  package var subscription: SubscriptionMessage?

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: try field.merge(into: &subscription, "subscription")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(subscription, field: 1)
  }
}
