internal import TestSupport
internal import Testing

/// Our client calls servers of others, and ours; one after the other, or they would wait for each other.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `Our client and the servers of others` {
  @Test(arguments: InteropServer.allCases, Way.allCases)
  func `our client finds nothing wrong`(server: InteropServer, way: Way) async throws {
    try await Peers.onOwnThread {
      let client = try RunningProgram.builtPath("rpc-interop")
      let names = Set(try Peers.run([client, "call", "--case", "list"]).lines)
      var words = try way.clientWords(.shared(), nameOption: "--name")
      if !server.exceptions.isEmpty {
        words += ["--skip", server.exceptions.sorted().joined(separator: ",")]
      }
      let ending = try server.run(over: way) { running in
        try Peers.run([client, "call", "--target", running.target] + words)
      }
      Verdicts(ending).expectAllWell(of: names.subtracting(server.exceptions))
    }
  }

  @Test(arguments: InteropServer.allCases)
  func `a server is believed for its key alone, or without a reason`(
    server: InteropServer
  ) async throws {
    try await Peers.onOwnThread {
      let fingerprint = try Certificates.shared().fingerprint("server")
      try server.run(over: .tls) { running in
        for words in [["--pin", fingerprint], ["--insecure"]] {
          let ending = try Self.callOnce(running, ["--tls"] + words)
          Verdicts(ending).expectAllWell(of: ["empty_unary"])
        }
      }
    }
  }

  @Test(arguments: InteropServer.allCases)
  func `a server that is not believed is not called, and the reason is told`(
    server: InteropServer
  ) async throws {
    try await Peers.onOwnThread {
      let certificates = try Certificates.shared()
      let wrongKey = try certificates.fingerprint("stranger")
      try server.run(over: .tls) { running in
        for (words, reason) in [
          (["--ca", certificates.certificate("stranger"), "--name", "peer.local"], "certificate"),
          (["--ca", certificates.certificate("server"), "--name", "other.local"], "hostname"),
          (["--pin", wrongKey], "certificate"),
        ] {
          let ending = try Self.callOnce(running, ["--tls"] + words)
          #expect(ending.exitCode == 1)
          #expect(ending.output.hasPrefix("FAILED empty_unary: UNAVAILABLE: "))
          #expect(ending.output.contains(reason), "\(ending.output)")
        }
      }
    }
  }

  @Test(arguments: InteropServer.allCases, ["", "stranger"])
  func `a client that is not believed hears so`(
    server: InteropServer, identity: String
  ) async throws {
    try await Peers.onOwnThread {
      let certificates = try Certificates.shared()
      var words = Way.tls.clientWords(certificates, nameOption: "--name")
      if !identity.isEmpty {
        words += ["--cert", certificates.certificate(identity)]
        words += ["--key", certificates.key(identity)]
      }
      try server.run(over: .mutualTLS) { running in
        let ending = try Self.callOnce(running, words)
        #expect(ending.exitCode == 1)
        #expect(ending.output.hasPrefix("FAILED empty_unary: UNAVAILABLE: "), "\(ending.output)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `our server takes a client for its key, or any that has one`(isPinned: Bool) async throws {
    try await Peers.onOwnThread {
      let certificates = try Certificates.shared()
      let pin = try certificates.fingerprint("client")
      let words = isPinned ? ["--pin", pin] : ["--require-client-cert"]
      let trust = Way.tls.clientWords(certificates, nameOption: "--name")
      let own = Way.mutualTLS.clientWords(certificates, nameOption: "--name")
      try InteropServer.ours.run(over: .tls, with: words) { running in
        Verdicts(try Self.callOnce(running, own)).expectAllWell(of: ["empty_unary"])
        #expect(try Self.callOnce(running, trust).exitCode == 1)
      }
    }
  }

  private static func callOnce(
    _ server: InteropServer.Running, _ words: [String]
  ) throws -> RunningProgram.Ending {
    let client = try RunningProgram.builtPath("rpc-interop")
    return try Peers.run(
      [client, "call", "--target", server.target, "--case", "empty_unary"] + words)
  }
}
