internal import ConformanceKit
internal import ConformanceWire

/// Nodes that lose their way in refills, skips and what comes late.
enum RefillingSaboteurs {
  static let all: [Saboteur] = phones + watches + late + skips + losses

  private static let phones: [Saboteur] =
    [
      Saboteur(
        "sharing/refilling/vector-in-the-last-alone", "claims with each part that it was the last",
        Meddling.heard { batch, _ in
          if batch["refill"].isPresent { batch["refill"]["vector"] = [:] }
        }),
      Saboteur(
        "sharing/refilling/saved-meanwhile", "forgets what is saved meanwhile",
        Meddling.hides { $0.payload == .quantity(99, unit: "count/min") }),
      Saboteur(
        "sharing/refilling/new-view-meanwhile", "goes on with what it had begun",
        Meddling.session(
          said: { message, memory in
            guard message["hello"].isPresent else { return }
            if memory.view == 0 { memory.view = message["hello"]["view"].word }
          },
          heard: { message, memory in
            if message["batch"]["refill"].isPresent {
              message.value["batch"]["view"] = .unsigned(memory.view)
            }
          })),
      Saboteur(
        "sharing/refilling/deleted-meanwhile", "tells nothing of deaths while it refills",
        Meddling.hidesDeaths),
    ]
    + ["cut", "ended"].map { word in
      Saboteur(
        "sharing/refilling/begun-anew-where-it-was-\(word)", "goes on where it was",
        Meddling.session(heard: { message, memory in
          if message["welcome"].isPresent { memory.count += 1 }
          guard message["batch"]["refill"].isPresent else { return }
          let told = try message["batch"]["runs"].items.flatMap { try Run.samples($0) }
          // The welcome of the session in which it begins is the second one.
          if memory.count == 2 { memory.samples += told }
          guard memory.count > 2, told.contains(where: { memory.samples.contains($0) }) else {
            return
          }
          message.value["batch"]["runs"] = []
        }))
    }

  private static let watches: [Saboteur] = [
    Saboteur(
      "sharing/refilling/over-two-sessions", "forgets the parts of a session that is over",
      Meddling.said { batch, place in
        if place == 0 { try Meddling.rows(&batch) { $0.dot = Meddling.elsewhere($0.dot) } }
      }),
    Saboteur(
      "sharing/refilling/dead-between-its-parts", "refills the dead", Meddling.forgetsDeaths()),
    Saboteur(
      "sharing/refilling/own-deletion-not-told", "forgets its own deletion", Meddling.hidesDeaths),
    Saboteur(
      "sharing/refilling/for-a-view-that-is-over", "takes refills for any view",
      Meddling.takesEveryView),
  ]

  private static let late: [Saboteur] = [
    Saboteur(
      "sharing/late/inserts-for-the-view-before", "takes batches for any view",
      Meddling.takesEveryView),
    Saboteur(
      "sharing/late/skips-for-the-view-before", "takes batches for any view",
      Meddling.takesEveryView),
    Saboteur(
      "sharing/late/deaths-beside-the-view-before", "ignores all that is overtaken",
      Meddling.forgetsDeaths()),
    Saboteur(
      "sharing/late/inserts-after-a-new-hello", "takes nothing before it has welcomed",
      Meddling.said { batch, place in
        if place > 0 { try Meddling.rows(&batch) { $0.dot = Meddling.elsewhere($0.dot) } }
      }),
    Saboteur(
      "sharing/late/acknowledgement-of-the-session-before", "believes it",
      Meddling.session(said: { message, memory in
        if message["acknowledgement"].isPresent, memory.vector.streams.isEmpty {
          memory.vector = try Vector(message["acknowledgement"]["vector"]["whole"])
        }
        guard message["hello"].isPresent, !memory.vector.streams.isEmpty else { return }
        message.value["hello"]["vector"] = memory.vector.whole
        message.value["hello"]["known"] = KnownFrom.everything.value
      })),
    Saboteur("sharing/late/reconciliation-in-one-part", "ignores what nobody asked for") {
      $0.says = { method, bytes in
        [Saboteur.changed(bytes, of: "reconcile", method) { $0 = ["is_last": true] }]
      }
    },
  ]

  private static let skips: [Saboteur] = [
    Saboteur(
      "sharing/skip-list/is-no-death", "takes a skip for a death",
      Meddling.session(said: { message, memory in
        let batch = message["batch"]
        if batch["runs"].isPresent {
          memory.samples = try batch["runs"].items.flatMap { try Run.samples($0) }
        } else if batch["covers"].isPresent {
          message.value["batch"]["deletions"] = [
            Deletions.value(memory.samples.map(Death.init(of:)))
          ]
          message.value["batch"]["log"] = [
            "start": ["position": 0], "end": ["position": 1, "incarnation": 1],
          ]
        }
      })),
    Saboteur(
      "sharing/skip-list/a-trillion-numbers", "counts in 32 bits",
      Meddling.said { batch, place in
        guard place == 0 else { return }
        var covers = Vector()
        let told = try Vector(batch["covers"])
        for stream in told.streams.keys { covers.insert(1...UInt64(UInt32.max), in: stream) }
        batch["covers"] = covers.value
      }),
    Saboteur(
      "sharing/skip-list/of-the-session-before", "forgets skips",
      Meddling.said { batch, place in
        if place == 0 { batch["covers"] = Vector([Dot(1, "T", 1)]).value }
      }),
    Saboteur(
      "sharing/skip-list/then-its-death", "tells nobody of deaths that it did not see",
      Meddling.hidesDeaths),
    Saboteur(
      "sharing/skip-list/holes-stay-holes", "covers all up to the highest",
      Meddling.heard { batch, _ in
        var covers = try Vector(batch["covers"])
        for (stream, intervals) in covers.streams {
          if let last = intervals.ranges.last { covers.insert(1...last.upperBound, in: stream) }
        }
        batch["covers"] = covers.value
      }),
    Saboteur(
      "sharing/skip-list/hole-filled-later", "covers all up to the highest",
      Meddling.session(said: { message, _ in
        guard message["hello"].isPresent else { return }
        var vector = try Vector(message["hello"]["vector"]["whole"])
        for (stream, intervals) in vector.streams {
          if let last = intervals.ranges.last { vector.insert(1...last.upperBound, in: stream) }
        }
        message.value["hello"]["vector"] = vector.whole
      })),
  ]

  private static let losses: [Saboteur] =
    ["told-again", "phone-uncovers", "watch-gives-its-claim-up", "died-meanwhile"].map { name in
      Saboteur(
        "sharing/loss/\(name)", "tells nothing twice",
        Meddling.heard { batch, _ in
          if !batch["runs"].items.isEmpty { batch["runs"] = [] }
        })
    } + [
      Saboteur(
        "sharing/loss/kept", "takes what the peer lost for deleted",
        Meddling.hides { $0.dot.number != 2 })
    ]
    + ["absent-in-a-list", "no-claim-in-a-list"].map { name in
      Saboteur(
        "sharing/loss/\(name)", "takes all that is not listed for deleted",
        Meddling.session(said: { message, memory in
          if let batch = try? Vector(message["batch"]["covers"]) {
            memory.vector = memory.vector.union(batch)
          }
          guard message["reconcile"]["claim"].isPresent else { return }
          message.value["reconcile"]["claim"]["vector"] = memory.vector.whole
          message.value["reconcile"]["claim"]["known"] = KnownFrom.everything.value
        }))
    }
}
