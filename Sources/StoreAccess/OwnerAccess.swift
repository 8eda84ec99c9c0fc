package import HealthModel
package import HealthStorage

/// What the owner of a store may do beyond what an app may: the store as a whole, and what only its owner knows.
///
/// As an `AppAccess` it sees everything, needs no permission, and its samples keep their sources.
package protocol OwnerAccess: AppAccess {
  /// Whether nobody else can change anything meanwhile.
  var isExclusive: Bool { get }

  /// How many samples there are of each type that has any.
  func counts() async throws -> [ObjectType: Int]
  /// Deletes all of the samples, whatever types they are of, or none where one is not there; returns how many.
  @discardableResult
  func delete(_ uuids: [SampleUUID]) async throws -> Int
  /// Whose samples of a type come first: bundle identifiers, the first of them first.
  func sourceOrder(of type: ObjectType) async throws -> [String]
  /// Reads everything and says what is wrong; `progress` hears how many samples were read of how many, where
  /// that is known.
  func verify(_ progress: @Sendable (Int, Int) -> Void) async throws -> VerificationReport
  /// Erases what is deleted from the disk.
  func maintain() async throws
}
