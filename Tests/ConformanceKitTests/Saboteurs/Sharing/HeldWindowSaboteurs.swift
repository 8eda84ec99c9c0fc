internal import ConformanceKit
internal import ConformanceWire

/// Nodes whose floor, pruning or refills are wrong.
enum HeldWindowSaboteurs {
  static let all: [Saboteur] = floors + windows + refills

  private static let floors: [Saboteur] =
    ["floor/inserts-to-a-watch", "floor/refill-to-a-watch", "floor/kept-when-pruning"].map { path in
      Saboteur(
        "sharing/" + path, "keeps only what ends after its floor",
        Meddling.atFloor { sample, floor in
          guard sample.end == floor else { return }
          (sample.start, sample.end) = (floor.nextDown, floor.nextDown)
        })
    } + [
      Saboteur(
        "sharing/floor/below-is-covered", "does not cover what it does not keep",
        Meddling.atFloor { sample, floor in
          if sample.end < floor { sample.dot = Meddling.elsewhere(sample.dot) }
        }),
      Saboteur(
        "sharing/floor/starts-below", "goes by the start",
        Meddling.atFloor { sample, floor in
          if sample.start < floor { sample.end = sample.start }
        }),
      Saboteur(
        "sharing/floor/inserts-from-a-phone", "sends what ends after the floor",
        Meddling.introduces { $0["floor"] = .double($0["floor"].real.nextUp) }),
      Saboteur(
        "sharing/floor/root", "leaves out what ends at the floor",
        Meddling.introduces { $0["floor"] = .double($0["floor"].real.nextUp) }),
      Saboteur(
        "sharing/floor/root-of-a-watch", "leaves a sample out of its root",
        Meddling.session(heard: { message, _ in
          guard message["compare"].isPresent else { return }
          message.value["compare"]["count"] = .unsigned(message["compare"]["count"].word &- 1)
        })),
      Saboteur(
        "sharing/floor/a-phone-keeps-what-is-below", "keeps a window like a watch",
        Meddling.session(said: { message, memory in
          guard message["hello"].isPresent else { return }
          if memory.floor == 0 { memory.floor = message["hello"]["floor"].real }
          message.value["hello"]["floor"] = .double(memory.floor)
        })),
      Saboteur(
        "sharing/floor/of-the-last-hello", "goes by the highest floor",
        Meddling.session(said: { message, memory in
          guard message["hello"].isPresent else { return }
          memory.floor = max(memory.floor, message["hello"]["floor"].real)
          message.value["hello"]["floor"] = .double(memory.floor)
        })),
      Saboteur(
        "sharing/floor/refill-from-a-phone", "refills what ends at the known-from",
        Meddling.introduces {
          $0["known"] = ["others_from": .double($0["known"]["others_from"].real.nextUp)]
        }),
      Saboteur(
        "sharing/floor/saved", "tells another object in place of that at its floor",
        Meddling.heard { batch, _ in
          try Meddling.rows(&batch) { $0.uuid = Meddling.other($0.uuid) }
        }),
    ]
    + ["floor/list", "floor/list-of-a-phone"].map { path in
      Saboteur(
        "sharing/" + path, "believes a list below its known-from",
        Meddling.session(said: { message, _ in
          guard message["reconcile"]["claim"].isPresent else { return }
          let from = message["reconcile"]["claim"]["known"]["others_from"].real - 10
          message.value["reconcile"]["claim"]["known"] = ["others_from": .double(from)]
        }))
    }

