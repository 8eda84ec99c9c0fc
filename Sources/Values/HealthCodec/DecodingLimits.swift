internal import HealthModel

/// How much a message may hold, and what may be in it, before anything of it is believed.
package struct DecodingLimits: Hashable, Sendable {
  /// The longest message that is looked at.
  package var maxBytes: Int
  /// How many rows all sample runs of a message have together, and likewise all deletion runs.
  package var maxSamples: Int
  /// Whether log positions may be present, which mean something in one store only.
  package var allowsPositions: Bool
  /// Whether rows are searched for equal UUIDs; bytes that carry a checksum of ours were.
  package var checksUUIDs: Bool
  /// Whether indexes may be left out, of units, devices and sources, and the sources themselves.
  package var allowsLeftOut: Bool

  package init(
    maxBytes: Int, maxSamples: Int, allowsPositions: Bool, checksUUIDs: Bool,
    allowsLeftOut: Bool = false
  ) {
    self.maxBytes = maxBytes
    self.maxSamples = maxSamples
    self.allowsPositions = allowsPositions
    self.checksUUIDs = checksUUIDs
    self.allowsLeftOut = allowsLeftOut
  }

  /// For what another process or node sent: one batch of the protocol.
  package static let wire = Self(
    maxBytes: 1 << 20, maxSamples: 4096, allowsPositions: false, checksUUIDs: true)

  /// For what a node remembers beside its samples.
  package static let syncRecord = Self(
    maxBytes: CodecBound.syncRecordBytes, maxSamples: 0, allowsPositions: false, checksUUIDs: false)

  /// For what this store wrote: room for the directory of the largest segment.
  package static let stored = Self(
    maxBytes: 1 << 24, maxSamples: 4096, allowsPositions: true, checksUUIDs: false)
}

/// Bounds that hold beside the limits: an encoder never exceeds them, so that what was written can be read.
enum CodecBound {
  /// Rows in a run that an encoder takes; limits decide for decoders.
  static let rows = 4096
  /// Correlation, workout and association members in a run: a megabyte of UUIDs.
  static let members = 65_536
  /// Workout events in a run: more than one a second in a day-long workout, over every row.
  static let events = 65_536
  /// Metadata entries in a run: 64 keys in each row of a full batch.
  static let metadataEntries = 262_144
  /// Numbers in the details of a run: two megabytes of doubles.
  static let numbers = Details.mostNumbers
  /// Intervals in all sets, vectors and lists of one message: 4 MB in memory.
  static let intervals = 262_144
  /// Days in one message, and streams over all its days: each is a dictionary in memory.
  static let days = 65_536
  /// Spans of days whose roots are told; a node tells 32.
  static let spans = 4096
  /// Types in one question: several times what the catalogue has.
  static let questionTypes = 1024
  /// Types in all open questions that a watch tells.
  static let openQuestionTypes = AccessQuestion.mostOpenTypes
  /// Answered questions in one record; 64 are open at a time.
  static let answers = 16_384
  /// The length of a record's key: what stands before the type, and the type.
  static let keyBytes = 1088
  /// Pieces of documents in one batch.
  static let documentPieces = 4096
  /// The length of a piece of a document: what a store keeps in one row.
  static let documentPieceBytes = 65_536
  /// Bytes and credit of a session: no sum of them overflows.
  static let weight = 1 << 40
  /// Peers that a node remembers.
  static let peers = 256
  /// Incarnations of a phone of which a peer's record names the last decision.
  static let decided = PeerRecord.mostDecided
  /// Incarnations of a watch.
  static let trustedIncarnations = WatchTrust.mostIncarnations
  /// Types of which deaths of older samples are counted.
  static let allowances = WatchTrust.mostAllowances
  /// Intervals of the dots whose deaths a phone holds, and of the foretold ones.
  static let heldIntervals = WatchTrust.mostIntervals
  /// Apps that follow deletions.
  static let subscribers = 4096
  /// Marks of acknowledged positions: one an hour over two years.
  static let marks = 16_384
  /// The length of what a node remembers beside its samples, which every commit may write.
  static let syncRecordBytes = 1 << 20
  /// Rows of a segment's directory and of its aggregates: 128 M samples in blocks of 512.
  static let segmentRows = 262_144
  /// Components of one exact sum: what doubles of every magnitude need (2098 bits in parts of 53).
  static let sumComponents = 40
  /// What unpacking may allocate before the bytes count: the structs of a batch of empty bodies.
  static let unpackingAllowance = 1 << 20
  /// What each byte may allocate beyond: valid messages stay below 16, unknown fields take 35.
  static let unpackingFactor = 24
}
