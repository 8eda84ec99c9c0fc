internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// What saboteurs do with the messages of sessions on their way.
enum Meddling {
  typealias Change = @Sendable (inout Interference) -> Void

  /// What a saboteur of one run remembers.
  final class Memory {
    var count = 0
    var view: UInt64 = 0
    var floor = 0.0
    var vector = Vector()
    var place: Value = ["position": 0]
    var samples: [Sample] = []
    var kept: [[UInt8]] = []
    var wasRestarted = false
    var highest: [Stream: UInt64] = [:]
    /// Numbers by which dots that are lost are known instead.
    static let elsewhere: UInt64 = 1000
  }

  /// Changes what is said to the node and what is heard from it, message by message.
  static func session(
    said: @escaping @Sendable (inout Message, Memory) throws -> Void = { _, _ in },
    heard: @escaping @Sendable (inout Message, Memory) throws -> Void = { _, _ in }
  ) -> Change {
    { interference in
      let memory = Memory()
      interference.says = { pass($0, $1, memory, said) }
      interference.hears = { pass($0, $1, memory, heard) }
      interference.restarts = { _ in memory.wasRestarted = true }
    }
  }

  private static func pass(
    _ method: String, _ bytes: [UInt8], _ memory: Memory,
    _ change: (inout Message, Memory) throws -> Void
  ) -> [[UInt8]] {
    guard method == "dyad.v1.Sync/Session",
      var message = try? Message("SyncMessage", decoding: bytes)
    else { return [bytes] }
    do {
      try change(&message, memory)
    } catch {
      // What cannot be read passes as it is.
      return [bytes]
    }
    return [message.encoded()]
  }

  /// Changes the batches that are said, each with its place among them.
  static func said(
    _ change: @escaping @Sendable (inout Value, Int) throws -> Void
  ) -> Change {
    session(said: { message, memory in
      guard message["batch"].isPresent else { return }
      try change(&message.value["batch"], memory.count)
      memory.count += 1
    })
  }

  /// Changes the batches that are heard, each with its place among them.
  static func heard(
    _ change: @escaping @Sendable (inout Value, Int) throws -> Void
  ) -> Change {
    session(heard: { message, memory in
      guard message["batch"].isPresent else { return }
      try change(&message.value["batch"], memory.count)
      memory.count += 1
    })
  }

  /// Changes the hello or welcome that is said.
  static func introduces(_ change: @escaping @Sendable (inout Value) throws -> Void) -> Change {
    session(said: { message, _ in try greeting(&message, change) })
  }

  /// Changes the hello or welcome that is heard.
  static func isIntroduced(_ change: @escaping @Sendable (inout Value) throws -> Void) -> Change {
    session(heard: { message, _ in try greeting(&message, change) })
  }

  static func greeting(
    _ message: inout Message, _ change: (inout Value) throws -> Void
  ) throws {
    for kind in ["hello", "welcome"] where message[kind].isPresent {
      try change(&message.value[kind])
    }
  }

  /// Changes the rows of a batch; what it covers goes along.
  static func rows(_ batch: inout Value, _ change: (inout Sample) -> Void) throws {
    var covers = try Vector(batch["covers"])
    let runs = try batch["runs"].items.map { run in
      let samples = try Run.samples(run).map { sample in
        var changed = sample
        change(&changed)
        if covers.covers(sample.dot) {
          covers.remove(sample.dot)
          covers.insert(changed.dot)
        }
        return changed
      }
      return Run.value(samples)
    }
    guard !runs.isEmpty else { return }
    batch["runs"] = .list(runs)
    if batch["covers"].isPresent { batch["covers"] = covers.value }
  }

  /// Changes the deaths of a batch or part.
  static func deaths(_ holder: inout Value, _ change: (inout Death) -> Void) throws {
    guard !holder["deletions"].items.isEmpty else { return }
    holder["deletions"] = .list(
      try holder["deletions"].items.map { run in
        Deletions.value(
          try Deletions.deaths(run).map { death in
            var changed = death
            change(&changed)
            return changed
          })
      })
  }

