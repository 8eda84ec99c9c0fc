internal import ConformanceKit
internal import ConformanceWire

/// Watches and phones that lose questions, or ask them for ever.
enum QuestionSaboteurs {
  static let all: [Saboteur] = asking + answering

  private static let asking = [
    Saboteur("settings/asking/told-at-once", "leaves reasons out") {
      $0.hearing("questions") { $0["questions"][0]["share_reason"] = .absent }
    },
    Saboteur("settings/asking/told-in-hello", "tells questions only while it is in touch") {
      $0.hearing("hello") { $0["questions"] = .absent }
    },
    Saboteur("settings/asking/kept-over-a-crash", "forgets what was asked") {
      $0.hearing("hello") { $0["questions"] = .absent }
    },
    Saboteur("settings/asking/answer-closes-it", "asks for ever") {
      let asked = Memory(Value.absent)
      $0.hearing("questions") { asked.value = $0["questions"] }
      $0.hearing("hello", after: 2) { $0["questions"] = asked.value }
    },
    Saboteur("settings/asking/other-answer-closes-nothing", "takes any answer for its own") {
      $0.hearing("hello", after: 2) { $0["questions"] = .absent }
    },
    Saboteur("settings/asking/who-waits-is-told", "lets them wait") {
      $0.hears = { $0 == "dyad.v1.Store/RequestAuthorization" ? [] : [$1] }
      $0.ends = { $0 == "dyad.v1.Store/RequestAuthorization" ? nil : $1 }
    },
    Saboteur("settings/asking/decided-is-not-asked-again", "asks again") {
      let asked = Memory(Value.absent)
      $0.hearing("questions") { asked.value = $0["questions"] }
      $0.hearing("hello", after: 3) { $0["questions"] = asked.value }
    },
    Saboteur("settings/asking/nothing-waits-in-vain", "keeps what was answered") {
      $0.saying("settings", after: 1) {
        $0["answered"] = .absent
        $0["accesses"] = .absent
      }
    },
  ]

  private static let answering = [
    Saboteur("settings/answering/shown-to-the-owner", "leaves questions where they are") {
      $0.saying("questions") { $0["questions"] = .absent }
    },
    Saboteur("settings/answering/of-a-hello-is-shown", "looks at no question of a hello") {
      $0.saying("hello") { $0["questions"] = .absent }
    },
    Saboteur("settings/answering/replaced-by-questions", "adds questions to others", adds),
    Saboteur("settings/answering/withdrawn", "forgets no question", adds),
    Saboteur("settings/answering/replaced-by-hello", "goes by `questions` alone") {
      let asked = Memory(Value.absent)
      $0.saying("questions") { asked.value = $0["questions"] }
      $0.saying("hello", after: 2) { $0["questions"] = asked.value }
    },
    Saboteur("settings/answering/companion-is-waited-for", "never sees it answered") {
      let passed = Count()
      $0.hears = { method, bytes in
        method == "dyad.v1.Store/HandleAuthorization" && passed.next() > 1 ? [] : [bytes]
      }
      $0.ends = { method, end in
        method == "dyad.v1.Store/HandleAuthorization" && passed.value > 2 ? nil : end
      }
    },
    Saboteur("settings/answering/approved", "does not say what it answers") {
      $0.hearing("settings", after: 1) { $0["answered"] = .absent }
    },
    Saboteur("settings/answering/denied", "approves what was denied") {
      $0.hearing("settings", after: 1) {
        $0["accesses"]["shares"] = Column.ints([2, 2])
        $0["accesses"]["reads"] = Column.ints([2, 2])
      }
    },
    Saboteur("settings/answering/decided-in-part", "takes a part for all") {
      $0.hearing("settings", after: 1) { $0["answered"] = [7] }
    },
    Saboteur("settings/answering/revoked", "keeps a revocation to itself") {
      let first = Memory(Value.absent)
      $0.hearing("settings", after: 1) { settings in
        if first.value.isPresent {
          settings["accesses"] = first.value
        } else {
          first.value = settings["accesses"]
        }
      }
    },
    Saboteur("settings/answering/number-goes-up", "decides anew under one number", sameNumber),
  ]

  @Sendable private static func adds(_ interference: inout Interference) {
    let all = Memory([Value]())
    interference.saying("questions") { questions in
      all.value += questions["questions"].items
      questions["questions"] = .list(all.value)
    }
  }

  @Sendable static func sameNumber(_ interference: inout Interference) {
    interference.hearing("settings", after: 1) { $0["version"]["number"] = 1 }
  }
}
