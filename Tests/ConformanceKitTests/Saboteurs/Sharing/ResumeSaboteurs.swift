internal import ConformanceKit
internal import ConformanceWire

/// Nodes that lose what they acknowledged, take what is harmless amiss, or mix objects up.
enum ResumeSaboteurs {
  static let all: [Saboteur] =
    (sharingPaths("cut/lost-") + sharingPaths("cut/killed-")).map {
      Saboteur(
        $0, "acknowledges what it does not keep",
        Meddling.loses { $0.type == Sample.heartRateType && $0.dot.number == 2 })
    }
    + sharingPaths("never-fatal/").map {
      Saboteur($0, "ends the session", Meddling.endsSessions)
    }
    + ["late/inserts-to-a-phone", "late/inserts-to-a-watch"].map { path in
      Saboteur(
        "sharing/" + path, "ignores what comes before the handshake is through", Meddling.loses())
    }
    + ["two-watches/insert", "two-watches/at-once"].map { path in
      Saboteur("sharing/" + path, "keeps it to itself", Meddling.hides())
    }
    + [
      Saboteur("sharing/cut/in-the-handshake", "loses what it gets", Meddling.loses()),
      Saboteur(
        "sharing/cut/while-the-node-speaks", "takes what it sent for delivered",
        Meddling.session(heard: { message, memory in
          guard message["batch"].isPresent else { return }
          memory.count += 1
          guard memory.count > 1 else { return }
          try Meddling.rows(&message.value["batch"]) {
            if $0.dot.number == 20 { $0.dot = Meddling.elsewhere($0.dot) }
          }
        })),
      Saboteur(
        "sharing/two-watches/own-floors", "goes by the highest floor",
        Meddling.session(said: { message, memory in
          guard message["hello"].isPresent else { return }
          memory.floor = max(memory.floor, message["hello"]["floor"].real)
          message.value["hello"]["floor"] = .double(memory.floor)
        })),
    ] + durable + twins + versions + documents

  private static let durable: [Saboteur] = [
    Saboteur("sharing/durable/kept-in-order", "loses what it gets", Meddling.loses()),
    Saboteur(
      "sharing/durable/what-was-told", "forgets what it told",
      afterRestart { message in
        try Meddling.rows(&message.value["batch"]) { $0.uuid = Meddling.other($0.uuid) }
      }),
    Saboteur(
      "sharing/durable/deaths-that-were-told", "forgets what it told",
      afterRestart { message in
        try Meddling.deaths(&message.value["batch"]) { $0.dot = Meddling.elsewhere($0.dot) }
      }),
    Saboteur(
      "sharing/durable/floor-and-claim", "forgets its claim",
      afterRestart { message in
        if message["hello"].isPresent { message.value["hello"]["known"] = [:] }
      }),
    Saboteur(
      "sharing/durable/settings", "forgets its settings",
      afterRestart { message in
        guard message["hello"].isPresent else { return }
        message.value["hello"]["settings"] = ["version": ["number": 0]]
      }),
    Saboteur(
      "sharing/durable/new-incarnation/dot", "writes under one incarnation for ever",
      Meddling.heard { batch, _ in
        try Meddling.rows(&batch) {
          if $0.type == Sample.sleepType {
            $0.dot = Dot(7, $0.type, $0.dot.incarnation >> 8)
          }
        }
      }),
    Saboteur(
      "sharing/durable/new-incarnation/log-entry", "writes under one incarnation for ever",
      Meddling.heard { batch, _ in
        if batch["log"]["end"].isPresent { batch["log"]["end"]["incarnation"] = 7 }
      }),
    Saboteur(
      "sharing/durable/one-moment", "tells an earlier vector",
      Meddling.session(heard: { message, _ in
        guard message["acknowledgement"].isPresent else { return }
        message.value["acknowledgement"]["vector"] = ["whole": [:]]
      })),
  ]

  /// Changes what is heard once the node was started again.
  private static func afterRestart(
    _ change: @escaping @Sendable (inout Message) throws -> Void
  ) -> Meddling.Change {
    Meddling.session(heard: { message, memory in
      guard memory.wasRestarted else { return }
      try change(&message)
    })
  }

  private static let twins: [Saboteur] =
    [
      Saboteur(
        "sharing/twin/both-covered", "covers the lower dot alone",
        Meddling.isIntroduced {
          var vector = try Vector($0["vector"]["whole"])
          vector[Stream(22, Sample.heartRateType)] = Intervals()
          $0["vector"] = vector.whole
        })
    ]
    + sharingPaths("twin/passed-on/").map {
      Saboteur($0, "tells the lower dot alone", Meddling.hides { $0.dot.incarnation == 22 })
    }
    + ["twin/deleted/both", "twin/deleted/both-in-one-batch"].map { path in
      Saboteur("sharing/" + path, "forgets a death", Meddling.forgetsDeaths())
    }
    + (sharingPaths("twin/seen-once/") + sharingPaths("twin/comes-after-the-death/")
    + sharingPaths("twin/deleted/", "er") + sharingPaths("twin/deleted/", "-late")
    + ["sharing/twin/deleted-by-the-owner"]).map {
      Saboteur(
        $0, "takes two dots of one object for two objects",
        Meddling.said { batch, _ in
          try Meddling.rows(&batch) {
            if $0.dot.incarnation == 22 { $0.uuid = Meddling.other($0.uuid) }
          }
          try Meddling.deaths(&batch) {
            if $0.dot.incarnation == 22 { $0.uuid = Meddling.other($0.uuid) }
          }
        })
    }

  private static let versions: [Saboteur] =
    (sharingPaths("version/", "first") + sharingPaths("version/between")).map {
      Saboteur(
        $0, "takes two versions of one thing for two things",
        Meddling.said { batch, count in
          try Meddling.rows(&batch) {
            $0.metadata["HKMetadataKeySyncIdentifier"] = .init(.string, .text("\(count)"))
          }
        })
    } + [
      Saboteur(
        "sharing/version/kept-by-a-watch", "lets the lower version go",
        Meddling.hides {
          $0.metadata["HKMetadataKeySyncVersion"]?.value == .integer(1)
        })
    ]

  private static let documents: [Saboteur] =
    (sharingPaths("document/").filter { !$0.hasSuffix("pieces-alone") && !$0.hasSuffix("lengths") }
    + ["sharing/two-watches/documents"]).map {
      Saboteur($0, "mixes bytes up", Meddling.mixesBytesUp)
    } + [
      Saboteur(
        "sharing/document/piece-lengths", "tells pieces that are too long",
        Meddling.heard { batch, _ in
          let pieces = batch["documents"].items
          guard let piece = pieces.first else { return }
          batch["documents"][0]["bytes"] = .bytes(piece["bytes"].data + piece["bytes"].data)
        }),
      Saboteur(
        "sharing/document/pieces-alone", "tells bytes of a document without a sample",
        Meddling.heard { batch, _ in
          batch["documents"] = [
            ["uuid": .bytes([UInt8](repeating: 1, count: 16)), "ordinal": 0, "bytes": .bytes([1])]
          ]
        }),
      Saboteur(
        "sharing/object/document/saved-and-deleted", "tells other bytes",
        Meddling.heard { batch, _ in
          guard let piece = batch["documents"].items.first else { return }
          batch["documents"][0]["bytes"] = .bytes(piece["bytes"].data.map { $0 ^ 1 })
        }),
    ]
}
