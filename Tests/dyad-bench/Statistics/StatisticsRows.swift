internal import HealthModel
internal import HealthStorage
internal import SystemCore
internal import TestSupport

/// The quantities that statistics are measured with: saved to a store of ours, and written to files for
/// the peer.
struct StatisticsRows {
  /// What is asked of them.
  enum Kind: String, CaseIterable {
    /// A step count every five seconds, which lasts up to four.
    case steps
    /// A heart rate every five seconds.
    case rates
    /// Two sources: steps every five seconds, and every ten, which lie across those.
    case both
  }

  private static let samplesPerFile = 262_144
  private static let firstMillisecond = Int(HeartRates.firstDate) * 1_000

  let kind: Kind
  private var generator: SeededGenerator
  private var sequence: UUIDSequence
  private var text: [UInt8] = []
  private var linesInText = 0
  private var files = 0

  init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    var generator = SeededGenerator(seed: seed)
    sequence = UUIDSequence(using: &generator)
    self.generator = generator
  }

  /// Where the days of `count` samples begin and end; no sample lies across such an edge.
  static func edges(_ kind: Kind, _ count: Int) -> [Double] {
    let seconds = kind == .both ? count / 3 * 10 : count * 5
    return (0...(seconds / 86_400 + 1)).map { HeartRates.firstDate + Double($0) * 86_400 }
  }

  /// Fills a store with `count` samples, and a folder with the same rows.
  mutating func fill(_ store: OwnStore, _ folder: String, count: Int) throws {
    var index = 0
    while index < count {
      switch kind {
      case .steps, .rates:
        let size = min(BulkSaves.samplesPerSave, count - index)
        try save(source: 0, every: 5_000, from: index, size, to: store, folder)
        index += size
      case .both:
        // The same stretch of time twice.
        let size = min(BulkSaves.samplesPerSave / 2, (count - index + 2) / 3)
        try save(source: 0, every: 5_000, from: index / 3 * 2, 2 * size, to: store, folder)
        try save(source: 1, every: 10_000, from: index / 3, size, to: store, folder)
        index += 3 * size
      }
    }
    try write(to: folder)
    try store.settle()
  }

  private mutating func save(
    source: Int, every step: Int, from first: Int, _ count: Int, to store: OwnStore,
    _ folder: String
  ) throws {
    let type: ObjectType = kind == .rates ? .heartRate : .stepCount
    let unit = type.description?.canonicalUnit ?? .count
    var starts: [Double] = []
    var ends: [Double] = []
    var values: [Double] = []
    for index in first..<(first + count) {
      let word = generator.next()
      let start =
        Self.firstMillisecond + index * step + Int(word % 1_000) + (source == 1 ? 2_500 : 0)
      let length = kind == .rates ? 0 : 1 + Int(word >> 16 % UInt64(step * 3 / 5))
      let value = Double(kind == .rates ? 50 + word >> 40 % 100 : 1 + word >> 40 % 12)
      starts.append(Double(start) / 1_000)
      ends.append(Double(start + length) / 1_000)
      values.append(value)
      text += Array("\(start),\(start + length),\(Int(value)),\(source)\n".utf8)
    }
    linesInText += count
    if linesInText >= Self.samplesPerFile { try write(to: folder) }
    let revision = SourceRevision(
      source: Source(bundleIdentifier: "local.source-\(source)", name: "Benchmark"), version: "1")
    guard
      let run = SampleRun(
        type: type, uuids: sequence.take(count, for: type), starts: starts, ends: ends,
        payload: .quantity(
          values: values, units: DictionaryColumn(repeating: unit, count: count)),
        sources: DictionaryColumn(repeating: revision, count: count),
        devices: DictionaryColumn(repeating: nil, count: count))
    else { preconditionFailure("columns of one length") }
    try store.commit(.save(Change.Save([run])))
  }

  private mutating func write(to folder: String) throws {
    try FileSystem.createFile("\(folder)/rows-\(files).csv", text)
    files += 1
    text = []
    linesInText = 0
  }
}
