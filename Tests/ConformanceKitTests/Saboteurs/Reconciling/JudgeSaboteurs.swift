internal import ConformanceKit
internal import ConformanceWire

/// Nodes that bury too much or too little.
enum JudgeSaboteurs {
  static let all: [Saboteur] =
    [
      "not-covered", "type-outside-the-scope", "scope-left-out", "below-the-floor",
      "before-the-known-from", "known-of-others-left-out", "day-outside-the-selection",
    ].map(credulous)
    + ["covered-and-not-listed", "at-the-floor", "at-the-known-from", "empty-day-in-the-selection"]
    .map { disbelieving("judge/" + $0) } + [
      Meddler.takes(
        "judge/listed", "does not look at the lists",
        Meddler.changing("reconcile") { part in
          if part["lists"].isPresent { part["lists"] = DayLists([:]).value }
        }),
      disbelieving("parts/days-that-no-part-has", "infers nothing of days that no part has"),
      disbelieving("parts/no-days-at-all", "infers nothing of days that no part has"),
      Meddler.tells("parts/the-last-says-so", "says that the last was not the last") {
        {
          $0["reconcile"]["is_last"].isTrue
            ? [$0, Message("SyncMessage", ["reconcile": ["lists": [:], "is_last": true]])] : [$0]
        }
      },
      Meddler.takes(
        "parts/the-last-is-empty", "waits for more",
        Meddler.changing("reconcile") { $0["is_last"] = .absent }),
      forgettingDeaths("judge/tombstone-beyond-the-claim"),
      forgettingDeaths("parts/tombstones-before-the-content"),
      forgettingDeaths("brake/tombstones-do-not-count", "counts tombstones"),
      forgettingLists("parts/lists-over-several-parts"),
      forgettingLists("parts/one-day-in-several-parts"),
      forgettingLists("parts/selections-over-several-parts"),
      hasty("parts/nothing-is-judged-before-the-last"),
      hasty("cursor/stays-before-the-last-part"),
      Meddler.takes(
        "cursor/is-the-claimed-head", "keeps its old cursor",
        Meddler.changing("reconcile") { part in
          if part["claim"].isPresent { part["claim"]["head"] = ["position": 0] }
        }),
    ]

  /// Takes whatever is not listed for deleted.
  private static func credulous(_ path: String) -> Saboteur {
    Meddler.takes("judge/" + path, "takes all that is not listed for deleted") {
      var covered = Vector()
      return { message in
        if let batch = try? Vector(message["batch"]["covers"]) { covered = covered.union(batch) }
        guard message["reconcile"]["claim"].isPresent else { return [message] }
        var changed = message
        changed.value["reconcile"]["claim"]["vector"] = covered.whole
        changed.value["reconcile"]["claim"]["scope"] = ["is_exclusion": true]
        changed.value["reconcile"]["claim"]["floor"] = .double(Instant.beginning)
        changed.value["reconcile"]["claim"]["known"] = KnownFrom.everything.value
        changed.value["reconcile"]["lists"]["selection"] = .absent
        return [changed]
      }
    }
  }

  /// Infers nothing from lists.
  static func disbelieving(
    _ path: String, _ name: String = "infers nothing from lists", after claims: Int = 0
  ) -> Saboteur {
    Meddler.takes(path, name) {
      var heard = 0
      return { message in
        guard message["reconcile"]["claim"].isPresent else { return [message] }
        heard += 1
        guard heard > claims else { return [message] }
        var changed = message
        changed.value["reconcile"]["claim"]["vector"] = Vector().whole
        return [changed]
      }
    }
  }

  private static func forgettingDeaths(
    _ path: String, _ name: String = "does not look at tombstones"
  ) -> Saboteur {
    Meddler.takes(path, name, Meddler.changing("reconcile") { $0["deletions"] = .absent })
  }

  private static func forgettingLists(_ path: String) -> Saboteur {
    Meddler.takes(
      path, "goes by the lists of the last part alone",
      Meddler.changing("reconcile") { part in
        guard part["claim"].isPresent, part["lists"].isPresent else { return }
        let isSelected = part["lists"]["selection"].isPresent
        part["lists"] = DayLists([:], selection: isSelected ? [] : nil).value
      })
  }

  private static func hasty(_ path: String) -> Saboteur {
    Meddler.takes(
      path, "judges before it has heard all", Meddler.changing("reconcile") { $0["is_last"] = true }
    )
  }
}
