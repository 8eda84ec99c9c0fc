/// Samples that were deleted together, and can be taken back for a day.
package struct Removal: Hashable, Sendable {
  /// Who deleted them.
  package enum Actor: Hashable, Sendable {
    case owner
    /// By its bundle identifier.
    case app(String)
    case peer(DeviceID)
    /// The owner, who took an import back: its number, or 0 where that was not noted.
    case undoneImport(Int64)
  }

  /// For how long they can be taken back, in seconds.
  package static let keeping = Instant.secondsPerDay

  package var id: Int64
  /// By the node's clock.
  package var at: Double
  package var actor: Actor
  package var counts: [ObjectType: Int]

  package init(id: Int64, at: Double, actor: Actor, counts: [ObjectType: Int]) {
    self.id = id
    self.at = at
    self.actor = actor
    self.counts = counts
  }
}

/// A file that was imported, and can be taken back.
package struct ImportNote: Hashable, Sendable {
  package var id: Int64
  /// By the node's clock.
  package var at: Double
  /// What the file was called.
  package var name: String
  /// What the UUIDs of its samples follow from.
  package var uuids: UUIDSequence.Key
  /// How many samples it brought; `nil` where it was broken off, or goes on, 0 once it was taken back.
  package var samples: Int?
  /// As ``TakenExport/sum``, where it was noted.
  package var sum: Int64?

  package var isTakenBack: Bool { samples == 0 }

  package init(
    id: Int64, at: Double = 0, name: String, uuids: UUIDSequence.Key, samples: Int? = nil,
    sum: Int64? = nil
  ) {
    self.id = id
    self.at = at
    self.name = name
    self.uuids = uuids
    self.samples = samples
    self.sum = sum
  }
}
