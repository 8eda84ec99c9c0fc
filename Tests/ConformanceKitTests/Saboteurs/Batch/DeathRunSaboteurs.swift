internal import ConformanceKit
internal import ConformanceWire

/// Nodes that keep deaths and documents otherwise than they were told.
enum DeathRunSaboteurs {
  static let all: [Saboteur] = [
    .misreading("death/kept/rows-4096", "takes no run of so many deaths") {
      $0["deletions"] = []
    },
    .misreading("death/kept/two-of-one-uuid", "buries a UUID once") {
      let deaths = (try? Deletions.deaths($0["deletions"][0])) ?? []
      $0["deletions"] = [Deletions.value(Array(deaths.prefix(1)))]
    },
    .misreading("death/kept/without-log", "buries without a stretch of the log") {
      guard $0["deletions"][0].isPresent else { return }
      $0["log"] = ["start": ["position": 0], "end": ["position": 1, "incarnation": 7]]
    },
    piece("one-byte", 0), piece("longest-piece", 0), piece("three-pieces", 2),
    piece("pieces-4096", 4095),
  ]

  private static func piece(_ name: String, _ index: Int) -> Saboteur {
    .misreading("piece/kept/" + name, "keeps other bytes of a piece") {
      let bytes = $0["documents"][index]["bytes"].data
      $0["documents"][index]["bytes"] = .bytes(bytes.map { $0 ^ 1 })
    }
  }
}
