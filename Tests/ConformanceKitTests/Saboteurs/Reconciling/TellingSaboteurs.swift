internal import ConformanceKit
internal import ConformanceWire

/// Nodes that tell something else in a reconciliation, or at another time.
enum TellingSaboteurs {
  static let all: [Saboteur] =
    ["golden/watch-tells-lists", "golden/phone-answers"].map { path in
      Meddler.tells(path, "tells its claim last") {
        { message in
          guard message["reconcile"]["claim"].isPresent else { return [message] }
          var (first, last) = (message, Message("SyncMessage"))
          last.value["reconcile"]["claim"] = message["reconcile"]["claim"]
          last.value["reconcile"]["is_last"] = message["reconcile"]["is_last"]
          first.value["reconcile"]["claim"] = .absent
          first.value["reconcile"]["is_last"] = .absent
          return [first, last]
        }
      }
    }
    + ["golden/phone-tells-what-is-dead", "golden/tombstones-are-all-told"].map { path in
      Meddler.tells(
        path, "keeps its tombstones to itself",
        Meddler.changing("reconcile") { $0["deletions"] = .absent })
    }
    + [
      "when/cursor-of-another-incarnation-at-the-phone",
      "when/cursor-ahead-of-the-log-at-the-phone",
      "restore/a-cursor-beyond-the-restored-log", "brake/a-refused-phone-uncovers",
    ].map { path in
      Meddler.tells(
        path, "never wants a reconciliation",
        Meddler.changing("welcome") { $0["must_reconcile"] = .absent })
    }
    + ["floor/answer-goes-as-far-as-the-claim", "floor/claim-goes-as-far-as-what-is-kept"].map {
      Meddler.tells(
        $0, "goes as far as the floor of the hello alone",
        Meddler.changing("reconcile") { part in
          if part["claim"].isPresent { part["claim"]["floor"] = .double(Instant.now - 86_400) }
        })
    }
    + [
      "when/cursor-of-another-incarnation-at-the-watch",
      "when/cursor-ahead-of-the-log-at-the-watch",
      "when/the-welcome-says-so", "when/unequal",
    ].map { Meddler.tells($0, "never reconciles", Meddler.swallowing("reconcile")) } + [
      Meddler.tells(
        "when/cursor-serves", "always wants a reconciliation",
        Meddler.changing("welcome") { $0["must_reconcile"] = true }),
      Meddler.tells("when/no-batch-before-both-have-told", "sends at once", of: .watch) {
        { $0["reconcile"].isPresent ? [batch, $0] : [$0] }
      },
      Meddler.tells("when/no-batch-before-both-have-told", "sends at once", of: .phone) {
        { $0["welcome"].isPresent ? [$0, batch] : [$0] }
      },
      Meddler.tells(
        "golden/claimed-head-is-where-the-log-goes-on", "leaves a gap in its log",
        Meddler.changing("batch") { batch in
          guard batch["log"].isPresent else { return }
          batch["log"]["start"]["position"] = .integer(batch["log"]["start"]["position"].number + 1)
        }),
      Meddler.tells(
        "golden/watch-goes-by-spans", "does not tell empty days",
        Meddler.changing("reconcile") { part in
          guard part["lists"].isPresent, var lists = try? DayLists(part["lists"]) else { return }
          lists.selection = lists.days.filter { !$0.value.streams.isEmpty }.keys.sorted()
          part["lists"] = lists.value
        }),
      Meddler.tells(
        "spans/watch-tells-all-days", "leaves the last days out",
        Meddler.changing("reconcile") { part in
          guard part["spans"].isPresent else { return }
          part["spans"]["spans"] = .list(Array(part["spans"]["spans"].items.dropLast()))
        }),
      spans("phone-tells-the-days-that-differ", "tells spans that do not differ") {
        guard $0.count == 3 else { return }
        $0[1]["root"] = .absent
      },
      spans("equal-spans-are-not-told", "adds up otherwise") {
        $0[0]["root"]["low"] = .unsigned($0[0]["root"]["low"].word &+ 1)
      },
      spans("a-count-that-differs", "does not look at counts") {
        $0[0]["root"]["count"] = .unsigned($0[0]["root"]["count"].word &- 1)
      },
      spans("a-root-left-out-is-empty", "takes a root that is left out for another") {
        $0[0]["root"] = ["count": 1]
      },
      spans("days-in-no-span", "compares all days") {
        $0[0]["first_day"] = .integer(Day.all.lowerBound)
        $0[0]["last_day"] = .integer(Day.all.upperBound)
      },
      Meddler.tells(
        "spans/a-day-is-that-of-the-end", "counts days otherwise",
        Meddler.changing("reconcile") { part in
          guard let days = try? Days.roots(part["days"]) else { return }
          let shifted = Dictionary(uniqueKeysWithValues: days.roots.map { ($0.key - 1, $0.value) })
          part["days"] = Days.roots(shifted, in: days.spans)
        }),
      Meddler.takes(
        "spans/then-the-lists-of-these-days", "takes a list of some days for one of all",
        Meddler.changing("reconcile") { $0["lists"]["selection"] = .absent }),
      Meddler.tells(
        "snapshot/saved-meanwhile-is-kept", "forgets what is saved meanwhile",
        Meddler.swallowing("batch") { $0["runs"].isPresent }),
      Meddler.tells(
        "snapshot/deleted-meanwhile-follows", "forgets what is deleted meanwhile",
        Meddler.swallowing("batch") { $0["deletions"].isPresent }),
      Meddler.tells(
        "snapshot/claim-covers-all-that-is-listed", "claims a vector of another moment",
        Meddler.changing("reconcile") { part in
          if part["claim"].isPresent { part["claim"]["vector"] = Vector().whole }
        }),
    ]

  private static var batch: Message { Message("SyncMessage", ["batch": ["view": 0]]) }

  /// Changes the spans that a phone hears.
  private static func spans(
    _ path: String, _ name: String, _ change: @escaping @Sendable (inout [Value]) -> Void
  ) -> Saboteur {
    Meddler.takes(
      "spans/" + path, name,
      Meddler.changing("reconcile") { part in
        var spans = part["spans"]["spans"].items
        guard !spans.isEmpty else { return }
        change(&spans)
        part["spans"]["spans"] = .list(spans)
      })
  }
}
