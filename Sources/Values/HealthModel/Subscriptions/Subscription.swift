/// Changes that wait for a reader until it has acknowledged them, and what is started meanwhile.
package struct Subscription: Hashable, Sendable {
  /// Whose it is, and what that one calls it.
  package struct Key: Hashable, Sendable {
    /// The app's bundle identifier; `nil` for the owner of the store.
    package var app: String?
    /// At most `mostNameBytes` bytes, without a slash and control characters.
    package var name: String

    package init(app: String?, name: String) {
      self.app = app
      self.name = name
    }
  }

  /// What a daemon starts when there are changes.
  package enum Target: Hashable, Sendable {
    /// The reader comes by itself.
    case nothing
    /// A program by its whole path, and its words.
    case command([String])
    /// A unit of the user's systemd.
    case unit(String)
  }

  /// As many types as one may have.
  package static let mostTypes = 256

  package let key: Key
  package var types: [ObjectType]
  package var frequency: UpdateFrequency
  package var target: Target
  /// Where the reader stands with the type that it is furthest behind with: what it acknowledged last, or
  /// where it began.
  package var anchor: Anchor
  /// Where it stands with types that it is further with.
  package var places: [ObjectType: Anchor] = [:]
  /// How often something was started since the reader last acknowledged anything; the start under way
  /// counts, so that a node that ends meanwhile need not remember it.
  package var failures: UInt32 = 0
  /// When something was last started, in seconds since 2001-01-01 UTC.
  package var lastStart: Double?

  /// One whose reader stands at one place for all types.
  package init(
    _ key: Key, types: [ObjectType], frequency: UpdateFrequency = .immediate,
    starting target: Target = .nothing, at anchor: Anchor
  ) {
    self.key = key
    self.types = types
    self.frequency = frequency
    self.target = target
    self.anchor = anchor
  }
}

extension Subscription {
  /// Where the reader stands with a type.
  package func place(of type: ObjectType) -> Anchor { places[type] ?? anchor }

  /// Where it stands with each of its types.
  package var allPlaces: [ObjectType: Anchor] {
    Dictionary(uniqueKeysWithValues: types.map { ($0, place(of: $0)) })
  }

  /// Checks that somebody may subscribe to this.
  ///
  /// - Throws: `invalidArgument` for a name, types or a target that cannot be.
  package func check() throws(ModelError) {
    guard key.isSound else {
      throw Self.unfit(
        "the name has 1 to \(Key.mostNameBytes) bytes, without a slash and control characters")
    }
    guard (1...Self.mostTypes).contains(types.count) else {
      throw Self.unfit("there are 1 to \(Self.mostTypes) types")
    }
    for type in types where !(type.description?.isSample ?? false) {
      throw Self.unfit("\(type.identifier) is no type that samples have")
    }
    if let flaw = target.flaw { throw Self.unfit(flaw) }
  }

  private static func unfit(_ detail: String) -> ModelError {
    ModelError(.invalidArgument, cannot: "subscribe", detail)
  }

  /// Notes where the reader stands with each of its types now.
  ///
  /// - Parameters:
  ///   - places: Of each type.
  ///   - position: How far an anchor is; `nil` where it is no place of the log any more.
  mutating func stand(at places: [ObjectType: Anchor], by position: (Anchor) -> Int64?) {
    let order = types.compactMap { places[$0] }
    let earliest = order.min { (position($0) ?? -1) < (position($1) ?? -1) }
    anchor = earliest ?? anchor
    self.places = places.filter { $0.value != anchor }
  }
}

extension Subscription.Key {
  package static let mostNameBytes = 128
  /// What the names of readers begin with that keep a database in step.
  package static let mirrorPrefix = "mirror of "
  /// What the store calls those that it keeps for subscriptions begins with one of these.
  package static let storePrefixes = ["app/", "owner/"]

  /// Under which the store lets tombstones wait for it; as the name has no slash, no two are the same.
  package var storeName: String { app.map { "app/\($0)/\(name)" } ?? "owner/\(name)" }

  /// Whether the name is one.
  package var isSound: Bool {
    (1...Self.mostNameBytes).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy { $0 != "/" && $0.properties.generalCategory != .control }
  }
}

extension Subscription.Key: Comparable {
  package static func < (left: Self, right: Self) -> Bool { left.storeName < right.storeName }
}

extension Subscription.Target {
  private static let mostWords = 32
  private static let mostWordBytes = 4_096
  private static let mostUnitBytes = 255
  private static let unitKinds = [".service", ".target", ".path", ".timer", ".socket"]

  /// Whether nothing is started.
  package var isNothing: Bool { self == .nothing }

  /// What is wrong with it, if anything.
  package var flaw: String? {
    switch self {
    case .nothing: return nil
    case .command(let words):
      guard words.count <= Self.mostWords,
        words.allSatisfy({ $0.utf8.count <= Self.mostWordBytes && !$0.utf8.contains(0) })
      else {
        return
          "a command has at most \(Self.mostWords) words of \(Self.mostWordBytes) bytes, none of them 0"
      }
      guard words.first?.hasPrefix("/") ?? false else {
        return "a program is named by its whole path"
      }
      return nil
    case .unit(let name):
      guard name.utf8.count <= Self.mostUnitBytes, !name.hasPrefix("-"), !name.hasPrefix("."),
        name.utf8.allSatisfy(Self.isInUnitName), Self.unitKinds.contains(where: name.hasSuffix)
      else { return "that is no name of a unit, as in 'steps.service'" }
      return nil
    }
  }

  /// systemd.unit(5): letters, digits and these.
  private static func isInUnitName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ":-_.\\@".utf8.contains(byte)
    }
  }
}
