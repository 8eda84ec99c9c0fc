internal import ConformanceKit
internal import ConformanceWire

/// When a node can be paired, and who may call it otherwise.
enum PairingWindowCases {
  static let all = closings + times + callers

  private static let closings = [
    Case("pairing/window/closed-to-a-peer", "PAIR-WINDOW-CLOSED", needs: [.owner]) { stage in
      let (device, code) = try stage.window()
      try device.becomeHalfPair(code: code)
      let connection = try device.connect()
      _ = try connection.confirm(incarnation: device.incarnation)
      try connection.pair(try device.description(), code: code).expectRefusal(.windowClosed)
    },
    Case("pairing/window/goes-with-its-owner", "PAIR-WINDOW-OWNER", needs: [.owner]) { stage in
      let (device, code) = try stage.window()
      let call = try device.exchange(code: code)
      try call.run(until: 2)
      try stage.node().closeWindow()
      try call.expectRefusal(.windowClosed)
    },
    Case("pairing/window/closes-with-the-pair", "PAIR-WINDOW-PAIRED") { stage in
      let (device, code) = try stage.window()
      let other = try stage.stranger().exchange(code: code)
      try other.run(until: 2)
      try device.becomeHalfPair(code: code)
      try other.expectRefusal(.windowClosed)
    },
    Case("pairing/window/nobody-after-the-pair", "PAIR-WINDOW-PAIRED", needs: [.owner]) { stage in
      let (device, code) = try stage.window()
      try device.becomeHalfPair(code: code)
      try stage.stranger().expectAlert("bad certificate")
    },
    Case("pairing/window/one-at-a-time", "PAIR-WINDOW-ONE", needs: [.owner]) { stage in
      let (owner, call, _) = try stage.judgedWindow()
      let second = try owner.start("PairingControl/OpenWindow")
      do {
        _ = try second.next(by: stage.scene.deadline)
      } catch let failure as CallFailure
        where failure.end.trailer(PairingRefusal.trailer) == "window-open"
      {
        try call.cancel()
        return
      }
      throw Deviation(expected: "no second window: window-open", observed: "something else")
    },
    Case("pairing/window/six-digits-drawn-anew", "PAIR-CODE-DIGITS", needs: [.owner]) { stage in
      // Two of them are alike once in a hundred million times.
      let codes = try [6, 8, 8].map { digits in
        let (_, call, opened) = try stage.judgedWindow(digits: Int64(digits))
        try call.cancel()
        let code = opened["code"].string
        try Deviation.unless(
          code.utf8.count == digits
            && code.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
          "\(digits) digits", "others, or more or fewer")
        return code
      }
      try Deviation.unless(codes[1] != codes[2], "a code for each window", "the same again")
    },
  ]

  private static let times = [
    time("usually-two-minutes", seconds: 0, lasting: 120),
    time("as-long-as-its-owner-says", seconds: 30, lasting: 30),
    time("up-to-ten-minutes", seconds: 600, lasting: 600),
    Case("pairing/window/no-longer-than-ten-minutes", "PAIR-WINDOW-TIME", needs: [.owner]) {
      stage in
      do {
        _ = try stage.judgedWindow(seconds: 601)
      } catch let failure as CallFailure where failure.end.code == 3 {
        return
      }
      throw Deviation(
        expected: "no window of 601 seconds: INVALID_ARGUMENT", observed: "something else")
    },
    Case("pairing/window/who-was-right-may-finish", "PAIR-WINDOW-TIME", needs: [.owner, .clock]) {
      stage in
      let code = try stage.node().pairingCode(seconds: 30)
      let call = try stage.stranger().exchange(code: code)
      try call.run(until: 6)
      try stage.node().advanceClock(40)
      try call.run()
    },
  ]

  private static func time(_ name: String, seconds: Int64, lasting: Double) -> Case {
    Case("pairing/window/\(name)", "PAIR-WINDOW-TIME", needs: [.owner, .clock]) { stage in
      let node = try stage.node()
      let code = try node.pairingCode(seconds: seconds)
      let first = try stage.stranger().exchange(code: code)
      try first.run(until: 2)
      try node.advanceClock(lasting - 15)
      let second = try stage.stranger().exchange(code: code)
      try second.run(until: 2)
      try node.advanceClock(16)
      try first.expectRefusal(.expired)
      try second.expectRefusal(.expired)
      try stage.expectNoWindow()
    }
  }

  private static let callers =
    [
      Case("pairing/caller/stranger-at-an-open-window", "PAIR-CALLER-UNPINNED") { stage in
        let (device, _) = try stage.window()
        // Not every node serves sessions.
        let methods =
          ["Trust/Confirm", "Trust/Unpair", "Trust/Rotate"]
          + (stage.target == .phone ? ["Sync/Session"] : [])
        for method in methods {
          let call = try Call.start(device.connect().link, "dyad.v1." + method)
          if !method.hasPrefix("Sync") { try call.send([]) }
          try call.finish()
          guard case .end(let end) = try call.receive() else {
            throw Deviation(
              expected: "the refusal not-paired of \(method)", observed: "an answer")
          }
          let refused = CallRefused(call.method, end)
          try Deviation.unless(
            refused.isRefusal(.notPaired), "the refusal not-paired, with its status", "\(refused)")
        }
      },
      Case("pairing/caller/stranger-without-a-window", "PAIR-TLS-STRANGER", needs: [.owner]) {
        stage in
        try stage.stranger().expectAlert("bad certificate")
      },
      Case("pairing/caller/former-peer", "PAIR-TLS-STRANGER") { stage in
        let device = try stage.halfPair()
        let connection = try device.connect()
        _ = try connection.confirm(incarnation: device.incarnation)
        try connection.unpair()
        try device.expectAlert("certificate revoked")
      },
      Case("pairing/caller/former-peer-pairs-again", "PAIR-TLS-STRANGER", needs: [.owner]) {
        stage in
        let (device, code) = try stage.window()
        try device.becomeHalfPair(code: code)
        let connection = try device.connect()
        _ = try connection.confirm(incarnation: device.incarnation)
        try connection.unpair()
        try device.becomeHalfPair(code: stage.node().pairingCode())
        try device.expectPeer()
      },
      Case("pairing/caller/no-certificate", "PAIR-TLS-NO-KEY") { stage in
        _ = try stage.window()
        do {
          let connection = try NodeConnection(to: stage.node().address, as: nil, stage.scene)
          let call = try Call.start(connection.link, PairingCall.method)
          try call.send([])
          if case .end(let end) = try call.receive(), ![0, 3].contains(end.code) { return }
        } catch WireError.refused, WireError.closed {
          return
        }
        throw Deviation(
          expected: "no answer to who shows no certificate", observed: "the step was judged")
      },
    ]
}
