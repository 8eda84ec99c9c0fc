package import ProtobufWire

/// Changes that wait for a reader until it has acknowledged them.
package struct SubscriptionMessage: WireMessage {
  package static let wireName = "dyad.v1.Subscription"

  /// At most 128 bytes; each app has its own names.
  package var name = ""
  /// Types.
  package var types: [String] = []
  /// Frequency.
  package var frequency = FrequencyMessage.immediate
  /// What the node starts when there are changes: a program by its whole path, and its words; it
  /// finds DYAD_SUBSCRIPTION in its environment.
  ///
  /// Or nothing.
  package var command: [String] = []
  /// A unit of the user's systemd that it starts instead.
  package var unit = ""
  /// Where it stands: the earliest of the places of its types.
  package var anchor: [UInt8] = []
  /// How often it was started in vain since it last acknowledged something.
  package var failures: UInt32 = 0
  /// The types that are further than that.
  package var places: [SubscriptionPlaceMessage] = []

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: name = try field.string("name")
    case 2: types.append(try field.string("types"))
    case 3: frequency = FrequencyMessage(rawValue: try field.int32("frequency")) ?? .immediate
    case 4: command.append(try field.string("command"))
    case 5: unit = try field.string("unit")
    case 6: anchor = try field.bytes("anchor")
    case 7: failures = try field.uint32("failures")
    case 8: places.append(try field.message("places"))
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(name, field: 1)
    writer.write(types, field: 2)
    writer.write(frequency.rawValue, field: 3)
    writer.write(command, field: 4)
    writer.write(unit, field: 5)
    writer.write(anchor, field: 6)
    writer.write(failures, field: 7)
    writer.write(places, field: 8)
  }
}
