package import ConformanceWire

/// What a correct node holds, by the text's rules: it judges states and does not speak.
package struct NodeModel: Hashable, Sendable {
  package let role: Role
  /// Live dots; of twins, which have one UUID, both stand here.
  package private(set) var rows: [Dot: Sample] = [:]
  package private(set) var tombstones: [Dot: Death] = [:]
  package var vector = Vector()
  /// The watch: the earliest end date that it keeps.
  package internal(set) var floor: Double
  package internal(set) var known: KnownFrom
  package internal(set) var scope: TypeScope
  /// The watch: what names the batches that it takes.
  package var view: UInt64

  package init(
    _ role: Role, floor: Double = Column.years.lowerBound, known: KnownFrom = .everything,
    scope: TypeScope = .all, view: UInt64 = 0
  ) {
    self.role = role
    self.floor = floor
    self.known = known
    self.scope = scope
    self.view = view
  }

  /// The rows that people see: of twins the lower dot's. [SYNC-TWIN]
  package var visible: [Dot: Sample] {
    var lowest: [UUID: Dot] = [:]
    for (dot, sample) in rows { lowest[sample.uuid] = min(dot, lowest[sample.uuid] ?? dot) }
    return rows.filter { lowest[$0.value.uuid] == $0.key }
  }

  /// The dots that a comparison is about. [SYNC-COMPARE-ASK]
  package func root(scope: TypeScope, floor: Double) -> Root {
    Root(of: rows.values.filter { scope.contains($0.type) && $0.end >= floor }.map(\.dot))
  }

  /// An app saves something here.
  package mutating func save(_ sample: Sample) {
    vector.insert(sample.dot)
    rows[sample.dot] = sample
  }

  /// An app deletes something here; its twins go with it.
  package mutating func delete(_ dot: Dot) {
    guard let sample = rows[dot] else { return }
    bury(Death(of: sample))
  }

  /// Applies a ChangeBatch. [SYNC-INSERT-APPLY], [SYNC-VIEW-OTHER], [SYNC-SKIP-WATCH], [SYNC-REFILL-APPLY]
  package mutating func apply(batch: Value) throws(ModelError) {
    var samples: [Sample] = []
    for run in batch["runs"].items { samples += try Run.samples(run) }
    var deaths: [Death] = []
    for run in batch["deletions"].items { deaths += try Deletions.deaths(run) }
    let covers = try Vector(batch["covers"])
    let isRefill = batch["refill"].isPresent
    guard isRefill || covers.covers(Vector(samples.map(\.dot))) else {
      throw ModelError("covers", "a dot of the runs is not there")
    }
    if role == .phone || batch["view"].word == view {
      if isRefill {
        try apply(refill: batch["refill"], samples)
      } else {
        for sample in samples { receive(sample) }
        // A watch cannot tell dead from pruned, so that its skips are ignored.
        if role == .watch { vector = vector.union(covers) }
      }
    }
    for death in deaths { receive(death) }
  }

  /// Takes a row. [SYNC-INSERT-APPLY]
  package mutating func receive(_ sample: Sample) {
    guard !vector.covers(sample.dot), tombstones[sample.dot] == nil else { return }
    vector.insert(sample.dot)
    if role == .phone || sample.end >= floor { rows[sample.dot] = sample }
  }

  /// Takes a death. [SYNC-DEATH-APPLY]
  package mutating func receive(_ death: Death) {
    if role == .phone, vector.covers(death.dot), rows[death.dot] == nil { return }
    bury(death)
  }

  private mutating func apply(refill: Value, _ samples: [Sample]) throws(ModelError) {
    for sample in samples where tombstones[sample.dot] == nil {
      vector.insert(sample.dot)
      rows[sample.dot] = sample
    }
    guard refill["vector"].isPresent else { return }
    let theirs = try Vector(refill["vector"])
    let filled = try TypeScope(refill["types"])
    for stream in vector.streams.keys where filled.contains(stream.type) {
      var kept = theirs[stream]
      for dot in Array(rows.keys) + Array(tombstones.keys) where dot.stream == stream {
        kept.insert(dot.number)
      }
      let surplus = vector[stream].subtracting(kept)
      vector[stream] = vector[stream].subtracting(surplus)
    }
    let types = filled.isExclusion ? Set(known.types.keys) : filled.types
    for type in types where filled.contains(type) { known.types[type] = refill["floor"].real }
    if filled.isExclusion { known.others = refill["floor"].real }
  }

  /// Lets rows go without a trace: dropping is no deletion.
  package mutating func keep(_ isKept: (Sample) -> Bool) {
    rows = rows.filter { isKept($0.value) }
  }

  private mutating func bury(_ death: Death) {
    let uuid = rows[death.dot]?.uuid
    for (dot, sample) in rows where dot == death.dot || sample.uuid == uuid {
      rows[dot] = nil
      tombstones[dot] = Death(of: sample)
    }
    vector.insert(death.dot)
    if tombstones[death.dot] == nil { tombstones[death.dot] = death }
  }
}
