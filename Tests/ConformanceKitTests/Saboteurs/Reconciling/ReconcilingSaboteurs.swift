internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of the section "reconciling".
enum ReconcilingSaboteurs {
  static let all: [Saboteur] =
    JudgeSaboteurs.all + TellingSaboteurs.all + brake + restore
    + Catalogue.all.map(\.path).filter { $0.hasPrefix("reconciling/part/") }.map(Saboteur.blind)

  private static let brake: [Saboteur] =
    ["exactly-a-hundred", "a-hundred-of-each-type", "one-in-a-hundred"].map {
      JudgeSaboteurs.disbelieving("brake/" + $0, "lets nothing pass")
    }
    + [
      "the-phone-says-it-instead-of-welcome", "the-watch-says-it-after-the-welcome",
      "a-refused-phone-refuses-its-other-watches",
    ].map {
      Meddler.tells(
        "brake/" + $0, "says nothing of the refusal", Meddler.swallowing("claim_refused"))
    } + [
      Meddler.tells(
        "brake/more-than-a-hundred", "ends without saying why",
        Meddler.changing("ended") { $0["reason"] = 6 }),
      Meddler.takes("brake/nothing-of-the-last-part", "applies the tombstones all the same") {
        { message in
          guard message["reconcile"]["deletions"].isPresent else { return [message] }
          var (first, last) = (Message("SyncMessage"), message)
          first.value["reconcile"]["claim"] = message["reconcile"]["claim"]
          first.value["reconcile"]["deletions"] = message["reconcile"]["deletions"]
          last.value["reconcile"]["claim"] = .absent
          return [first, last]
        }
      },
      Meddler.tells("brake/the-cursor-stays", "moves its cursor all the same") {
        var isBraked = false
        return { message in
          if message["ended"].isPresent { isBraked = true }
          var changed = message
          for kind in ["hello", "welcome"] where message[kind].isPresent && isBraked {
            changed.value[kind]["cursor"] = ["position": 7, "incarnation": 5]
          }
          return [changed]
        }
      },
      Saboteur("reconciling/brake/settings-get-through", "waits for its owner") {
        let isBraked = Memory(false)
        $0.hears = { method, bytes in
          if Saboteur.content(bytes, of: "ended", method) != nil { isBraked.value = true }
          let isHello = Saboteur.content(bytes, of: "hello", method) != nil
          return isHello && isBraked.value ? [] : [bytes]
        }
      },
      Meddler.takes("spans/days-in-several-parts", "answers the first of them") {
        var isTold = false
        return { message in
          guard message["reconcile"]["days"].isPresent else { return [message] }
          guard !isTold else { return [] }
          isTold = true
          var last = message
          last.value["reconcile"]["is_last"] = true
          return [last]
        }
      },
      JudgeSaboteurs.disbelieving("brake/accepted", "forgets its owner's word", after: 1),
      JudgeSaboteurs.disbelieving(
        "brake/accepted-passes-as-far", "does not count any more", after: 1),
      JudgeSaboteurs.disbelieving(
        "brake/accepted-with-another-type", "forgets the first answer at the second", after: 2),
      Meddler.tells("brake/a-refused-watch-knows-nothing", "keeps its claim") {
        { message in
          var changed = message
          if message["hello"].isPresent {
            changed.value["hello"]["known"] = KnownFrom(others: Sample.someday).value
          }
          return [changed]
        }
      },
    ]

  private static let restore = [
    Meddler.tells(
      "restore/the-peer-gets-its-rows-back", "gives nothing back",
      Meddler.swallowing("batch") { $0["runs"].isPresent }),
    Meddler.tells(
      "restore/the-peer-hears-of-deaths-again", "tells a death once",
      Meddler.swallowing("batch") { $0["deletions"].isPresent }),
    losing("restore/the-peer-writes-on"),
    losing("restore/the-node-gets-its-rows-back"),
    Meddler.tells("restore/an-ordinal-that-goes-back", "refuses who was restored") {
      var welcomes = 0
      return { message in
        if message["welcome"].isPresent { welcomes += 1 }
        return welcomes < 2 ? [message] : [Message("SyncMessage", ["ended": ["reason": 6]])]
      }
    },
    Saboteur("reconciling/restore/an-ordinal-that-goes-back-alarms", "raises no alarm") {
      $0.hears = { method, bytes in
        guard method == "dyad.v1.Operator/GetStatus",
          var status = try? Message("NodeStatus", decoding: bytes)
        else { return [bytes] }
        status.value["peers"] = .list(
          status["peers"].items.map {
            var peer = $0
            peer["is_alarmed"] = .absent
            return peer
          })
        return [status.encoded()]
      }
    },
    Meddler.tells(
      "restore/no-dot-means-two-things", "goes on counting where it was",
      Meddler.changing("batch") { batch in
        guard batch["runs"].isPresent else { return }
        batch["runs"] = .list(
          batch["runs"].items.map {
            var run = $0
            run["dots"]["incarnations"] = Value([UInt64(7)])
            return run
          })
        batch["covers"]["incarnations"] = Value([UInt64(7)])
      }),
    Meddler.tells(
      "clone/one-session-at-a-time", "has two sessions with a device",
      Meddler.swallowing("ended")),
    Meddler.tells(
      "clone/turn-by-turn", "forgets who wrote an entry",
      Meddler.changing("welcome") { $0["cursor"] = ["position": 0] }),
  ]

  /// Loses samples that it gets.
  private static func losing(_ path: String) -> Saboteur {
    Meddler.takes(
      path, "loses what it gets", Meddler.changing("batch") { $0["runs"] = .absent })
  }
}