  private static let windows: [Saboteur] =
    [
      Saboteur(
        "sharing/window/forward-takes-known-along", "leaves its known-from behind", earlierKnown),
      Saboteur("sharing/window/moves-with-time", "leaves its known-from behind", earlierKnown),
      Saboteur(
        "sharing/window/back-leaves-known", "claims what it does not know",
        Meddling.isIntroduced { $0["known"] = ["others_from": $0["floor"]] }),
      Saboteur(
        "sharing/window/back-in-a-session", "keeps its view",
        Meddling.session(heard: { message, memory in
          guard message["hello"].isPresent else { return }
          if memory.view == 0 { memory.view = message["hello"]["view"].word }
          message.value["hello"]["view"] = .unsigned(memory.view)
        })),
      Saboteur(
        "sharing/window/dropped-then-dead", "forgets a death", Meddling.forgetsDeaths()),
      Saboteur(
        "sharing/window/dropping-is-no-deletion", "tells what it drops for dead",
        Meddling.session(
          said: { message, memory in
            memory.samples += try message["batch"]["runs"].items.flatMap { try Run.samples($0) }
          },
          heard: { message, memory in
            guard message["batch"].isPresent, let sample = memory.samples.first else { return }
            message.value["batch"]["deletions"] = [Deletions.value([Death(of: sample)])]
          })),
    ]
    + ["back-and-refilled", "dropped-comes-back"].map { word in
      Saboteur("sharing/window/" + word, "fills nothing in", losesRefills)
    }
    + [
      "forward-prunes", "acknowledgement-prunes", "own-samples", "out-of-scope",
    ].map { word in
      Saboteur("sharing/window/" + word, "keeps what the phone has", Meddling.hasNoReceipt)
    }
    + [
      "no-receipt-keeps", "receipt-is-replaced", "foreign-origin", "out-of-scope-without-receipt",
      "between-sessions", "settings-before-the-welcome",
    ].map { word in
      Saboteur("sharing/window/" + word, "goes by earlier receipts", Meddling.hasEveryReceipt)
    }

  private static let earlierKnown = Meddling.isIntroduced { hello in
    guard hello["known"]["others_from"].isPresent else { return }
    hello["known"] = ["others_from": .double(hello["known"]["others_from"].real - 10_000)]
  }

  private static let losesRefills = Meddling.said { batch, _ in
    guard batch["refill"].isPresent else { return }
    try Meddling.rows(&batch) { $0.dot = Meddling.elsewhere($0.dot) }
  }

  private static let refills: [Saboteur] =
    [
      Saboteur(
        "sharing/refill/sent", "refills others",
        Meddling.heard { batch, _ in
          guard batch["refill"].isPresent else { return }
          try Meddling.rows(&batch) { $0.dot = Meddling.elsewhere($0.dot) }
        }),
      Saboteur(
        "sharing/refill/vector-in-the-last", "tells the vector in every part",
        Meddling.heard { batch, _ in
          if batch["refill"].isPresent { batch["refill"]["vector"] = [:] }
        }),
      Saboteur(
        "sharing/refill/empty", "tells no vector",
        Meddling.heard { batch, _ in
          if batch["refill"].isPresent { batch["refill"]["vector"] = .absent }
        }),
      Saboteur(
        "sharing/refill/stores-what-is-covered", "ignores what it covers", losesRefills),
      Saboteur("sharing/refill/ignores-the-dead", "forgets a death", Meddling.forgetsDeaths()),
      Saboteur(
        "sharing/refill/uncovers", "keeps what it covers",
        Meddling.session(said: { message, memory in
          if message["batch"]["covers"].isPresent {
            memory.vector = memory.vector.union(try Vector(message["batch"]["covers"]))
          }
          guard message["batch"]["refill"].isPresent else { return }
          message.value["batch"]["refill"]["vector"] = memory.vector.value
        })),
      Saboteur(
        "sharing/refill/known-from-its-floor", "claims nothing after a refill",
        Meddling.isIntroduced { $0["known"] = [:] }),
      Saboteur(
        "sharing/refill/unfinished-changes-no-claim", "claims all after the first part",
        Meddling.said { batch, _ in
          if batch["refill"].isPresent { batch["refill"]["vector"] = [:] }
        }),
    ]
    + ["none-where-all-is-known", "of-the-unknown-type-alone"].map { word in
      Saboteur(
        "sharing/refill/" + word, "refills what is known",
        Meddling.introduces { $0["known"] = [:] })
    }
}
