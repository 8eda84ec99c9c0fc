package import HealthModel

/// What readings found that is not what was written, for the writer to note and to mend.
package struct DamagedParts: Hashable, Sendable {
  package var blocks: Set<Int64> = []
  /// Segments whose aggregates or pages of UUIDs are damaged: what their blocks tell as well.
  package var headers: Set<Int64> = []
  /// Documents whose bytes are damaged, while their samples can be read.
  package var documents: Set<SampleUUID> = []
  /// Whether records of the user are damaged, which a watch has twice.
  package var records = false
  /// Whether spans of our own UUIDs are damaged, which blocks tell as well.
  package var spans = false
  /// Whether rows of which samples belong together are damaged, which blocks tell as well.
  package var members = false
  /// The log position up to which deletions cannot be read; 0 where all can.
  package var deletionsThrough: Int64 = 0

  package init() {}

  init(
    blocks: Set<Int64>, headers: Set<Int64>, documents: Set<SampleUUID>, records: Bool,
    spans: Bool, members: Bool, deletionsThrough: Int64
  ) {
    self.blocks = blocks
    self.headers = headers
    self.documents = documents
    self.records = records
    self.spans = spans
    self.members = members
    self.deletionsThrough = deletionsThrough
  }

  package var isEmpty: Bool { self == Self() }

  package mutating func formUnion(_ other: Self) {
    blocks.formUnion(other.blocks)
    headers.formUnion(other.headers)
    documents.formUnion(other.documents)
    records = records || other.records
    spans = spans || other.spans
    members = members || other.members
    deletionsThrough = max(deletionsThrough, other.deletionsThrough)
  }
}
