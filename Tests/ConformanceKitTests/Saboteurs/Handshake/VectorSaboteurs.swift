internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of vectors.
enum VectorSaboteurs {
  static let all = rules + bases + wanted + told + order + asides + bounds

  /// What a node that does not look gets instead is valid.
  private static let rules: [Saboteur] = Catalogue.all.map(\.path).filter { path in
    [
      "handshake/vector-rule/", "handshake/summary-rule/", "handshake/news-rule/",
      "handshake/vector-unknown/", "handshake/vector-wanted/answer-unknown",
      "handshake/vector-wanted/too-many", "handshake/vector-bound/by-a-difference",
      "handshake/vector-bound/told-whole",
    ].contains { path.hasPrefix($0) }
  }.map(Saboteur.blind)

  private static let bases: [Saboteur] = [
    misreads("digest-of-the-phones-own", "hello"),
    misreads("difference-from-the-phones-own", "hello"),
    misreads("digest-of-the-watchs-own", "welcome"),
    misreads("difference-from-the-watchs-own", "welcome"),
    misreads("digest-of-the-last-told", "acknowledgement"),
    misreads("empty-by-digest", "acknowledgement"),
    misreads("chain-of-differences", "acknowledgement"),
  ]

  /// A node whose digests come out otherwise.
  private static func misreads(_ name: String, _ kind: String) -> Saboteur {
    .hears("handshake/vector-base/\(name)", kind, "makes other digests") {
      let news = $0["vector"]
      if news["digest"].isPresent { $0["vector"]["digest"] = .unsigned(news["digest"].word ^ 1) }
      if news["difference"].isPresent {
        let base = news["difference"]["base_digest"].word
        $0["vector"]["difference"]["base_digest"] = .unsigned(base ^ 1)
      }
    }
  }

  private static let bounds: [Saboteur] = [
    .hears(
      "handshake/vector-bound/below-it-by-a-difference", "acknowledgement", "takes fewer"
    ) { acknowledgement in
      let news = acknowledgement["vector"]["difference"]
      guard news["changed"]["stream_count"].word > 0 else { return }
      acknowledgement["vector"]["difference"]["result_digest"] = .unsigned(
        news["result_digest"].word ^ 1)
    }
  ]

  private static let wanted: [Saboteur] = [
    .tells(
      "handshake/vector-wanted/summary-of-the-phones", "vector_wanted", "makes other digests"
    ) {
      $0["digests"][0] = .unsigned($0["digests"][0].word ^ 1)
    },
    .hears("handshake/vector-wanted/answer-whole", "vector", "knows no whole vectors") {
      $0 = ["digest": 5]
    },
    .hears("handshake/vector-wanted/answer-difference", "vector", "forgets what it told") {
      let base = $0["difference"]["base_digest"].word
      $0["difference"]["base_digest"] = .unsigned(base ^ 1)
    },
    .tells("handshake/vector-wanted/watch-answers", "vector", "tells an empty one") {
      $0 = ["whole": [:]]
    },
  ]

  private static let told: [Saboteur] = [
    .tells(
      "handshake/vector-told/acknowledged-dots-are-in-it", "acknowledgement", "tells an empty one"
    ) {
      $0["vector"] = ["whole": [:]]
    },
    .hears(
      "handshake/vector-told/decides-what-is-sent", "hello", "sends all", of: .phone,
      { $0["vector"] = ["whole": [:]] }),
    .hears(
      "handshake/vector-told/decides-what-is-sent", "welcome", "sends all", of: .watch,
      { $0["vector"] = ["whole": [:]] }),
    .hears(
      "handshake/known/nothing-is-claimed-of-others", "hello", "takes silence for a claim"
    ) {
      if !$0["known"]["others_from"].isPresent { $0["known"]["others_from"] = $0["floor"] }
    },
  ]

  private static let order: [Saboteur] = [
    tellsEarly("claim-that-waits"), tellsEarly("claim-that-waits-at-a-watch"),
    Saboteur(
      "handshake/vector-wanted/acknowledgement-comes-first", "wants to know the vector at once"
    ) {
      // What refers to the vector of a hello comes before the hello, as if nothing were on its way.
      let hello = Memory<[UInt8]?>(nil)
      $0.says = { method, bytes in
        if let said = Saboteur.content(bytes, of: "hello", method),
          said["vector"]["digest"].isPresent
        {
          hello.value = bytes
          return []
        }
        guard let held = hello.value else { return [bytes] }
        hello.value = nil
        return [bytes, held]
      }
    },
    .refuses("handshake/vector-wanted/settings-come-first", "wants to know the vector at once") {
      let acknowledgement = Saboteur.content($0, of: "acknowledgement", Saboteur.session)
      return acknowledgement?["vector"]["difference"].isPresent == true
    },
  ]

  /// A node that refers to a vector that it did not send yet.
  private static func tellsEarly(_ name: String) -> Saboteur {
    .tells(
      "handshake/vector-told/\(name)", "acknowledgement", "refers to what it did not send"
    ) {
      // As if the vector that comes of it had been told before.
      let result = $0["vector"]["difference"]["result_digest"]
      guard $0["vector"]["difference"].isPresent else { return }
      $0["vector"]["difference"] = [
        "base_digest": result, "changed": [:], "result_digest": result,
      ]
    }
  }

  private static let asides = [
    disregards("acknowledgement-comes-first"), disregards("settings-come-first"),
  ]

  /// A node that leaves all of an acknowledgement aside, and not its vector alone.
  private static func disregards(_ name: String) -> Saboteur {
    .hears("handshake/vector-wanted/\(name)", "acknowledgement", "takes nothing of it") {
      if $0["vector"]["difference"].isPresent { $0["received"] = 0 }
    }
  }
}
