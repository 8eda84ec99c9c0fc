package import ConformanceWire

extension Message {
  /// What a side can take, if a case does not care.
  package static let limits: Value = ["samples": 4096, "bytes": 1_048_576, "credit": 8_388_608]

  /// A hello that holds nothing, wants everything and knows nothing; a case changes what it is about.
  package static func hello(
    incarnation: UInt64, view: UInt64, ordinal: UInt64 = 1, vector: Vector = Vector(),
    floor: Double = 0, known: KnownFrom = KnownFrom(),
    settings: Value = ["version": ["number": 0]], cursor: Value = ["position": 0]
  ) -> Self {
    Self(
      "SyncMessage",
      [
        "hello": [
          "lowest_version": 1, "highest_version": 1, "role": 2,
          "incarnation": .unsigned(incarnation), "ordinal": .unsigned(ordinal),
          "view": .unsigned(view), "floor": .double(floor), "known": known.value,
          "settings": settings, "vector": vector.whole, "cursor": cursor,
          "now": .double(Sample.someday), "limits": limits,
        ]
      ])
  }

  /// A phone's answer that asks for nothing.
  package static func welcome(
    incarnation: UInt64, view: UInt64, vector: Vector = Vector(),
    cursor: Value = ["position": 0], mustReconcile: Bool = false
  ) -> Self {
    Self(
      "SyncMessage",
      [
        "welcome": [
          "version": 1, "incarnation": .unsigned(incarnation), "view": .unsigned(view),
          "vector": vector.whole, "cursor": cursor, "must_reconcile": .flag(mustReconcile),
          "now": .double(Sample.someday), "limits": limits,
        ]
      ])
  }

  /// A batch of samples, a run for each type and kind of payload, which covers them and nothing else.
  package static func batch(_ samples: [Sample], view: UInt64 = 0, covers: Vector? = nil) -> Self {
    let groups = Dictionary(grouping: samples, by: \.type)
    let vector = covers ?? Vector(samples.map(\.dot))
    return Self(
      "SyncMessage",
      [
        "batch": [
          "view": .unsigned(view), "covers": vector.value,
          "runs": .list(groups.keys.sorted().map { Run.value(groups[$0] ?? []) }),
        ]
      ])
  }

  /// A batch of deaths, all those of a stretch of the sender's log.
  package static func deaths(_ deaths: [Death], from start: Value, to end: Value) -> Self {
    let groups = Dictionary(grouping: deaths, by: \.dot.type)
    return Self(
      "SyncMessage",
      [
        "batch": [
          "deletions": .list(groups.keys.sorted().map { Deletions.value(groups[$0] ?? []) }),
          "log": ["start": start, "end": end],
        ]
      ])
  }

  /// A place in a log.
  package static func place(_ position: Int64, _ incarnation: UInt64) -> Value {
    position == 0
      ? ["position": 0]
      : ["position": .integer(position), "incarnation": .unsigned(incarnation)]
  }

  /// An acknowledgement of so much weight.
  package static func acknowledgement(
    vector: Vector, cursor: Value = ["position": 0], received: UInt64
  ) -> Self {
    Self(
      "SyncMessage",
      [
        "acknowledgement": [
          "vector": vector.whole, "cursor": cursor, "received": .unsigned(received),
        ]
      ])
  }

  /// A record of settings, decided the number-th time.
  package static func settings(
    number: UInt64, incarnation: UInt64, scope: TypeScope = .all, accesses: [Accesses.Row] = []
  ) -> Self {
    Self(
      "SyncMessage",
      [
        "settings": [
          "version": ["number": .unsigned(number), "incarnation": .unsigned(incarnation)],
          "scope": scope.value, "accesses": Accesses.value(accesses), "lease": 2_592_000.0,
        ]
      ])
  }

  /// A part of a reconciliation; its content is set by the case.
  package static func part(
    claim: NodeModel.Claim?, head: Value = ["position": 0], lists: DayLists? = nil,
    isLast: Bool = true
  ) -> Self {
    var part: Value = [:]
    if let claim {
      part["claim"] = claim.value
      part["claim"]["head"] = head
    }
    if let lists { part["lists"] = lists.value }
    part["is_last"] = .flag(isLast)
    return Self("SyncMessage", ["reconcile": part])
  }

  /// The last message of a side.
  package static func ended(_ reason: String, _ detail: String = "") -> Self {
    Self("SyncMessage", ["ended": ["reason": .text(reason), "detail": .text(detail)]])
  }
}
