internal import ConformanceKit
internal import ConformanceWire

/// Nodes by whose answers an app can tell what is hidden from it.
enum DenialSaboteurs {
  static let all: [Saboteur] = table + others

  private static let table = AppSaboteurs.paths(of: [
    "app/denial/query-", "app/denial/changes-", "app/denial/statistics-",
    "app/denial/listsources-",
  ]).map { path in
    Saboteur(path, "lets something of it show") { interference in
      let method = path.split(separator: "/")[2].prefix { $0 != "-" }
      switch method {
      case "query":
        // The one message of the first answer, or the two of it.
        interference.answering("Store/Query", after: 2) {
          $0["runs"] = .list(Run.savable([.news()]))
        }
        interference.answering("Store/Query", after: 1) { message in
          guard path.hasSuffix("nothing") else { return }
          message["runs"] = .list(Run.savable([.news()]))
        }
      case "changes":
        interference.answering("Store/Changes", after: 1) { $0["has_more"] = true }
      case "statistics":
        interference.answering("Store/Statistics", after: 1) {
          $0["statistics"][0]["values"]["maximum"] = 3.5
        }
      default:
        interference.answering("Store/ListSources", after: 1) {
          $0["sources"].append(["bundle_identifier": "app.conformance"])
        }
      }
    }
  }

  @Sendable private static func shows(_ interference: inout Interference) {
    interference.answering("Store/Query") { $0["runs"] = .list(Run.savable([.news()])) }
  }

  private static let others = [
    Saboteur("app/denial/deletion-shows-nothing", "tells deletions of what was never told") {
      $0.answering("Store/Changes", after: 1) {
        $0["deleted"] = [
          ["type": .text(Sample.heartRateType), "uuids": .bytes([UInt8](repeating: 1, count: 16))]
        ]
      }
    },
    Saboteur("app/denial/pages-are-not-filled", "counts what is hidden") {
      $0.answering("Store/Changes") { $0["has_more"] = true }
    },
    Saboteur("app/denial/characteristic", "tells it") {
      $0.answering("Store/GetCharacteristic", after: 1) {
        $0["characteristic"]["blood_type"] = 7
      }
    },
    Saboteur("app/denial/words-of-a-document", "says that it is hidden") {
      $0.refusing("Store/ReadDocument", after: 1) { $0.message = "cannot read it: it is hidden" }
    },
    Saboteur("app/document/granted-by-the-owner", "hands out what was not granted", shows),
    Saboteur("app/document/granted-by-the-phone", "hands out what was not granted", shows),
    Saboteur("app/document/asked-once", "asks as often as it is asked") {
      $0.answering("Operator/ListRequests") { $0["requests"].append($0["requests"][0]) }
    },
    Saboteur("app/denial/members", "tells all members") {
      $0.answering("Store/Query") { message in
        guard message["runs"].isPresent else { return }
        message["runs"][0]["objects"]["bodies"][0]["correlation"]["count"] = 2
      }
    },
    Saboteur("app/denial/no-members", "tells a correlation without members") {
      $0.answering("Store/Query") { message in
        message["runs"] = [
          ["objects": ["bodies": [["correlation": ["count": 0]]]]]
        ]
      }
    },
    Saboteur("app/denial/undetermined", "tells nothing where nobody was asked") {
      $0.excusing("Store/Statistics")
    },
    Saboteur("app/denial/sharing-is-told", "takes what it does not keep") {
      $0.excusing("Store/Save")
    },
  ]
}
