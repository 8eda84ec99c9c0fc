internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of the section "trust": phones that believe a watch too much or too little.
enum DeathTrustSaboteurs {
  static let all: [Saboteur] = counted + held + unseen + answers

  private static let day = 86_400.0

  private static let counted: [Saboteur] =
    ["recent/many", "recent/six-days-ago", "recent/after-a-month-away"].map {
      trust($0, "takes every sample for an old one", seesEnds(daysAgo: 300))
    }
    + [
      "older/eight-days-ago", "older/more-than-a-hundred", "older/in-several-batches",
      "older/one-in-a-hundred", "older/on-the-same-day", "older/by-a-list",
    ].map { trust($0, "does not look at when a sample ended", seesEnds(daysAgo: 1)) }
    + ["recent/of-a-type-taken-away", "older/a-hundred"].map {
      trust($0, "lets nothing pass", Meddling.forgetsDeaths())
    }
    + [
      trust(
        "older/a-hundred-of-each-type", "counts all types together",
        Meddling.forgetsDeaths { $0.dot.type != Sample.heartRateType }),
      trust(
        "older/a-day-later", "counts for ever",
        Meddling.session(said: { message, memory in
          guard message["batch"]["deletions"].isPresent else { return }
          memory.count += 1
          guard memory.count > 1 else { return }
          try Meddling.deaths(&message.value["batch"]) {
            ($0.dot, $0.uuid) = (Meddling.elsewhere($0.dot), Meddling.other($0.uuid))
          }
        })),
    ]
    + ["older/after-the-retention", "scope/none-counts", "held/stays-for-apps"].map {
      trust($0, "deletes whatever it is told", deletesAll)
    }

  private static let held: [Saboteur] = [
    trust("held/stays-for-other-watches", "keeps from others what is held", Meddling.hides()),
    trust(
      "held/in-no-refill", "refills what is held",
      Meddling.session(said: noteSamples) { message, memory in
        guard message["batch"]["refill"].isPresent else { return }
        message.value["batch"]["runs"] = [Run.value(memory.samples)]
      }),
    trust(
      "cursor/moves-on", "stops its cursor before what is held",
      Meddling.isIntroduced { $0["cursor"] = ["position": 0] }),
    trust(
      "cursor/later-deaths-count", "hears nothing after what is held",
      Meddling.forgetsDeaths { $0.end > Instant.now - 2 * day }),
    trust(
      "cursor/later-samples-arrive", "hears nothing after what is held",
      Meddling.said { batch, _ in
        try Meddling.rows(&batch) {
          if $0.end > Instant.now - 2 * day { $0.uuid = Meddling.other($0.uuid) }
        }
      }),
    trust("roots/equal", "compares what is held", neverEqual),
    trust(
      "roots/of-days", "compares what is held",
      Meddling.session(said: noteSamples) { message, memory in
        guard message["reconcile"]["days"].isPresent else { return }
        message.value["reconcile"]["days"] = Days.roots(
          Dictionary(grouping: memory.samples, by: \.day).mapValues { Root(of: $0.map(\.dot)) },
          in: [Day.all])
      }),
    trust(
      "roots/lists", "lists what is held",
      Meddling.session(said: noteSamples) { message, memory in
        guard message["reconcile"]["lists"].isPresent else { return }
        message.value["reconcile"]["lists"] = DayLists(of: memory.samples).value
      }),
    trust("restored/covers-nothing", "never takes it back", Meddling.hides()),
    trust("restored/lists-it-as-live", "never takes it back", neverEqual),
  ]

  private static let unseen: [Saboteur] =
    [
      trust(
        "unseen/of-the-watch-itself", "takes nothing for dead that it has not seen",
        Meddling.isIntroduced { $0["vector"] = Vector().whole })
    ]
    + ["unseen/of-nobody", "unseen/of-another-watch"].map {
      trust(
        $0, "takes all for dead that it has not seen",
        Meddling.session(said: noteDeaths) { message, memory in
          try Meddling.greeting(&message) { $0["vector"] = memory.vector.whole }
        })
    }
    + [
      trust(
        "unseen/judged-when-it-comes", "does not look at when a sample ended",
        seesEnds(daysAgo: 1)),
      Saboteur.blind("trust/unborn/ends-the-session"),
      trust(
        "unborn/the-next-save-lives", "lets what it saves be dead before it is born",
        Meddling.session(said: noteDeaths) { message, memory in
          guard message["batch"]["runs"].isPresent else { return }
          let dead = memory.vector
          try Meddling.rows(&message.value["batch"]) {
            if dead.covers($0.dot) { $0.dot = Meddling.elsewhere($0.dot) }
          }
        }),
    ]

