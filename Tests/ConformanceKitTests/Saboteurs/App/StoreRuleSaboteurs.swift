internal import ConformanceWire

/// Nodes whose errors say too little, whose anchors are no places, and whose feeds end anyhow.
enum StoreRuleSaboteurs {
  static let all: [Saboteur] = errors + anchors + shutdowns

  private static let errors: [Saboteur] = [
    ("what-nobody-may-say", "Store/Statistics"), ("what-was-denied", "Store/Delete"),
    ("what-was-not-decided", "Store/Query"),
  ].map { name, method in
    Saboteur("app/error/number-of-\(name)", "says the status alone") {
      $0.refusing(method) { end in
        end.trailers = end.trailers.filter { $0.name != "dyad-error" }
      }
    }
  }

  private static let anchors: [Saboteur] = [
    Saboteur("app/anchor/given-back-again-and-again", "lets an anchor serve once") {
      $0.answering("Store/Changes", after: 2) { $0["added"] = .absent }
    },
    Saboteur("app/anchor/old-one-beside-a-new-one", "goes by where the app stood last") {
      let last = Memory(Value.absent)
      $0.answering("Store/Changes") { last.value = $0["anchor"] }
      $0.asking("Store/Changes") { if last.value.isPresent { $0["anchor"] = last.value } }
    },
  ]

  private static let shutdowns: [Saboteur] = ["Follow", "Observe", "FollowStatistics"].map {
    method in
    Saboteur(
      "app/feed/ended-with-the-node-\(method.lowercased())", "ends as if there were nothing more"
    ) { $0.excusing("Store/" + method) }
  }
}
