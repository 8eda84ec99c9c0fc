internal import ProtobufWire

/// All subscriptions, ordered by their owners and names.
struct StoredSubscriptionsMessage: WireMessage {
  static let wireName = "dyad.stored.StoredSubscriptions"

  /// 2; in version 1 each stood at one place for all of its types.
  ///
  /// A program does not read a higher one than it knows.
  var version: UInt32 = 0
  /// Subscriptions.
  var subscriptions: [StoredSubscriptionMessage] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: version = try field.uint32("version")
    case 2: subscriptions.append(try field.message("subscriptions"))
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(version, field: 1)
    writer.write(subscriptions, field: 2)
  }
}
