internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Watches that deal otherwise with records and scopes.
enum RecordSaboteurs {
  static let all: [Saboteur] = records + scopes + owned

  private static let records = [
    Saboteur("settings/record/none-at-first", "has a record before it was told one") {
      $0.hearing("hello") { $0["settings"]["version"] = ["number": 1, "incarnation": 7] }
    },
    Saboteur("settings/record/higher-is-taken", "stays with its first record") {
      $0.saying("settings", after: 1) { $0["version"]["number"] = 1 }
    },
    Saboteur("settings/record/of-another-writer", "believes one writer alone") {
      $0.saying("settings", after: 1) { $0["version"]["number"] = 1 }
    },
    Saboteur("settings/record/equal-number-is-ignored", "takes a record of the same number") {
      $0.saying("settings", after: 2) { $0["version"]["number"] = 4 }
    },
    Saboteur("settings/record/lower-number-is-ignored", "takes what comes last") {
      $0.saying("settings", after: 2) { $0["version"]["number"] = 4 }
    },
    Saboteur("settings/record/kept-over-sessions", "forgets its record") {
      $0.hearing("hello", after: 3) { $0["settings"] = ["version": ["number": 0]] }
    },
    Saboteur("settings/record/hello-is-without-records", "tells the records back") {
      $0.hearing("hello") {
        $0["settings"]["records"] = [["key": "characteristic/x", "value": .bytes([1])]]
      }
    },
    Saboteur("settings/record/hello-after-it", "says nothing where nothing is new") {
      $0.onHearing(["hello"], after: 2) { _ in nil }
    },
  ]

  private static let scopes = [
    Saboteur("settings/scope/type-that-leaves-is-unknown", "goes on knowing what left") {
      $0.hearing("hello", after: 2, knowsAll)
    },
    Saboteur("settings/scope/type-that-enters-is-unknown", "knows what it was never told") {
      $0.hearing("hello", after: 2, knowsAll)
    },
    Saboteur("settings/scope/new-view", "keeps its view", keepsItsView),
    Saboteur("settings/scope/new-view-when-told-again", "keeps its view", keepsItsView),
    Saboteur("settings/scope/left-out-has-no-types", "takes no scope for all types") {
      $0.hearing("hello", after: 2) { $0["settings"]["scope"] = ["is_exclusion": true] }
    },
    Saboteur("settings/scope/what-left-is-dropped", "keeps what left its scope") {
      $0.saying("settings", after: 1) { $0["scope"] = ["is_exclusion": true] }
    },
    Saboteur("settings/scope/last-copy-is-kept", "takes any welcome for a receipt") {
      let vector = Memory(Value.absent)
      $0.hearing("hello") { vector.value = $0["vector"] }
      $0.saying("welcome", after: 1) { $0["vector"] = vector.value }
    },
  ]

  private static let owned =
    [
      Saboteur("settings/records/told-no-more", "keeps what the record does not have") {
        let kept = Memory(Value.absent)
        $0.saying("settings") {
          if $0["records"].isPresent { kept.value = $0["records"] }
          $0["records"] = kept.value
        }
      },
      Saboteur("settings/records/unit-taken-back", "tells what was taken back") {
        let kept = Memory(Value.absent)
        $0.hearing("settings") {
          if $0["records"].isPresent { kept.value = $0["records"] }
          $0["records"] = kept.value
        }
      },
    ]
    + Catalogue.all.map(\.path).filter {
      $0.hasPrefix("settings/records/") && !$0.hasSuffix("told-no-more")
        && !$0.hasSuffix("taken-back")
    }.map { path in
      Saboteur(path, path.hasSuffix("-is-told") ? "keeps records to itself" : "loses records") {
        $0.hearing("settings") { $0["records"] = .absent }
        $0.saying("settings", after: path.hasSuffix("as-a-whole") ? 2 : 1) {
          $0["records"] = .absent
        }
      }
    }

  @Sendable private static func keepsItsView(_ interference: inout Interference) {
    let view = Memory(Value.absent)
    interference.hearing("hello", after: 1) { hello in
      if view.value.isPresent {
        hello["view"] = view.value
      } else {
        view.value = hello["view"]
      }
    }
  }

  @Sendable private static func knowsAll(_ hello: inout Value) {
    hello["known"] = ["others_from": hello["floor"]]
  }
}
