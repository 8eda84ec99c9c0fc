internal import HealthModel

/// What is left of a deleted object.
open class HKDeletedObject: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The name that the object had.
  public let uuid: UUID

  init(_ deleted: DeletedObject) {
    uuid = UUID(deleted.uuid)
  }

  /// What is kept of the object's metadata: nothing.
  open var metadata: [String: Any]? { nil }

  open override var description: String { "<HKDeletedObject \(uuid.uuidString)>" }

  /// Deleted objects are equal where their UUIDs are.
  open override func isEqual(_ object: Any?) -> Bool { (object as? HKDeletedObject)?.uuid == uuid }

  open override var hash: Int { uuid.hashValue }

  /// Deleted objects are archived as their UUIDs.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let uuid = coder.decodeObject(of: NSUUID.self, forKey: "UUID") else { return nil }
    self.uuid = uuid as UUID
  }

  /// Archives the UUID.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid as NSUUID, forKey: "UUID")
  }
}
