internal import ConformanceKit
internal import ConformanceWire

/// Nodes that care nothing for views, skips and scopes.
enum ViewSaboteurs {
  static let all: [Saboteur] =
    ["view/phone-names-it", "view/watch-names-none", "refill/names-view-and-floor"].map { path in
      Saboteur(
        "sharing/" + path, "names another view",
        Meddling.heard { batch, _ in batch["view"] = .unsigned(batch["view"].word ^ 4) })
    }
    + ["view/other-inserts", "view/other-covers", "refill/for-another-view"].map { path in
      Saboteur("sharing/" + path, "takes batches for any view", Meddling.takesEveryView)
    }
    + sharingPaths("view/new-").map { path in
      Saboteur(
        path, "keeps its view",
        Meddling.session(heard: { message, memory in
          guard message["hello"].isPresent else { return }
          if memory.view == 0 { memory.view = message["hello"]["view"].word }
          message.value["hello"]["view"] = .unsigned(memory.view)
        }))
    }
    + [
      Saboteur(
        "sharing/view/other-inserts-come-again", "covers what it ignores",
        Meddling.said { batch, place in
          guard place == 1 else { return }
          try Meddling.rows(&batch) { $0.dot = Meddling.elsewhere($0.dot) }
        }),
      Saboteur(
        "sharing/view/other-deaths-count", "ignores the deaths, too", Meddling.forgetsDeaths()),
      Saboteur(
        "sharing/skip/is-covered", "covers rows alone",
        Meddling.said { batch, _ in
          let dots = try batch["runs"].items.flatMap { try Run.samples($0) }.map(\.dot)
          if !dots.isEmpty { batch["covers"] = Vector(dots).value }
        }),
      Saboteur(
        "sharing/skip/is-wanted-no-more", "ignores skips",
        Meddling.said { batch, place in
          if place == 0 { batch["covers"] = Vector([Dot(1, "T", 1)]).value }
        }),
      Saboteur(
        "sharing/skip/runs-are-covered", "covers nothing",
        Meddling.isIntroduced { $0["vector"] = ["whole": [:]] }),
      Saboteur(
        "sharing/skip/of-a-watch-is-ignored", "believes a watch's skips",
        Meddling.said { batch, place in
          guard place == 1 else { return }
          try Meddling.rows(&batch) { $0.dot = Meddling.elsewhere($0.dot) }
        }),
      Saboteur(
        "sharing/skip/of-a-watch-is-not-covered", "believes a watch's skips",
        Meddling.session(
          said: { message, memory in
            if message["batch"]["covers"].isPresent {
              memory.vector = try Vector(message["batch"]["covers"])
            }
          },
          heard: { message, memory in
            try Meddling.greeting(&message) {
              $0["vector"] = try Vector($0["vector"]["whole"]).union(memory.vector).whole
            }
          })),
      Saboteur(
        "sharing/skip/watch-never-does", "skips",
        Meddling.heard { batch, _ in
          batch["covers"] = try Vector(batch["covers"]).union(Vector([Dot(1, "T", 1)])).value
        }),
      Saboteur(
        "sharing/skip/phone-skips-the-dead-and-the-old", "skips what is live",
        Meddling.heard { batch, _ in
          let samples = try batch["runs"].items.flatMap { try Run.samples($0) }
          if !samples.isEmpty { batch["runs"] = [Run.value(Array(samples[1...]))] }
        }),
      Saboteur(
        "sharing/scope/upload-of-any-type", "refuses what is out of scope",
        Meddling.loses { $0.type == Sample.sleepType }),
      Saboteur(
        "sharing/two-watches/revoked-there-uploaded-here", "refuses what is out of scope",
        Meddling.loses { $0.type == Sample.sleepType }),
      Saboteur(
        "sharing/scope/deaths-of-any-type", "ignores deaths that are out of scope",
        Meddling.forgetsDeaths()),
      Saboteur(
        "sharing/scope/upload-of-unknown-types", "keeps no unknown types", Meddling.loses()),
      Saboteur(
        "sharing/scope/watch-sends-every-type", "tells another object",
        Meddling.heard { batch, _ in
          try Meddling.rows(&batch) { $0.uuid = Meddling.other($0.uuid) }
        }),
    ]
    + [
      "scope/filters-what-is-sent", "scope/whatever-the-hello-says", "two-watches/own-scopes",
    ].map { path in
      Saboteur(
        "sharing/" + path, "sends every type",
        Meddling.heard { batch, place in
          guard !batch["runs"].items.isEmpty else { return }
          let dot = Dot(5, "TypeOfNoScope", UInt64(place) + 1)
          let sample = Sample(
            dot, uuid: Sample.uuid(dot), start: Sample.someday, end: Sample.someday, .category(1))
          batch["runs"] = .list(batch["runs"].items + [Run.value([sample])])
          batch["covers"] = try Vector(batch["covers"]).union(Vector([dot])).value
        })
    }
}
