internal import ConformanceKit
internal import ConformanceWire

/// Where a content ends, and what a list of all days says of those that it does not have.
enum PartEndCases {
  static let all = [
    Case("reconciling/parts/days-that-no-part-has", "PART-SELECTION-NONE") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      let third = peer.heartRate(secondsAgo: 400_000)
      try peer.share([third])
      let talk = try Reconciliation(peer)
      try talk.begin(with: peer.listing([heart]))
      try talk.say(["lists": DayLists(of: [steps]).value, "is_last": true])
      try talk.end()
      try peer.expect(
        [heart, steps], gone: [third],
        because: "without a selection all days are listed, also those that no part has")
    },
    Case("reconciling/parts/no-days-at-all", "PART-SELECTION-NONE") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([]))
      try talk.end()
      try peer.expect(
        [], gone: [heart, steps], because: "without a selection all days are listed, as empty")
    },
    Case("reconciling/parts/the-last-says-so", "PART-LAST") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      let talk = try Reconciliation(peer)
      try talk.say(peer.listing([heart, steps]))
      try talk.finish()
      // Up to the first part that said so everything was heard; what follows a question is no part.
      try peer.ask(talk.session)
      let told = talk.parts.map { $0["is_last"].isTrue }
      try Deviation.unless(
        told.last == true && !told.dropLast().contains(true),
        "one part, the last of \(told.count), that says that it is",
        "\(told.count { $0 }) of them say so")
    },
    Case("reconciling/parts/the-last-is-empty", "PART-LAST") { stage in
      let (peer, heart, steps) = try SeveralPartCases.shared(stage)
      let talk = try Reconciliation(peer)
      try talk.begin(with: peer.listing([heart]))
      // It has nothing more to list, and says so by a part of its own.
      try talk.say(["lists": DayLists([:]).value, "is_last": true])
      try talk.end()
      try peer.expect([heart], gone: [steps], because: "the last part said that no more follow")
    },
  ]
}
