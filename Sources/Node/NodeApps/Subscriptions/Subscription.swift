internal import HealthModel

/// Changes that wait for a reader until it has acknowledged them, and what is started meanwhile.
struct Subscription: Hashable, Sendable {
  /// Whose it is, and what that one calls it.
  struct Key: Hashable, Sendable {
    /// The app's bundle identifier; `nil` for the owner of the node.
    var app: String?
    /// At most `mostNameBytes` bytes, without a slash and control characters.
    var name: String
  }

  /// What is started when there are changes.
  enum Target: Hashable, Sendable {
    /// The reader comes by itself.
    case nothing
    /// A program by its whole path, and its words.
    case command([String])
    /// A unit of the user's systemd.
    case unit(String)
  }

  /// As many types as one may have.
  static let mostTypes = 256

  let key: Key
  var types: [ObjectType]
  var frequency: UpdateFrequency
  var target: Target
  /// Where the reader stands with the type that it is furthest behind with: what it acknowledged last, or
  /// where it began.
  var anchor: Anchor
  /// Where it stands with types that it is further with.
  var places: [ObjectType: Anchor] = [:]
  /// How often something was started since the reader last acknowledged anything; the start under way
  /// counts, so that a node that ends meanwhile need not remember it.
  var failures: UInt32 = 0
  /// When something was last started, in seconds since 2001-01-01 UTC.
  var lastStart: Double?
}

extension Subscription {
  /// Where the reader stands with a type.
  package func place(of type: ObjectType) -> Anchor { places[type] ?? anchor }

  /// Where it stands with each of its types.
  var allPlaces: [ObjectType: Anchor] {
    Dictionary(uniqueKeysWithValues: types.map { ($0, place(of: $0)) })
  }

  /// Notes where the reader stands with each of its types now.
  ///
  /// - Parameters:
  ///   - places: Of each type.
  ///   - position: How far an anchor is; `nil` where it is no place of the log any more.
  package mutating func stand(at places: [ObjectType: Anchor], by position: (Anchor) -> Int64?) {
    let order = types.compactMap { places[$0] }
    let earliest = order.min { (position($0) ?? -1) < (position($1) ?? -1) }
    anchor = earliest ?? anchor
    self.places = places.filter { $0.value != anchor }
  }
}

extension Subscription.Key {
  static let mostNameBytes = 128
  /// What the store calls those that it keeps for subscriptions begins with one of these.
  static let storePrefixes = ["app/", "owner/"]

  /// The subscription that a caller means by a name.
  init(_ caller: StoreCaller, _ name: String) {
    switch caller {
    case .owner: self.init(app: nil, name: name)
    case .app(let app): self.init(app: app.bundleIdentifier, name: name)
    }
  }

  /// Under which the store lets tombstones wait for it; as the name has no slash, no two are the same.
  var storeName: String { app.map { "app/\($0)/\(name)" } ?? "owner/\(name)" }

  /// Whether the name is one.
  package var isSound: Bool {
    (1...Self.mostNameBytes).contains(name.utf8.count)
      && name.unicodeScalars.allSatisfy { $0 != "/" && $0.properties.generalCategory != .control }
  }
}

extension Subscription.Key: Comparable {
  static func < (left: Self, right: Self) -> Bool { left.storeName < right.storeName }
}

extension Subscription.Target {
  static let mostWords = 32
  static let mostWordBytes = 4_096
  private static let mostUnitBytes = 255
  private static let unitKinds = [".service", ".target", ".path", ".timer", ".socket"]

  /// Whether nothing is started.
  var isNothing: Bool { self == .nothing }

  /// What is wrong with it, if anything.
  var flaw: (field: String, detail: String)? {
    switch self {
    case .nothing: return nil
    case .command(let words):
      guard words.count <= Self.mostWords,
        words.allSatisfy({ $0.utf8.count <= Self.mostWordBytes && !$0.utf8.contains(0) })
      else {
        return (
          "command",
          "it has at most \(Self.mostWords) words of \(Self.mostWordBytes) bytes, none of them 0"
        )
      }
      guard words.first?.hasPrefix("/") ?? false else {
        return ("command", "the program is named by its whole path")
      }
      return nil
    case .unit(let name):
      guard name.utf8.count <= Self.mostUnitBytes, !name.hasPrefix("-"), !name.hasPrefix("."),
        name.utf8.allSatisfy(Self.isInUnitName), Self.unitKinds.contains(where: name.hasSuffix)
      else { return ("unit", "it is no name of a unit, as in 'steps.service'") }
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
