internal import ConformanceKit
internal import ConformanceWire

/// Inserts, duplicates and deaths in every order of arrival.
enum ArrivalOrderCases {
  private enum Event: String {
    case one, other, death
  }

  /// Two samples and the death of the first, which is told once.
  private static let orders: [[Event]] = [
    [.one, .other, .death], [.one, .death, .other], [.other, .one, .death],
    [.other, .death, .one], [.death, .one, .other], [.death, .other, .one],
    [.one, .one, .death], [.one, .death, .one], [.death, .one, .one], [.death, .death, .one],
    [.one, .death, .death], [.one, .death, .one, .other, .one],
  ]

  static let all =
    orders.map { order($0, isApart: false) } + orders.suffix(5).map { order($0, isApart: true) }

  /// Events in that order, each in a session of its own where they are apart.
  private static func order(_ events: [Event], isApart: Bool) -> Case {
    let words = events.map(\.rawValue).joined(separator: "-")
    let clause = events.first == .death ? "SYNC-DEATH-APPLY" : "SYNC-INSERT-APPLY"
    return Case("sharing/order/\(isApart ? "in-sessions" : "at-once")/\(words)", clause) { stage in
      let peer = try stage.peer()
      let (one, other) = (peer.heartRate(70), peer.heartRate(80))
      let death = [Death(of: one)]
      func message(_ event: Event) -> Message {
        switch event {
        case .one: peer.batch(of: [one])
        case .other: peer.batch(of: [other])
        case .death:
          .deaths(death, from: ["position": 0], to: Message.place(1, peer.incarnation))
        }
      }
      if isApart {
        for event in events { try peer.tell { [message(event)] } }
      } else {
        try peer.tell { events.map(message) }
      }
      let held = try peer.look()
      let wanted = events.contains(.other) ? [other] : []
      try held.expect(wanted, "what died stays dead, whatever comes when")
      try held.expectDeaths(of: [one], "the death, passed on")
    }
  }
}
