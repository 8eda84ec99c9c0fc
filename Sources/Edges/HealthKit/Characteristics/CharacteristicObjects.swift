/// The user's biological sex.
open class HKBiologicalSexObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// What the user said; `notSet` also where the app may not know.
  public let biologicalSex: HKBiologicalSex

  init(_ value: HKBiologicalSex) {
    biologicalSex = value
  }

  open override var description: String { "<HKBiologicalSexObject \(biologicalSex)>" }

  /// Objects are equal where what the user said is.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKBiologicalSexObject)?.biologicalSex == biologicalSex
  }

  open override var hash: Int { biologicalSex.hashValue }

  /// Archived as the number of what the user said.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let value = HKBiologicalSex(rawValue: coder.decodeInteger(forKey: "value")) else {
      return nil
    }
    biologicalSex = value
  }

  /// Archives the number of what the user said.
  open func encode(with coder: NSCoder) {
    coder.encode(biologicalSex.rawValue, forKey: "value")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The user's blood type.
open class HKBloodTypeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// What the user said; `notSet` also where the app may not know.
  public let bloodType: HKBloodType

  init(_ value: HKBloodType) {
    bloodType = value
  }

  open override var description: String { "<HKBloodTypeObject \(bloodType)>" }

  /// Objects are equal where what the user said is.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKBloodTypeObject)?.bloodType == bloodType
  }

  open override var hash: Int { bloodType.hashValue }

  /// Archived as the number of what the user said.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let value = HKBloodType(rawValue: coder.decodeInteger(forKey: "value")) else {
      return nil
    }
    bloodType = value
  }

  /// Archives the number of what the user said.
  open func encode(with coder: NSCoder) {
    coder.encode(bloodType.rawValue, forKey: "value")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The user's skin type.
open class HKFitzpatrickSkinTypeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// What the user said; `notSet` also where the app may not know.
  public let skinType: HKFitzpatrickSkinType

  init(_ value: HKFitzpatrickSkinType) {
    skinType = value
  }

  open override var description: String { "<HKFitzpatrickSkinTypeObject \(skinType)>" }

  /// Objects are equal where what the user said is.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKFitzpatrickSkinTypeObject)?.skinType == skinType
  }

  open override var hash: Int { skinType.hashValue }

  /// Archived as the number of what the user said.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let value = HKFitzpatrickSkinType(rawValue: coder.decodeInteger(forKey: "value")) else {
      return nil
    }
    skinType = value
  }

  /// Archives the number of what the user said.
  open func encode(with coder: NSCoder) {
    coder.encode(skinType.rawValue, forKey: "value")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The user's use of a wheelchair.
open class HKWheelchairUseObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// What the user said; `notSet` also where the app may not know.
  public let wheelchairUse: HKWheelchairUse

  init(_ value: HKWheelchairUse) {
    wheelchairUse = value
  }

  open override var description: String { "<HKWheelchairUseObject \(wheelchairUse)>" }

  /// Objects are equal where what the user said is.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKWheelchairUseObject)?.wheelchairUse == wheelchairUse
  }

  open override var hash: Int { wheelchairUse.hashValue }

  /// Archived as the number of what the user said.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let value = HKWheelchairUse(rawValue: coder.decodeInteger(forKey: "value")) else {
      return nil
    }
    wheelchairUse = value
  }

  /// Archives the number of what the user said.
  open func encode(with coder: NSCoder) {
    coder.encode(wheelchairUse.rawValue, forKey: "value")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// What closes the user's ring of movement.
open class HKActivityMoveModeObject: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// What the user chose; energy also where the app may not know.
  public let activityMoveMode: HKActivityMoveMode

  init(_ value: HKActivityMoveMode) {
    activityMoveMode = value
  }

  open override var description: String { "<HKActivityMoveModeObject \(activityMoveMode)>" }

  /// Objects are equal where what the user said is.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKActivityMoveModeObject)?.activityMoveMode == activityMoveMode
  }

  open override var hash: Int { activityMoveMode.hashValue }

  /// Archived as the number of what the user said.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let value = HKActivityMoveMode(rawValue: coder.decodeInteger(forKey: "value")) else {
      return nil
    }
    activityMoveMode = value
  }

  /// Archives the number of what the user said.
  open func encode(with coder: NSCoder) {
    coder.encode(activityMoveMode.rawValue, forKey: "value")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
