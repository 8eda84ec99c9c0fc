internal import HealthCodec
internal import HealthModel
internal import HealthStorage
internal import ProtobufWire

extension StoredSubscriptionsMessage {
  private static let newestVersion: UInt32 = 2

  /// What is to be stored.
  init(_ subscriptions: some Sequence<Subscription>) throws(CodecError) {
    self.init()
    version = Self.newestVersion
    for subscription in subscriptions.sorted(by: { $0.key < $1.key }) {
      self.subscriptions.append(try StoredSubscriptionMessage(subscription))
    }
  }

  /// What was stored.
  ///
  /// - Throws: `damaged` for bytes that are not what was written.
  static func read(_ bytes: [UInt8]) throws(StorageError) -> Subscriptions {
    func damage(_ reason: String) -> StorageError {
      StorageError(
        .damaged, cannot: "read the subscriptions",
        "their record is not what was written: \(reason)")
    }
    do {
      let stored = try Self(decoding: bytes)
      guard stored.version <= newestVersion else {
        throw damage("they are of version \(stored.version)")
      }
      let all = try stored.subscriptions.map { stored in
        guard let subscription = try stored.subscription else { throw damage("one cannot be") }
        return subscription
      }
      guard let subscriptions = Subscriptions(all) else { throw damage("two have the same name") }
      return subscriptions
    } catch let error as StorageError {
      throw error
    } catch let error as WireError {
      throw damage("\(error.field): \(error.detail)")
    } catch {
      throw damage("\(error)")
    }
  }
}

extension StoredSubscriptionMessage {
  fileprivate init(_ subscription: Subscription) throws(CodecError) {
    self.init()
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
      var place = StoredPlaceMessage()
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
        key, types: types.map { ObjectType($0) }, frequency: frequency, starting: target,
        at: try Anchor(decoding: anchor, limits: .stored))
      subscription.failures = failures
      subscription.lastStart = lastStart
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
