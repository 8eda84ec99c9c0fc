internal import ProtobufWire

/// A subscription.
///
/// At most one of `command` and `unit` is there.
struct StoredSubscriptionMessage: WireMessage {
  static let wireName = "dyad.stored.StoredSubscription"

  /// The bundle identifier of the app that has it; empty for those of the owner of the node.
  var app = ""
  /// Name.
  var name = ""
  /// The identifiers of the types.
  var types: [String] = []
  /// At most how often something is started: 1 at once, 2 hourly, 3 daily, 4 weekly.
  var frequency: UInt32 = 0
  /// A program that is started when there are changes, and its words.
  var command: [String] = []
  /// A unit of the user's systemd that is started.
  var unit = ""
  /// Where the reader stands with the types that `places` does not name.
  var anchor: [UInt8] = []
  /// How often something was started since the reader last acknowledged anything.
  var failures: UInt32 = 0
  /// When something was last started, in seconds since 2001-01-01 UTC; left out where nothing was.
  var lastStart: Double?
  /// Where the reader is further with a type; since version 2.
  var places: [StoredPlaceMessage] = []

  /// Makes one in which nothing is said.
  init() {}

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: app = try field.string("app")
    case 2: name = try field.string("name")
    case 3: types.append(try field.string("types"))
    case 4: frequency = try field.uint32("frequency")
    case 5: command.append(try field.string("command"))
    case 6: unit = try field.string("unit")
    case 7: anchor = try field.bytes("anchor")
    case 8: failures = try field.uint32("failures")
    case 9: lastStart = try field.double("last_start")
    case 10: places.append(try field.message("places"))
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(app, field: 1)
    writer.write(name, field: 2)
    writer.write(types, field: 3)
    writer.write(frequency, field: 4)
    writer.write(command, field: 5)
    writer.write(unit, field: 6)
    writer.write(anchor, field: 7)
    writer.write(failures, field: 8)
    if let lastStart { writer.write(lastStart, field: 9, always: true) }
    writer.write(places, field: 10)
  }
}
