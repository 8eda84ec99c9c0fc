internal import TestSupport
internal import Testing

/// Clients of others call our server; one after the other, or they would wait for each other.
@Suite(.serialized, .timeLimit(.minutes(3))) struct `Our server and the clients of others` {
  @Test(arguments: Way.allCases)
  func `grpcio finds nothing wrong`(way: Way) async throws {
    try await Peers.onOwnThread {
      let client = try Peers.path("py-client")
      let names = try Peers.run([client, "--case", "list"]).lines
      let certificates = try Certificates.shared()
      var words = way.clientWords(certificates, nameOption: "--override")
      if way == .mutualTLS {
        words += ["--wrong-cert", certificates.certificate("stranger")]
        words += ["--wrong-key", certificates.key("stranger")]
      }
      let ending = try InteropServer.ours.run(over: way) { server in
        try Peers.run(
          [client, "--target", server.target, "--server-pid", "\(server.process)"] + words)
      }
      Verdicts(ending).expectAllWell(of: names.filter { Self.isRun($0, over: way) })
    }
  }

  @Test(arguments: Way.allCases)
  func `gRPC C++ finds nothing wrong`(way: Way) async throws {
    try await Peers.onOwnThread {
      let client = try Peers.path("cpp-client")
      let names = try Peers.run([client, "--case", "list"]).lines
      let words = try way.clientWords(.shared(), nameOption: "--override")
      let ending = try InteropServer.ours.run(over: way) { server in
        try Peers.run([client, "--target", server.target] + words)
      }
      Verdicts(ending).expectAllWell(of: names)
    }
  }

  @Test(arguments: Way.allCases)
  func `curl gets its bytes back and the status behind them`(way: Way) async throws {
    try await Peers.onOwnThread {
      let folder = try TemporaryFolder()
      let message: [UInt8] = [0, 0, 0, 0, 3, 1, 2, 3]
      try folder.write(message, to: "request")
      let ending = try InteropServer.ours.run(over: way) { server in
        try Curl.run(
          [
            "--data-binary", "@\(folder.file("request"))", "--output", folder.file("answer"),
            "--dump-header", "-", "-H", "content-type: application/grpc", "-H", "te: trailers",
          ], path: "/dyad.bench.Echo/Echo", server, over: way)
      }
      #expect(ending.exitCode == 0, "\(ending.errors)")
      let lines = ending.output.split(whereSeparator: \.isNewline)
      #expect(lines.first?.hasPrefix("HTTP/2 200") == true)
      #expect(lines.contains("content-type: application/grpc"))
      #expect(lines.last == "grpc-status: 0")
      #expect(try folder.read("answer") == message)
    }
  }

  @Test(arguments: Way.allCases)
  func `curl hears in words why a GET is no call`(way: Way) async throws {
    try await Peers.onOwnThread {
      let ending = try InteropServer.ours.run(over: way) { server in
        try Curl.run(["--dump-header", "-"], path: "/", server, over: way)
      }
      #expect(ending.exitCode == 0, "\(ending.errors)")
      #expect(ending.output.hasPrefix("HTTP/2 405"))
      #expect(ending.output.contains("gRPC"))
    }
  }

  @Test(arguments: [Way.plain, .tls, .mutualTLS])
  func `nghttp sees the status in the trailers`(way: Way) async throws {
    try await Peers.onOwnThread {
      let folder = try TemporaryFolder()
      try folder.write([0, 0, 0, 0, 1, 65], to: "request")
      let certificates = try Certificates.shared()
      var words = ["nghttp", "-v", "-H:method: POST", "-d", folder.file("request")]
      words += ["-Hcontent-type: application/grpc", "-Hte: trailers"]
      if way == .mutualTLS {
        words += ["--cert", certificates.certificate("client")]
        words += ["--key", certificates.key("client")]
      }
      let ending = try InteropServer.ours.run(over: way) { server in
        let url = "\(way.isTLS ? "https" : "http")://127.0.0.1:\(server.port)/dyad.bench.Echo/Echo"
        return try Peers.run(words + [url])
      }
      #expect(ending.exitCode == 0, "\(ending.errors)")
      #expect(ending.output.contains("grpc-status: 0"))
    }
  }

  @Test func `h2load loses no call`() async throws {
    try await Peers.onOwnThread {
      let folder = try TemporaryFolder()
      try folder.write([0, 0, 0, 0, 1, 65], to: "request")
      let ending = try InteropServer.ours.run(over: .plain) { server in
        try Peers.run([
          "h2load", "-n", "2000", "-c", "4", "-m", "16", "-d", folder.file("request"), "-H",
          "content-type: application/grpc", "-H", "te: trailers",
          "http://127.0.0.1:\(server.port)/dyad.bench.Echo/Echo",
        ])
      }
      #expect(ending.output.contains("2000 succeeded, 0 failed, 0 errored, 0 timeout"))
      // Six bytes of message each, and nothing else.
      #expect(ending.output.contains("(12000) data"))
    }
  }

  /// Whether grpcio runs a case without being asked for what the way does not have.
  private static func isRun(_ name: String, over way: Way) -> Bool {
    switch way {
    case .plain, .unix: !name.hasPrefix("tls_")
    case .tls: !name.hasPrefix("tls_") || name == "tls_wrong_name"
    case .mutualTLS: true
    }
  }
}
