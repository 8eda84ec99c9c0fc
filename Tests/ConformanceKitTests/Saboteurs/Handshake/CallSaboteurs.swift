internal import ConformanceCases
internal import ConformanceKit
internal import ConformanceWire

/// Nodes that break the clauses of wrong messages, of calls and of their ends.
enum CallSaboteurs {
  static let all = wrongMessages + ends + calls

  private static let wrongMessages: [Saboteur] =
    Catalogue.all.map(\.path).filter { path in
      [
        "handshake/malformed/", "handshake/unknown/", "handshake/wrong-side/",
        "handshake/no-trust/",
      ].contains {
        path.hasPrefix($0)
      } && !path.hasPrefix("handshake/unknown/field-")
    }.map(Saboteur.blind)
    + ["of-the-opening", "beside-the-kind"].map {
      .refuses("handshake/unknown/field-\($0)", "refuses a field that it does not know") {
        Saboteur.has("later", $0)
      }
    }

  private static let ends: [Saboteur] = [
    Saboteur("handshake/end/is-not-answered", "answers the last word") {
      $0.says = { method, bytes in
        Saboteur.content(bytes, of: "ended", method) == nil ? [bytes] : [[0xff]]
      }
    },
    .hears("handshake/end/keeps-what-was-applied", "batch", "loses the samples") {
      $0["runs"] = .absent
    },
    .blind("handshake/end/nothing-of-a-malformed-message"),
    .ends("handshake/end/with-the-call", "leaves the call open", with: nil),
    .ends("handshake/end/closes-after-the-last-word", "leaves the call open", with: nil),
    .ends("handshake/end/status-is-ok", "ends the call with ABORTED", with: 10),
  ]

  private static let calls: [Saboteur] = [
    Saboteur("handshake/call/taken-before-anything-is-said", "takes no call") {
      $0.fields = { method, fields in
        guard method == Saboteur.session else { return fields }
        return fields.map { $0.name == ":status" ? HeaderField(":status", "503") : $0 }
      }
    },
    Saboteur("handshake/call/nothing-is-said-before-it-is-taken", "speaks at once") {
      let (isCalled, once) = (Memory(false), Once())
      $0.fields = { method, fields in
        if method == Saboteur.session { isCalled.value = true }
        return fields
      }
      $0.frame = { frame in
        guard isCalled.value, once.take() else { return [frame] }
        return [.data(1, [0, 0, 0, 0, 0]), frame]
      }
    },
    .ends("handshake/call/pairing-not-finished", "says that it knows nobody", with: 16),
    otherEnd("second-session-ends-the-first"),
    otherEnd("watchs-takes-the-place-of-the-phones"),
    otherEnd("phones-second-ends-its-first"),
    otherEnd("phones-after-15-seconds"),
    .ends("handshake/call/phones-after-12-seconds", "says that it is away", with: 14),
    .ends(
      "handshake/call/phones-is-refused-by-a-watch-that-calls", "says that it is away", with: 14),
    .ends("handshake/call/phones-is-refused-in-a-session", "says that it is away", with: 14),
    callsNoMore("again-after-pauses", after: 3),
    callsNoMore("again-from-the-first-pause", after: 4),
    hurries("again-after-brakes", "hurries to the next brake"),
    hurries("again-after-superseded", "hurries to push the other one out"),
  ]

  private static func otherEnd(_ name: String) -> Saboteur {
    .tells("handshake/call/\(name)", "ended", "calls it a violation") { $0["reason"] = 6 }
  }

  /// A node that says it calls again in a second, whatever came of the last call.
  private static func hurries(_ name: String, _ change: String) -> Saboteur {
    Saboteur("handshake/call/\(name)", change) {
      $0.hears = { method, bytes in
        guard method == "dyad.v1.Operator/GetStatus",
          var status = try? Message("NodeStatus", decoding: bytes),
          status["peers"][0]["next_try"].isPresent
        else { return [bytes] }
        status.value["peers"][0]["next_try"] = .double(status["now"].real + 1)
        return [status.encoded()]
      }
    }
  }

  /// A node that cannot be spoken to any more after some connections.
  private static func callsNoMore(_ name: String, after count: Int) -> Saboteur {
    Saboteur("handshake/call/\(name)", "gives up calling") {
      let connections = Memory(0)
      $0.tls = { options in
        connections.value += 1
        guard connections.value > count else { return options }
        var options = options
        options.highestVersion = .tls12
        options.lowestVersion = .tls12
        return options
      }
    }
  }
}
