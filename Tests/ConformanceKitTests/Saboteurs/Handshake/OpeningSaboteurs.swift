internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of hello and welcome.
enum OpeningSaboteurs {
  static let all = hellos + welcomes + told + rules

  private static let hellos: [Saboteur] = [
    Saboteur("handshake/hello/phone-says-nothing-first", "speaks before it was greeted") {
      let box = Once()
      $0.hears = { method, bytes in
        guard method == Saboteur.session, box.take() else { return [bytes] }
        return [Message("SyncMessage", ["compare_wanted": [:]]).encoded(), bytes]
      }
    },
    Saboteur("handshake/hello/watch-says-it-first", "begins with something else") {
      let box = Once()
      $0.hears = { method, bytes in
        guard method == Saboteur.session, box.take() else { return [bytes] }
        return [Message("SyncMessage", ["questions": [:]]).encoded(), bytes]
      }
    },
    .blind("handshake/hello/of-a-phone"),
    .tells("handshake/hello/again-after-settings", "hello", "presents the record before") {
      if $0["settings"]["version"]["number"].number == 2 { $0["settings"]["version"]["number"] = 1 }
    },
    .tells("handshake/hello/again-after-refused-claim", "hello", "keeps its claim") {
      $0["known"] = ["others_from": $0["floor"]]
    },
    .hears("handshake/hello/last-is-in-force", "hello", "goes by the first floor") {
      $0["floor"] = .double($0["floor"].real - 500_000)
    },
    .hears("handshake/hello/questions-replace", "hello", "takes no questions of a hello") {
      $0["questions"] = .absent
    },
    .tells("handshake/version/highest-of-both", "welcome", "takes the highest of the watch") {
      $0["version"] = 2
    },
    .blind("handshake/version/none-in-common"),
    .tells("handshake/version/both-ranges-are-told", "ended", "says nothing of versions") {
      $0["detail"] = "goodbye"
    },
    .blind("handshake/version/not-offered"),
    refusesClocks("far-behind") { $0 < 0 },
    refusesClocks("far-ahead") { $0 > 1.5e9 },
  ]

  private static func refusesClocks(
    _ name: String, _ isOff: @escaping @Sendable (Double) -> Bool
  ) -> Saboteur {
    .refuses("handshake/clock/\(name)", "refuses whose clock is off") { bytes in
      ["hello", "welcome"].contains { kind in
        Saboteur.content(bytes, of: kind, Saboteur.session).map { isOff($0["now"].real) } ?? false
      }
    }
  }

  private static let welcomes: [Saboteur] = [
    Saboteur("handshake/welcome/another-view-ignored", "takes a welcome of any view") {
      let view = Memory(Value.absent)
      $0.hears = { method, bytes in
        if let hello = Saboteur.content(bytes, of: "hello", method) { view.value = hello["view"] }
        return [bytes]
      }
      $0.says = { method, bytes in
        [Saboteur.changed(bytes, of: "welcome", method) { $0["view"] = view.value }]
      }
    },
    Saboteur("handshake/welcome/another-view-counts-for-vector", "ignores all of it") {
      let box = Once()
      $0.says = { method, bytes in
        Saboteur.content(bytes, of: "welcome", method) != nil && box.take() ? [] : [bytes]
      }
    },
    .tells("handshake/welcome-told/view", "welcome", "names a view of its own") { $0["view"] = 5 },
  ]

  private static let told: [Saboteur] =
    told("hello") + told("welcome") + [
      told("hello", "versions", "has no lowest version") { $0["lowest_version"] = 0 },
      told("hello", "role", "says it is a phone") { $0["role"] = 1 },
      told("hello", "ordinal", "counts too far") { $0["ordinal"] = .unsigned(1 << 63) },
      told("hello", "floor", "has no floor") { $0["floor"] = .double(.nan) },
      told("hello", "known", "says nothing of what it knows") { $0["known"] = .absent },
      told("hello", "known-numbers", "leaves numbers out") { $0["known"] = ["types": ["A"]] },
      told("hello", "settings", "presents no record") { $0["settings"] = .absent },
      told("hello", "settings-records", "presents records") {
        $0["settings"]["records"] = [["key": "a"]]
      },
      told("hello", "vector", "tells no vector") { $0["vector"] = .absent },
      told("hello", "now", "has no clock") { $0["now"] = .double(.infinity) },
      told("hello", "view", "has no view") { $0["view"] = 0 },
      told("welcome", "version", "speaks another version") { $0["version"] = 7 },
      told("welcome", "vector", "tells no vector") { $0["vector"] = .absent },
      told("welcome", "now", "has no clock") { $0["now"] = .double(.nan) },
    ]

  private static func told(_ kind: String) -> [Saboteur] {
    [
      told(kind, "limits-samples", "takes no samples") { $0["limits"]["samples"] = 0 },
      told(kind, "limits-bytes", "takes too many bytes") {
        $0["limits"]["bytes"] = .integer(1 << 41)
      },
      told(kind, "limits-credit", "gives too much credit") {
        $0["limits"]["credit"] = .integer(1 << 41)
      },
    ]
  }

  private static func told(
    _ kind: String, _ rule: String, _ name: String,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Saboteur {
    .tells("handshake/\(kind)-told/\(rule)", kind, name, change)
  }

  private static let rules: [Saboteur] =
    Catalogue.all.map(\.path).filter { path in
      ["handshake/hello-rule/", "handshake/welcome-rule/", "handshake/limits-rule/"].contains {
        path.hasPrefix($0)
      } && !permitted.contains(path)
    }.map(Saboteur.blind)
    + [
      .refuses("handshake/limits-rule/most-permitted", "takes 2^40 for too much") { bytes in
        ["hello", "welcome"].contains { kind in
          Saboteur.content(bytes, of: kind, Saboteur.session)?["limits"]["bytes"].number
            == 1 << 40
        }
      },
      Saboteur("handshake/hello-rule/cursor-left-out", "takes no cursor for one of its own") {
        $0.says = { method, bytes in
          ["hello", "welcome"].reduce([bytes]) { all, kind in
            all.map {
              Saboteur.changed($0, of: kind, method) {
                if !$0["cursor"].isPresent { $0["cursor"] = ["position": 7, "incarnation": 7] }
              }
            }
          }
        }
      },
    ]

  /// Cases whose message breaks nothing.
  private static let permitted: Set = [
    "handshake/limits-rule/most-permitted", "handshake/hello-rule/cursor-left-out",
  ]
}
