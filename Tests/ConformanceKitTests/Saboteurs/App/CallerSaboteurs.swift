internal import ConformanceKit
internal import ConformanceWire

/// Nodes that let in whom they should not, and say why they let others not in.
enum CallerSaboteurs {
  static let all: [Saboteur] = [
    Saboteur("app/caller/owner-needs-none", "wants a token of its owner") {
      $0.ending("Store/Query", as: .unauthenticated)
    },
    Saboteur("app/caller/owner-saves-what-it-says", "puts itself in the source's place") {
      $0.answering("Store/ListSources") { $0["sources"][0]["bundle_identifier"] = "node" }
    },
    Saboteur("app/caller/token-in-force", "lets no app in") {
      $0.ending("Store/GetCoverage", as: .unauthenticated)
    },
    Saboteur("app/caller/token-none", "lets anybody save") { $0.excusing("Store/Save") },
    Saboteur("app/caller/token-short", "lets anybody follow") { $0.excusing("Store/Follow") },
    Saboteur("app/caller/token-wrong", "lets anybody look") { $0.excusing("Store/Query") },
    Saboteur("app/caller/same-words", "says why") {
      $0.refusing("Store/GetCoverage", after: 2) { $0.message = "cannot answer: a wrong token" }
    },
    Saboteur("app/caller/removed", "lets removed apps in") { $0.excusing("Store/GetCoverage") },
    Saboteur("app/caller/earlier-token", "takes earlier tokens") {
      $0.excusing("Store/GetCoverage")
    },
    Saboteur("app/caller/removed-while-it-follows", "lets calls go on") {
      $0.ends = { $0 == "dyad.v1.Store/Follow" ? nil : $1 }
    },
    Saboteur("app/caller/another-token-while-it-follows", "ends calls as it likes") {
      $0.ending("Store/Follow", as: .unavailable)
    },
    Saboteur("app/caller/version-longest", "takes short versions alone") {
      $0.ending("Store/GetCoverage", as: .invalid)
    },
    Saboteur("app/caller/version-too-long", "takes any version") {
      $0.excusing("Store/GetCoverage")
    },
    Saboteur("app/permission/left-with-the-user", "decides by itself") {
      $0.answering("Store/RequestAuthorization") { $0["is_decided"] = true }
    },
    Saboteur("app/permission/asked-once", "asks as often as it is asked") {
      $0.asking("Store/RequestAuthorization", after: 1) {
        $0["read"] = ["HKQuantityTypeIdentifierStepCount"]
      }
    },
    Saboteur("app/permission/should-request", "has nothing to ask") {
      $0.answering("Store/GetAuthorization") { $0["should_request"] = false }
    },
    Saboteur("app/permission/statuses", "tells one status for all") {
      $0.answering("Store/GetAuthorization") { $0["statuses"] = [2, 2, 2] }
    },
    Saboteur("app/permission/correlation-is-open", "tells what holds of the members") {
      $0.answering("Store/GetAuthorization") { $0["statuses"] = [2] }
    },
    Saboteur("app/permission/reading-is-not-told", "tells what was decided of reading") {
      $0.answering("Store/GetAuthorization", after: 1) { $0["should_request"] = true }
    },
    Saboteur("app/permission/decided-once", "asks again") {
      $0.answering("Store/RequestAuthorization") { $0["is_decided"] = false }
    },
    Saboteur("app/permission/waits", "waits for ever") {
      let passed = Count()
      $0.hears = { method, bytes in
        method == "dyad.v1.Store/RequestAuthorization" && passed.next() > 0 ? [] : [bytes]
      }
      $0.ends = { method, end in
        method == "dyad.v1.Store/RequestAuthorization" && passed.value > 1 ? nil : end
      }
    },
  ]
}
