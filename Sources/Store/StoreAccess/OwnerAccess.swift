package import HealthCodec
package import HealthModel
package import HealthStorage

/// What the owner of a store may do beyond what an app may: the store as a whole, and what only its owner knows.
///
/// What a user decides is decided on the phone: the store of a watch refuses it. As an `AppAccess` it sees everything, needs no permission, and its samples keep their sources.
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
  /// Puts the user's order of the sources of a type in place of the one that there is.
  func setSourceOrder(_ bundleIdentifiers: [String], of type: ObjectType) async throws
  /// Says what the user says of themselves; wheelchair use with its whole history.
  func setCharacteristic(_ characteristic: Characteristic) async throws
  /// Chooses the unit in which a type is shown, or takes the choice back.
  func setPreferredUnit(_ unit: Unit?, of type: ObjectType) async throws
  /// Marks of samples that came from imports and were deleted: a page of them, and where it ends, unless it is
  /// the last; 0 is before the first.
  func deletedMarks(after place: Int64) async throws -> (marks: [ImportMark], next: Int64?)
  /// What is noted of the export whose bytes have this hash.
  func takenExport(_ sum: Int64) async throws -> TakenExport?
  /// Notes that an export was taken in whole.
  func note(_ export: TakenExport) async throws
  /// Writes a copy of the store to a file that is not there yet; returns how many bytes it has.
  @discardableResult
  func backup(to path: String) async throws -> Int
  /// Reads everything and says what is wrong; `progress` hears how many samples were read of how many, where
  /// that is known.
  func verify(_ progress: @Sendable (Int, Int) -> Void) async throws -> VerificationReport
  /// What was deleted within the last day, the latest first, and what was imported, the first first.
  func undoable() async throws -> (removals: [Removal], imports: [ImportNote])
  /// Saves again what is left of a deletion, as copies; returns how many.
  func undo(removal: Int64) async throws -> Int
  /// Deletes what an import brought and is here; returns how many.
  func undo(import: Int64) async throws -> Int
  /// Notes an import that begins, whose number is 0, or how one ended; returns its number.
  func note(_ note: ImportNote) async throws -> Int64
  /// Erases what is deleted from the disk: what can be taken back as well, or not.
  func maintain(all: Bool) async throws
}

extension OwnerAccess {
  /// When the first sample of some types starts and the last one ends.
  ///
  /// - Parameter types: The types.
  /// - Returns: Both; `nil` where there is none.
  /// - Throws: What the store says.
  package func span(of types: Set<ObjectType>) async throws -> (from: Double, to: Double)? {
    var (from, to) = (Double.infinity, -Double.infinity)
    for type in types {
      for order in [SortDescriptor(.start), SortDescriptor(.end, ascending: false)] {
        for try await run in try await samples(SampleQuery(type, order: [order], limit: 1)) {
          from = min(from, run.starts[0])
          to = max(to, run.ends[0])
        }
      }
    }
    return from <= to ? (from, to) : nil
  }
}
