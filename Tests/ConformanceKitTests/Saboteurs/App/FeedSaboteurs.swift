internal import ConformanceKit
internal import ConformanceWire

/// Nodes that tell changes twice, not at all or too late.
enum FeedSaboteurs {
  static let all: [Saboteur] = anchors + feeds + subscriptions

  private static let anchors = [
    Saboteur("app/anchor/always-as-long", "lets anchors grow") {
      $0.answering("Store/Changes", after: 1) { $0["anchor"] = .bytes($0["anchor"].data + [0]) }
    },
    Saboteur("app/anchor/never-the-same", "tells that nothing happened") {
      let first = Memory(Value.absent)
      $0.answering("Store/Changes") { message in
        if first.value.isPresent {
          message["anchor"] = first.value
        } else {
          first.value = message["anchor"]
        }
      }
    },
    Saboteur("app/anchor/of-the-owner-is-one", "seals anchors of its owner") {
      $0.answering("Store/Changes") { $0["anchor"] = .bytes([16, 5]) }
    },
    Saboteur("app/anchor/kept-over-a-restart", "seals with another key each time") {
      $0.ending("Store/Changes", after: 1, as: .startOver)
    },
    Saboteur("app/anchor/added", "forgets what others saved") {
      $0.answering("Store/Changes", after: 1) { $0["added"] = .absent }
    },
    Saboteur("app/anchor/deleted", "forgets deletions") {
      $0.answering("Store/Changes", after: 1) { $0["deleted"] = .absent }
    },
    Saboteur("app/anchor/page-by-page", "stops after a page") {
      $0.answering("Store/Changes") { $0["has_more"] = false }
    },
    Saboteur("app/anchor/grant-tells-what-was-hidden", "goes on from where it stood") {
      $0.answering("Store/Changes", after: 1) { $0["added"] = .absent }
    },
  ]

  private static let feeds = [
    Saboteur("app/feed/first-page-in-any-case", "waits for something to tell") {
      $0.hears = { $0 == "dyad.v1.Store/Follow" ? [] : [$1] }
    },
    Saboteur("app/feed/pages-that-tell-something", "shows by empty pages that something happens") {
      let passed = Count()
      $0.hears = { method, bytes in
        guard method == "dyad.v1.Store/Follow", passed.next() == 1 else { return [bytes] }
        return [Message("ChangesResponse", ["anchor": .bytes([1])]).encoded(), bytes]
      }
    },
    Saboteur("app/feed/silent-while-denied", "ends where it has to be silent") {
      $0.hears = { method, bytes in
        guard method == "dyad.v1.Store/Follow",
          (try? Message("ChangesResponse", decoding: bytes))?["added"].isPresent ?? false
        else { return [bytes] }
        return [Message("ChangesResponse", ["anchor": .bytes([1])]).encoded(), bytes]
      }
    },
    Saboteur("app/feed/statistics-follow", "tells the first answer again") {
      $0.answering("Store/FollowStatistics", after: 1) { $0["statistics"] = .absent }
    },
    Saboteur("app/feed/observed-at-once", "says nothing until something happens") {
      let passed = Count()
      $0.hears = { method, bytes in
        method == "dyad.v1.Store/Observe" && passed.next() == 0 ? [] : [bytes]
      }
    },
    Saboteur("app/feed/observed-later", "does not say when something happens") {
      let passed = Count()
      $0.hears = { method, bytes in
        method == "dyad.v1.Store/Observe" && passed.next() > 0 ? [] : [bytes]
      }
    },
    Saboteur("app/feed/units-follow", "tells no unit again") {
      $0.answering("Store/FollowPreferredUnits") { $0["preferences"] = .absent }
    },
  ]

  private static let subscriptions = [
    Saboteur("app/subscription/reads-from-where-it-stands", "begins anew each time") {
      $0.answering("Store/Changes") { $0["added"] = .absent }
    },
    Saboteur("app/subscription/acknowledged", "forgets acknowledgements", tellsAgain),
    Saboteur("app/subscription/not-moved-back", "moves back", tellsAgain),
    Saboteur("app/subscription/each-type-by-itself", "moves all types together") {
      $0.answering("Store/Changes", after: 1) { $0["added"] = .absent }
    },
    Saboteur("app/subscription/ended-unknown", "refuses to end what is not there") {
      $0.ending("Store/Unsubscribe", as: .notFound)
    },
    Saboteur("app/subscription/own-names", "shows the subscriptions of others", lists),
    Saboteur("app/subscription/ends-its-own-alone", "ends those of others") {
      $0.answering("Store/ListSubscriptions") { $0["subscriptions"] = .absent }
    },
  ]

  @Sendable private static func tellsAgain(_ interference: inout Interference) {
    interference.answering("Store/Changes", after: 1) {
      $0["added"] = .list(Run.savable([.news()]))
    }
  }

  @Sendable private static func lists(_ interference: inout Interference) {
    interference.answering("Store/ListSubscriptions") {
      $0["subscriptions"] = [["name": "of another"]]
    }
  }
}
