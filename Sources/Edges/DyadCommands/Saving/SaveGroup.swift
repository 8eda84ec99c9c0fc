internal import HealthModel
internal import HealthStorage

/// Lines that are saved together: all of them or none.
struct SaveGroup: Sendable {
  /// As many samples as one group has, unless a single line has more; a segment's usual length.
  static let mostSamples = 4_096
  /// As many bytes as the documents of one group have, unless a single one has more.
  static let mostDocumentBytes = 64 * 1_024 * 1_024

  private(set) var entries: [SaveEntry] = []
  private(set) var sampleCount = 0
  private(set) var documentBytes = 0
  /// The metadata keys of each type's samples, of which a run has room for so many.
  private var keys: [ObjectType: Set<String>] = [:]

  init(_ entries: some Sequence<SaveEntry> = []) {
    for entry in entries { add(entry) }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Whether one more line fits.
  func hasRoom(for entry: SaveEntry) -> Bool {
    guard !isEmpty else { return true }
    guard sampleCount + entry.samples.count <= Self.mostSamples,
      documentBytes + entry.documentBytes <= Self.mostDocumentBytes
    else { return false }
    return entry.samples.allSatisfy { sample in
      sample.metadata.isEmpty
        || (keys[sample.type] ?? []).union(sample.metadata.keys).count <= MetadataKey.mostKeys
    }
  }

  mutating func add(_ entry: SaveEntry) {
    entries.append(entry)
    sampleCount += entry.samples.count
    documentBytes += entry.documentBytes
    for sample in entry.samples where !sample.metadata.isEmpty {
      keys[sample.type, default: []].formUnion(sample.metadata.keys)
    }
  }

  /// What is asked to be saved.
  var save: Change.Save {
    var order: [ObjectType] = []
    var runs: [ObjectType: SampleRun] = [:]
    var documents: [SampleUUID: [UInt8]] = [:]
    for entry in entries {
      // In place: a copy of the run for each sample would make this quadratic.
      for sample in entry.samples where runs[sample.type]?.append(sample) == nil {
        runs[sample.type] = SampleRun(sample)
        order.append(sample.type)
      }
      documents.merge(entry.documents) { first, _ in first }
    }
    return Change.Save(order.compactMap { runs[$0] }, documents: documents)
  }

  /// The lines before one of them.
  func lines(before index: Int) -> SaveGroup { SaveGroup(entries[..<index]) }

  /// The halves of a group that has more than one line.
  var halves: (SaveGroup, SaveGroup) {
    let middle = entries.count / 2
    return (SaveGroup(entries[..<middle]), SaveGroup(entries[middle...]))
  }
}
