internal import DyadServices
internal import HealthModel

/// What one request saves, or all messages of a call together.
struct RequestedSave {
  /// From so many bytes on runs are read elsewhere than on the loop, which has other callers too.
  private static let manyBytes = 65_536

  private(set) var runs: [SampleRun] = []
  private(set) var documents: [SampleUUID: [UInt8]] = [:]
  private(set) var replaced: [ObjectType: [SampleUUID]] = [:]
  /// The workout that the objects are added to.
  private(set) var workout: SampleUUID?
  /// The new names of what is told in plain words.
  private(set) var uuids: [String] = []

  /// Adds what a message has.
  ///
  /// - Parameters:
  ///   - request: The message.
  ///   - plain: What it tells in plain words, as runs, and the new names of these samples.
  ///   - links: Whether it may say what belongs to a workout, as the owner's copies do.
  /// - Returns: About as many bytes as that takes in memory.
  /// - Throws: `StoreWireError` for what it may not say.
  mutating func add(
    _ request: SaveRequest, _ plain: (runs: [SampleRun], uuids: [String]), links: Bool
  ) async throws -> Int {
    let news = try await Self.runs(request.runs, links: links) + plain.runs
    runs += news
    uuids += plain.uuids
    var weight = news.reduce(0) { $0 + $1.weight } + 64 * plain.uuids.count
    for document in request.documents {
      let uuid = try SampleUUID(document.uuid, in: "documents.uuid")
      guard documents.updateValue(document.content, forKey: uuid) == nil else {
        throw StoreWireError("documents.uuid", "a document has its bytes twice")
      }
      weight += document.content.count
    }
    if !request.workout.isEmpty {
      let named = try SampleUUID(request.workout, in: "workout")
      guard workout ?? named == named else {
        throw StoreWireError("workout", "the samples are added to two workouts")
      }
      workout = named
    }
    for objects in request.replaced {
      let type = try ObjectType(wire: objects.type, field: "replaced.type")
      let named = try objects.sampleUUIDs()
      replaced[type, default: []] += named
      weight += 16 * named.count
    }
    return weight
  }

  /// Checks that the bytes that are told are those of documents among the objects, none of which is added to a workout.
  func check() throws(StoreWireError) {
    guard workout == nil || documents.isEmpty && replaced.isEmpty else {
      throw StoreWireError("workout", "documents and what replaces objects are added to none")
    }
    guard !documents.isEmpty else { return }
    var named: Set<SampleUUID> = []
    for run in runs {
      guard case .objects(let bodies) = run.payload else { continue }
      for (uuid, body) in zip(run.uuids, bodies) {
        if case .document = body { named.insert(uuid) }
      }
    }
    guard Set(documents.keys).isSubset(of: named) else {
      throw StoreWireError("documents.uuid", "no document with this UUID is saved")
    }
  }

  /// The runs of a message.
  static func runs(_ messages: [[UInt8]], links: Bool = false) async throws -> [SampleRun] {
    guard messages.reduce(0, { $0 + $1.count }) >= manyBytes else {
      return try SampleRun.runs(messages, links: links)
    }
    return try await manyRuns(messages, links)
  }

  @concurrent private static func manyRuns(
    _ messages: [[UInt8]], _ links: Bool
  ) async throws -> [SampleRun] {
    try SampleRun.runs(messages, links: links)
  }
}