  private static let answers: [Saboteur] =
    ["accept/deletes", "refuse/apps-see-copies"].map {
      trust($0, "does nothing of what its owner says", showsWhatWas)
    }
    + ["accept/other-watches-hear", "refuse/other-watches-hear"].map {
      trust($0, "keeps the deaths to itself", Meddling.hidesDeaths)
    }
    + [
      trust(
        "accept/what-the-brake-stopped", "does not look at what its owner accepted",
        Meddling.session(said: { message, memory in
          guard message["reconcile"]["claim"].isPresent else { return }
          memory.count += 1
          guard memory.count > 1 else { return }
          message.value["reconcile"]["claim"]["vector"] = Vector().whole
        })),
      trust("accept/no-other-type", "takes a word on one type for one on all", deletesAll),
      trust("refuse/the-watch-gets-copies", "keeps the copies to itself", hidesRows),
    ]

  private static func trust(
    _ path: String, _ name: String, _ change: @escaping Meddling.Change
  ) -> Saboteur {
    Saboteur("trust/" + path, name, change)
  }

  /// Takes all samples that it gets to have ended so many days ago.
  private static func seesEnds(daysAgo: Double) -> Meddling.Change {
    Meddling.said { batch, _ in
      let end = (Instant.now - daysAgo * day).rounded(.down)
      try Meddling.rows(&batch) { ($0.start, $0.end) = (end, end) }
    }
  }

  @Sendable private static func noteSamples(
    _ message: inout Message, _ memory: Meddling.Memory
  )
    throws
  {
    memory.samples += try message["batch"]["runs"].items.flatMap { try Run.samples($0) }
  }

  @Sendable private static func noteDeaths(
    _ message: inout Message, _ memory: Meddling.Memory
  )
    throws
  {
    for run in message["batch"]["deletions"].items {
      for death in try Deletions.deaths(run) { memory.vector.insert(death.dot) }
    }
  }

  /// Is never equal to a watch that has told deaths.
  private static let neverEqual = Meddling.session(said: noteDeaths) { message, memory in
    guard message["compared"]["verdict"].number == 1, !memory.vector.streams.isEmpty else { return }
    message.value["compared"]["verdict"] = 2
  }

  private static let hidesRows = Meddling.session(heard: { message, _ in
    guard message["batch"].isPresent else { return }
    message.value["batch"]["runs"] = .absent
  })

  /// Shows those who ask for samples none, once a watch has told deaths.
  @Sendable private static func deletesAll(_ interference: inout Interference) {
    let hasDeaths = Memory(false)
    interference.says = { method, bytes in
      let batch = Saboteur.content(bytes, of: "batch", method)
      hasDeaths.value = hasDeaths.value || batch?["deletions"].isPresent ?? false
      return [bytes]
    }
    interference.hears = { method, bytes in
      hasDeaths.value && hasRuns(method, bytes) ? [] : [bytes]
    }
  }

  /// Shows those who ask for samples what it showed the first of them.
  @Sendable private static func showsWhatWas(_ interference: inout Interference) {
    let queries = Memory(0)
    let shown = Memory<[[UInt8]]>([])
    interference.hears = { method, bytes in
      guard method == query else { return [bytes] }
      guard hasRuns(method, bytes) else {
        queries.value += 1
        return [bytes] + shown.value
      }
      guard queries.value == 1 else { return [] }
      shown.value.append(bytes)
      return [bytes]
    }
  }

  private static let query = "dyad.v1.Store/Query"

  private static func hasRuns(_ method: String, _ bytes: [UInt8]) -> Bool {
    guard method == query, let answer = try? Message("QueryResponse", decoding: bytes) else {
      return false
    }
    return !answer["runs"].items.isEmpty
  }
}
