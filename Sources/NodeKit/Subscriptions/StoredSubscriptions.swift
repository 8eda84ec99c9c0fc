internal import CommandLineCore
internal import HealthCodec
internal import HealthModel
internal import ProtobufWire

/// All subscriptions as they are stored.
///
/// The numbers of the fields are for good.
struct StoredSubscriptions: WireMessage {
  static let wireName = "dyad.Subscriptions"
  static let newestVersion: UInt32 = 2

  var version: UInt32 = 0
  var subscriptions: [StoredSubscription] = []

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

/// A subscription as it is stored.
struct StoredSubscription: WireMessage {
  static let wireName = "dyad.Subscription"

  /// Empty for the owner's.
  var app = ""
  var name = ""
  var types: [String] = []
  var frequency: UInt32 = 0
  var command: [String] = []
  var unit = ""
  var anchor: [UInt8] = []
  var failures: UInt32 = 0
  var lastStart: Double?
  /// Since version 2.
  var places: [StoredPlace] = []

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

/// Where a subscription stands with one type.
struct StoredPlace: WireMessage {
  static let wireName = "dyad.SubscriptionPlace"

  var type = ""
  var anchor: [UInt8] = []

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: anchor = try field.bytes("anchor")
    default: break
    }
  }

  func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(anchor, field: 2)
  }
}

extension StoredSubscriptions {
  /// What is to be stored.
  init(_ subscriptions: some Sequence<Subscription>) throws(CodecError) {
    version = Self.newestVersion
    for subscription in subscriptions.sorted(by: { $0.key < $1.key }) {
      self.subscriptions.append(try StoredSubscription(subscription))
    }
  }

  /// What was stored, by its keys.
  ///
  /// - Throws: `DaemonFailure` for bytes that are not what was written.
  static func read(_ bytes: [UInt8]) throws -> [Subscription.Key: Subscription] {
    let advice = "'dyad verify' lists what is damaged; put the store back from a backup."
    func damage(_ reason: String) -> DaemonFailure {
      DaemonFailure(.damaged, "cannot read the subscriptions: \(reason)", advice: advice)
    }
    do {
      let stored = try Self(decoding: bytes)
      guard stored.version <= newestVersion else {
        throw damage("they are of version \(stored.version)")
      }
      var subscriptions: [Subscription.Key: Subscription] = [:]
      for stored in stored.subscriptions {
        guard let subscription = try stored.subscription else { throw damage("one cannot be") }
        guard subscriptions.updateValue(subscription, forKey: subscription.key) == nil else {
          throw damage("two have the same name")
        }
      }
      return subscriptions
    } catch let error as WireError {
      throw damage("\(error.field): \(error.detail)")
    } catch let error as CodecError {
      throw damage("\(error)")
    }
  }
}

extension StoredSubscription {
  fileprivate init(_ subscription: Subscription) throws(CodecError) {
    app = subscription.key.app ?? ""
    name = subscription.key.name
    types = subscription.types.map(\.identifier)
    frequency = UInt32(subscription.frequency.rawValue)
    switch subscription.target {
    case .nothing: break
    case .command(let words): command = words
    case .unit(let name): unit = name
    }
    anchor = try subscription.anchor.encoded()
    failures = subscription.failures
    lastStart = subscription.lastStart
    places = try subscription.places.sorted { $0.key < $1.key }.map {
      type, anchor throws(CodecError) in
      var place = StoredPlace()
      place.type = type.identifier
      place.anchor = try anchor.encoded()
      return place
    }
  }

  /// What is stored; `nil` for what was never written.
  fileprivate var subscription: Subscription? {
    get throws(CodecError) {
      let target: Subscription.Target =
        unit.isEmpty ? command.isEmpty ? .nothing : .command(command) : .unit(unit)
      let key = Subscription.Key(app: app.isEmpty ? nil : app, name: name)
      guard key.isSound, target.flaw == nil, types.count <= Subscription.mostTypes,
        let frequency = UpdateFrequency(rawValue: Int(frequency)), lastStart?.isFinite ?? true
      else { return nil }
      var subscription = Subscription(
        key: key, types: types.map { ObjectType($0) }, frequency: frequency, target: target,
        anchor: try Anchor(decoding: anchor, limits: .stored), failures: failures,
        lastStart: lastStart)
      for place in places {
        let anchor = try Anchor(decoding: place.anchor, limits: .stored)
        guard subscription.places.updateValue(anchor, forKey: ObjectType(place.type)) == nil else {
          return nil
        }
      }
      guard subscription.places.keys.allSatisfy(subscription.types.contains) else { return nil }
      return subscription
    }
  }
}