  /// The dot under which something is that is lost: another one, so that all weighs the same.
  static func elsewhere(_ dot: Dot) -> Dot {
    Dot(dot.stream, dot.number &+ Memory.elsewhere)
  }

  /// A UUID that is not that one.
  static func other(_ uuid: UUID) -> UUID { UUID(high: uuid.high, low: uuid.low ^ 0xFFFF) }

  /// Files rows that are said under other dots.
  static func loses(_ isLost: @escaping @Sendable (Sample) -> Bool = { _ in true }) -> Change {
    said { batch, _ in
      try rows(&batch) { if isLost($0) { $0.dot = elsewhere($0.dot) } }
    }
  }

  /// Tells rows under other dots than they are held under.
  static func hides(_ isHidden: @escaping @Sendable (Sample) -> Bool = { _ in true }) -> Change {
    heard { batch, _ in
      try rows(&batch) { if isHidden($0) { $0.dot = elsewhere($0.dot) } }
    }
  }

  /// Buries something else than what died.
  static func forgetsDeaths(
    _ isForgotten: @escaping @Sendable (Death) -> Bool = { _ in true }
  )
    -> Change
  {
    said { batch, _ in
      try deaths(&batch) {
        if isForgotten($0) {
          $0.dot = elsewhere($0.dot)
          $0.uuid = other($0.uuid)
        }
      }
    }
  }

  /// Tells deaths of other dots.
  static let hidesDeaths = heard { batch, _ in
    try deaths(&batch) { $0.dot = elsewhere($0.dot) }
  }

  /// Changes the bytes of documents.
  static let mixesBytesUp = said { batch, _ in
    guard batch["documents"].isPresent else { return }
    batch["documents"] = .list(
      batch["documents"].items.map { piece in
        var piece = piece
        var bytes = piece["bytes"].data
        bytes[bytes.count - 1] ^= 1
        piece["bytes"] = .bytes(bytes)
        return piece
      })
  }

  /// Ends the session instead of acknowledging something.
  static let endsSessions = session(heard: { message, _ in
    guard message["acknowledgement"].isPresent else { return }
    message = Message("SyncMessage", ["ended": ["reason": 6]])
  })

  /// Takes whatever vector it is told for an empty one.
  static let hasNoReceipt = session(said: { message, _ in
    for kind in ["hello", "welcome", "acknowledgement"] where message[kind].isPresent {
      message.value[kind]["vector"] = ["whole": [:]]
    }
  })

  /// Takes a vector to cover all that was ever said.
  static let hasEveryReceipt = session(said: { message, memory in
    if message["batch"]["covers"].isPresent {
      memory.vector = memory.vector.union(try Vector(message["batch"]["covers"]))
    }
    guard message["welcome"].isPresent else { return }
    message.value["welcome"]["vector"] = memory.vector.whole
  })

  /// Takes every batch to be for its view.
  static let takesEveryView = session(
    said: { message, memory in
      if message["batch"].isPresent { message.value["batch"]["view"] = .unsigned(memory.view) }
    },
    heard: { message, memory in
      if message["hello"].isPresent { memory.view = message["hello"]["view"].word }
    })

  /// Changes rows by the floor that the watch told.
  static func atFloor(
    _ change: @escaping @Sendable (inout Sample, _ floor: Double) -> Void
  ) -> Change {
    session(
      said: { message, memory in
        guard message["batch"].isPresent else { return }
        try rows(&message.value["batch"]) { change(&$0, memory.floor) }
      },
      heard: { message, memory in
        if message["hello"].isPresent { memory.floor = message["hello"]["floor"].real }
      })
  }
}

/// Cases of the catalogue.
func sharingPaths(_ prefix: String, _ suffix: String = "") -> [String] {
  Catalogue.all.map(\.path).filter { $0.hasPrefix("sharing/" + prefix) && $0.hasSuffix(suffix) }
}
