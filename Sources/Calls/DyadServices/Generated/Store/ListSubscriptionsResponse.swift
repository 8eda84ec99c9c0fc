package import ProtobufWire

/// The caller's subscriptions.
package struct ListSubscriptionsResponse: WireMessage {
  package static let wireName = "dyad.v1.ListSubscriptionsResponse"

  /// Subscriptions.
  package var subscriptions: [SubscriptionMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: subscriptions.append(try field.message("subscriptions"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(subscriptions, field: 1)
  }
}
