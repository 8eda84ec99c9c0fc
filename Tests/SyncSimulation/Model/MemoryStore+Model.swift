internal import HealthModel
internal import SyncCore

// A store in memory as the model has it.
extension MemoryStore {
  /// An empty one whose dots are in the order of the model's from the start, and which numbers nothing
  /// but deaths.
  init(model role: NodeRole, beginning incarnation: Incarnation, types: [ObjectType]) {
    self.init(role: role, beginning: incarnation, numbersRows: false)
    for type in types { _ = addingNumber(of: type) }
    disk = state
    remembersOwnDeaths = false
    prunesDamageByTime = false
  }

  /// Saves a sample without a position of the log, which the model keeps for deaths alone.
  mutating func saveUnnumbered(_ uuid: SampleUUID, of type: ObjectType, end: Double) throws {
    try beginIncarnation()
    let number = addingNumber(of: type)
    while state.counters.count <= number { state.counters.append(0) }
    state.counters[number] += 1
    let key = DotKey(
      incarnation: nextWriter.rawValue, type: number, sequence: state.counters[number])
    let row = Row(key: key, uuid: uuid, end: end, content: Int(uuid.counter))
    let stillborn = try insert(Self.run(of: [row], type: type))
    precondition(stillborn.isEmpty, "a new UUID was never deleted")
  }

  /// The live dots.
  var liveDots: VersionVector {
    var dots = VersionVector()
    for row in state.rows { dots.insert(dot(row.key)) }
    return dots
  }

  /// The dots with a tombstone.
  var deadDots: VersionVector {
    var dots = VersionVector()
    for tombstone in state.tombstones { dots.insert(dot(tombstone.key)) }
    return dots
  }
}
