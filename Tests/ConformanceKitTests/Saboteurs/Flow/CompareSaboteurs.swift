internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of comparisons, of order and of later fields.
enum CompareSaboteurs {
  static let all = asked + answered + order + evolution + mixes

  private static let asked: [Saboteur] = [
    .tells("flow/compare/root-of-all-live-dots", "compare", "counts one too many") {
      $0["count"] = .unsigned($0["count"].word + 1)
    },
    .tells("flow/compare/root-of-nothing", "compare", "counts what is not there") {
      $0["count"] = 1
    },
    Saboteur("flow/compare/not-before-all-is-acknowledged", "compares whenever it likes") {
      $0.hears = { method, bytes in
        guard Saboteur.content(bytes, of: "acknowledgement", method) != nil else { return [bytes] }
        return [Message("SyncMessage", ["compare": [:]]).encoded(), bytes]
      }
    },
    Saboteur("flow/compare/as-soon-as-it-is-wanted", "hears no wish") {
      $0.says = { method, bytes in
        Saboteur.content(bytes, of: "compare_wanted", method) == nil ? [bytes] : []
      }
    },
    Saboteur("flow/compare/again-after-busy", "asks once") {
      let once = Once()
      $0.hears = { method, bytes in
        Saboteur.content(bytes, of: "compare", method) == nil || once.take() ? [bytes] : []
      }
    },
    .hears("flow/compare/unequal-makes-it-reconcile", "compared", "does not mind") {
      $0["verdict"] = 1
    },
  ]

  private static let mixes: [Saboteur] =
    Catalogue.all.map(\.path).filter { $0.hasPrefix("flow/mix/") }.flatMap { path -> [Saboteur] in
      ["compare", "compared"].map { kind in
        .tells(path, kind, "mixes otherwise", of: kind == "compare" ? .watch : .phone) {
          if kind == "compare" {
            $0["low"] = .unsigned($0["low"].word ^ 1)
          } else {
            $0["verdict"] = 2
          }
        }
      }
    }

  private static let answered: [Saboteur] = [
    verdict("equal", 2, "finds nothing equal"),
    verdict("equal-of-nothing", 2, "finds nothing equal"),
    verdict("unequal", 1, "finds everything equal"),
    verdict("unequal-by-sum-alone", 1, "looks at the count alone"),
    verdict("only-what-the-watch-keeps", 2, "compares all that it holds"),
    verdict("busy-until-all-is-acknowledged", 1, "is never busy"),
  ]

  private static func verdict(_ name: String, _ verdict: Int64, _ words: String) -> Saboteur {
    .tells("flow/compare/\(name)", "compared", words) { $0["verdict"] = .integer(verdict) }
  }

  private static let order: [Saboteur] = [
    losesDeaths("birth-then-death"), losesDeaths("death-then-birth"), losesDeaths("many-in-a-row"),
    losesDeaths("inserts-before-deaths-are-taken"),
    defers("deaths-before-inserts", "sends deaths last") { $0["log"].isPresent },
    defers("refill-before-inserts", "refills last") { $0["refill"].isPresent },
  ]

  private static func losesDeaths(_ name: String) -> Saboteur {
    .hears("flow/order/\(name)", "batch", "forgets deaths") {
      // It weighs what it weighed, so that the acknowledgement comes.
      guard $0["deletions"].isPresent else { return }
      $0["log"] = .absent
    }
  }

  /// A node that sends some batches after the next one with samples.
  private static func defers(
    _ name: String, _ words: String, _ isDeferred: @escaping @Sendable (Value) -> Bool
  ) -> Saboteur {
    Saboteur("flow/order/\(name)", words) {
      let waiting = Memory<[[UInt8]]>([])
      $0.hears = { method, bytes in
        guard let batch = Saboteur.content(bytes, of: "batch", method) else { return [bytes] }
        if isDeferred(batch) {
          waiting.value.append(bytes)
          return []
        }
        defer { waiting.value = [] }
        return [bytes] + waiting.value
      }
    }
  }

  private static let evolution: [Saboteur] = Catalogue.all.map(\.path)
    .filter { $0.hasPrefix("flow/evolution/") }.map {
      .refuses($0, "refuses a field that it does not know") { Saboteur.has("later", $0) }
    }
}
