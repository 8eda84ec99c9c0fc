internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Phones that tell records otherwise than they should, or undo what was decided when they are restored.
enum DecidingSaboteurs {
  static let all: [Saboteur] = telling + reissuing + sealing

  private static let sealing =
    [
      Saboteur("settings/seal/told", "tells no seal") {
        $0.hearing("settings") { $0["seal"] = .absent }
      },
      Saboteur("settings/seal/kept", "keeps no seal") {
        $0.hearing("hello") { $0["settings"]["seal"] = .absent }
      },
      Saboteur("settings/seal/kept-over-sessions", "cuts the seal short") {
        $0.hearing("hello") {
          $0["settings"]["seal"] = .bytes(Array($0["settings"]["seal"].data.prefix(64)))
        }
      },
      Saboteur("settings/seal/none-where-none-was-told", "goes on with an old seal") {
        let seal = Memory(Value.absent)
        $0.hearing("hello") {
          if $0["settings"]["seal"].isPresent { seal.value = $0["settings"]["seal"] }
          $0["settings"]["seal"] = seal.value
        }
      },
      Saboteur("settings/seal/forgotten", "does not know its own record again") {
        $0.hearing("settings", after: 2) { $0["scope"] = TypeScope.all.value }
      },
      Saboteur("settings/seal/refused", "narrows its record all the same") {
        $0.hearing("settings", after: 1) { $0["scope"] = TypeScope([Sample.sleepType]).value }
      },
    ]
    + ["without-one", "made-up", "of-another-number", "of-another-scope", "of-other-accesses"].map {
      Saboteur("settings/seal/\($0)", "takes any record for its own") {
        $0.onHearing(["ended"]) { _ in Message("SyncMessage", ["settings": [:]]) }
      }
    }

  private static let telling = [
    Saboteur("settings/telling/instead-of-a-welcome", "welcomes who has an older record") {
      $0.onHearing(["settings"]) { _ in Message("SyncMessage", ["welcome": ["version": 1]]) }
    },
    Saboteur("settings/telling/no-documents-at-first", "sends all types from the start") {
      $0.hearing("settings") { $0["scope"] = TypeScope.all.value }
    },
    Saboteur("settings/telling/who-decided", "does not say who decided") {
      $0.hearing("settings") { $0["version"]["incarnation"] = .absent }
    },
    Saboteur("settings/telling/not-again", "tells its record each time") {
      $0.onHearing(["welcome"], after: 1) { _ in Message("SyncMessage", ["settings": [:]]) }
    },
    Saboteur("settings/telling/when-it-changes", "tells changes with the next hello alone") {
      $0.onHearing(["settings"], after: 1) { _ in nil }
    },
    Saboteur("settings/telling/no-data-before-the-hello", "goes on with data") {
      let before = $0.hears
      let batch = Message("SyncMessage", ["batch": [:]]).encoded()
      let count = Count()
      $0.hears = { method, bytes in
        let passed = before(method, bytes)
        guard method == "dyad.v1.Sync/Session",
          (try? Message("SyncMessage", decoding: bytes))?["settings"].isPresent ?? false,
          count.next() == 1
        else { return passed }
        return passed + [batch]
      }
    },
    Saboteur(
      "settings/telling/higher-each-time", "decides anew under one number",
      QuestionSaboteurs.sameNumber),
    Saboteur("settings/telling/not-beyond-the-last-number", "breaks off without a word") {
      let session = Saboteur.session
      $0.hears = { method, bytes in
        Saboteur.content(bytes, of: "ended", method) == nil ? [bytes] : []
      }
      $0.ends = { method, end in method == session ? CallEnd(code: 2) : end }
    },
    .tells(
      "settings/telling/nothing-after-the-last-number", "ended", "calls it another version"
    ) { $0["reason"] = 1 },
    Saboteur("settings/telling/by-its-own-scope", "goes by the scope that a watch presents") {
      let stranger = Sample.news()
      $0.hearing("batch") { batch in
        guard !batch["runs"].items.isEmpty else { return }
        batch["runs"].append(Run.value([stranger]))
      }
    },
  ]

  private static let reissuing =
    Catalogue.all.map(\.path).filter { $0.hasPrefix("settings/reissue/") }.map { path in
      switch path.split(separator: "/").last ?? "" {
      case "after-a-higher-number", "after-the-same-number", "after-a-number-without-a-scope",
        "up-to-the-last-number":
        Saboteur(path, "stays with the watch's number") {
          $0.hearing("settings", after: 1) {
            $0["version"]["number"] = .integer(max(1, $0["version"]["number"].number - 1))
          }
        }
      default: Saboteur(path, "undoes what was decided") { undo(path, &$0) }
      }
    }

  private static func undo(_ path: String, _ interference: inout Interference) {
    switch path.split(separator: "/").last ?? "" {
    case "kept":
      interference.hearing("settings", after: 2) { $0["version"]["number"] = 1 }
    case "after-a-lower-number", "scope-that-both-allow", "scope-without-what-one-excludes":
      interference.hearing("settings", after: 2) { $0["scope"] = TypeScope.all.value }
    case "what-both-allow":
      interference.hearing("settings", after: 1) { $0["accesses"] = .absent }
    case "nothing-more":
      // It takes over what the watch presents.
      interference.hearing("settings", after: 1) {
        $0["accesses"] = Accesses.value([Accesses.Row("app.other", Sample.heartRateType)])
      }
    default:
      interference.hearing("settings", after: 1) {
        $0["accesses"] = Accesses.value([Accesses.Row("app.first", Sample.heartRateType)])
      }
    }
  }
}
