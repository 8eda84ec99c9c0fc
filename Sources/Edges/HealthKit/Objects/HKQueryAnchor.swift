internal import HealthModel
internal import StoreAccess

/// Where a reader of changes stands; apps keep it and look not inside.
open class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// Where it stands for every type that has no place of its own.
  private let place: StoreAnchor
  private let places: [ObjectType: StoreAnchor]

  init(_ place: StoreAnchor, _ places: [ObjectType: StoreAnchor] = [:]) {
    self.place = place
    self.places = places
  }

  /// The anchor that a number of iOS 8 stood for; 0 is the beginning.
  public convenience init(fromValue value: Int) {
    self.init(NumberedAnchors.anchor(value))
  }

  subscript(type: ObjectType) -> StoreAnchor { places[type] ?? place }

  /// The anchor that stands elsewhere for a type.
  func with(_ anchor: StoreAnchor, for type: ObjectType) -> HKQueryAnchor {
    var places = places
    places[type] = anchor
    return HKQueryAnchor(place, places)
  }

  /// The number of iOS 8 for where it stands for a type.
  func number(for type: ObjectType) -> Int { NumberedAnchors.number(of: self[type]) }

  open override var description: String { "<HKQueryAnchor \(hash)>" }

  /// Anchors are equal where they stand at the same place.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKQueryAnchor else { return false }
    return place == other.place && places == other.places
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(place)
    hasher.combine(places)
    return hasher.finalize()
  }

  /// Anchors are archived as what the store gave.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let archive = coder.decodeObject(of: NSData.self, forKey: "places"),
      var anchors = try? JSONDecoder().decode(
        [String: Data].self, from: Data(referencing: archive)),
      let place = anchors.removeValue(forKey: "")
    else { return nil }
    self.place = StoreAnchor(Array(place))
    var places: [ObjectType: StoreAnchor] = [:]
    for (type, anchor) in anchors { places[ObjectType(type)] = StoreAnchor(Array(anchor)) }
    self.places = places
  }

  /// Archives what the store gave.
  open func encode(with coder: NSCoder) {
    var anchors = ["": Data(place.bytes)]
    for (type, anchor) in places { anchors[type.identifier] = Data(anchor.bytes) }
    guard let archive = try? JSONEncoder().encode(anchors) else {
      preconditionFailure("texts and bytes")
    }
    coder.encode(archive as NSData, forKey: "places")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
