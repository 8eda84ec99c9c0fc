internal import HealthModel

/// Where a reader of changes stands; apps keep it and look not inside.
open class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let anchor: Anchor

  init(_ anchor: Anchor) {
    self.anchor = anchor
  }

  /// The anchor that a number of iOS 8 stood for; 0 is the beginning.
  public convenience init(fromValue value: Int) {
    self.init(Anchor(incarnation: nil, position: Int64(max(0, value))))
  }

  open override var description: String { "<HKQueryAnchor \(anchor)>" }

  /// Anchors are equal where they stand at the same place.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKQueryAnchor)?.anchor == anchor
  }

  open override var hash: Int { anchor.hashValue }

  /// Anchors are archived as one word of text.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "anchor"),
      let anchor = Anchor(text: text as String)
    else { return nil }
    self.anchor = anchor
  }

  /// Archives the anchor as text.
  open func encode(with coder: NSCoder) {
    coder.encode("\(anchor)" as NSString, forKey: "anchor")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
