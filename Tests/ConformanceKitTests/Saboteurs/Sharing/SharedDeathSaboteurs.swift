internal import ConformanceKit
internal import ConformanceWire

/// Nodes that forget deaths, or count their logs wrong.
enum SharedDeathSaboteurs {
  static let all: [Saboteur] =
    [
      "death/removes", "death/of-many", "death/never-seen-is-covered",
      "death/told-with-its-sample-again", "death/in-the-batch-of-its-sample", "log/gap-counts",
      "tombstone/late-duplicate", "tombstone/stale-watch-brings-news", "late/deaths-to-a-phone",
      "late/deaths-to-a-watch", "two-watches/death-of-the-unseen",
    ].map { Saboteur("sharing/" + $0, "forgets a death", Meddling.forgetsDeaths()) }
    + [
      "death/never-seen-is-passed-on", "death/of-an-unknown-type", "death/below-the-floor",
      "death/by-the-owner", "death/while-connected", "tombstone/watch-waits-for-its-phone",
      "tombstone/outlives-its-acknowledgement", "two-watches/death",
      "two-watches/death-at-once", "two-watches/death-by-the-other",
    ].map { Saboteur("sharing/" + $0, "keeps a death to itself", Meddling.hidesDeaths) }
    + ["tombstone/stale-watch", "tombstone/cursor-behind-the-horizon"].map { path in
      Saboteur("sharing/" + path, "tells nothing of the dead", tellsNoDead)
    }
    + [
      Saboteur(
        "sharing/tombstone/retention-begins-anew", "tells a death twice and not again",
        Meddling.session(heard: { message, memory in
          guard !message["batch"]["deletions"].items.isEmpty else { return }
          memory.count += 1
          guard memory.count > 2 else { return }
          try Meddling.deaths(&message.value["batch"]) { $0.dot = Meddling.elsewhere($0.dot) }
        })),
      Saboteur(
        "sharing/tombstone/another-life", "sees one life of its phone",
        Meddling.session(said: { message, memory in
          guard message["welcome"].isPresent else { return }
          if memory.count == 0 { memory.place = message["welcome"]["incarnation"] }
          memory.count = 1
          message.value["welcome"]["incarnation"] = memory.place
        })),
      Saboteur("sharing/death/no-echo", "tells a death twice") { interference in
        interference.hears = { method, bytes in
          guard let message = try? Message("SyncMessage", decoding: bytes),
            message["batch"]["deletions"].isPresent
          else { return [bytes] }
          return [bytes, bytes]
        }
      },
    ] + logs + cursors

  private static let tellsNoDead = Meddling.session(heard: { message, _ in
    for kind in ["batch", "reconcile"] where message[kind].isPresent {
      for field in ["deletions", "missing", "lists"] { message.value[kind][field] = .absent }
    }
  })

  private static let logs: [Saboteur] =
    ["starts-at-the-cursor", "nothing-after-the-head"].map { word in
      Saboteur("sharing/log/" + word, "begins its log anew", Meddling.introduces(fromBeginning))
    }
    + ["gap-keeps-the-cursor", "other-writer-keeps-the-cursor"].map { word in
      Saboteur(
        "sharing/log/" + word, "takes each stretch for the next one",
        Meddling.session(said: { message, memory in
          guard message["batch"]["log"].isPresent else { return }
          message.value["batch"]["log"]["start"] = memory.place
          memory.place = message["batch"]["log"]["end"]
        }))
    }
    + ["cursor-moves", "stretch-without-deaths", "stretch-again"].map { word in
      Saboteur("sharing/log/" + word, "leaves its cursor", Meddling.isIntroduced(fromBeginning))
    }
    + [
      Saboteur(
        "sharing/log/stretches-join", "leaves a gap in its log",
        Meddling.heard { batch, place in
          guard batch["log"].isPresent, place > 1 else { return }
          let position = batch["log"]["start"]["position"].number
          batch["log"]["start"] = [
            "position": .integer(max(1, position - 1)), "incarnation": 77,
          ]
        })
    ]

  private static let cursors: [Saboteur] =
    ["beginning-serves", "that-was-told-serves"].map { word in
      Saboteur(
        "sharing/cursor/" + word, "reconciles each time",
        Meddling.isIntroduced { $0["must_reconcile"] = true })
    }
    + [
      Saboteur(
        "sharing/cursor/beginning-serves-a-watch", "reconciles each time",
        Meddling.introduces { $0["must_reconcile"] = true }),
      Saboteur(
        "sharing/cursor/lower-replaces", "goes by the highest cursor",
        Meddling.session(said: { message, memory in
          for kind in ["hello", "welcome", "acknowledgement"] where message[kind].isPresent {
            let cursor = message[kind]["cursor"]
            if cursor["position"].number >= memory.place["position"].number {
              memory.place = cursor
            } else {
              message.value[kind]["cursor"] = memory.place
            }
          }
        })),
    ]
    + (sharingPaths("cursor/of-another-writer") + sharingPaths("cursor/beyond-the-head")).map {
      Saboteur($0, "takes every cursor to serve", Meddling.introduces(fromBeginning))
    }

  @Sendable private static func fromBeginning(_ value: inout Value) {
    value["cursor"] = ["position": 0]
  }
}
