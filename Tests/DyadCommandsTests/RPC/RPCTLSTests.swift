internal import CommandLineCore
internal import TLSCore
internal import TestSupport
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct RPCTLSTests {
  private static func list(_ server: EchoServer, _ words: String...) async -> RPCRun {
    await RPCRun(["list", server.address] + words)
  }

  @Test func `a server is believed for its authority, its key, or anyway`() async throws {
    let pin = try EchoServer.identity.get().publicKeyFingerprint
    try await EchoServer.run(.tls) { server in
      let authority = server.folder.file("server.pem")
      for words in [
        ["--cacert", authority, "--servername", "echo.test"], ["--pin", "\(pin)"],
        ["--pin", pin.hex], ["--insecure"],
      ] {
        let run = await RPCRun(["list", server.address] + words)
        #expect(run.exitCode == .success, "\(words) \(run.errors)")
        #expect(run.lines.contains("test.echo.Echo"))
      }
    }
  }

  @Test func `a server that cannot be believed is refused, and the way out told`() async throws {
    let other = try EchoServer.clientIdentity.get().publicKeyFingerprint
    try await EchoServer.run(.tls) { server in
      let authority = server.folder.file("server.pem")
      let stranger = server.folder.file("client.pem")
      for (words, advice) in [
        ([], "its key with --pin"), (["--pin", "\(other)"], "its key with --pin"),
        (["--cacert", stranger, "--servername", "echo.test"], "its key with --pin"),
        (["--cacert", authority, "--servername", "other.test"], "with --servername"),
      ] {
        let run = await RPCRun(["list", server.address] + words)
        #expect(run.exitCode == .failure, "\(words)")
        #expect(run.errors.hasPrefix("ERROR: Code: UNAVAILABLE\n"))
        #expect(run.errors.contains(advice), "\(run.errors)")
      }
    }
  }

  @Test func `a client shows its certificate where one is asked for`() async throws {
    try await EchoServer.run(.mutual) { server in
      let certificate = server.folder.file("client.pem")
      let key = server.folder.file("client.key")
      let shown = await Self.list(server, "--insecure", "--cert", certificate, "--key", key)
      #expect(shown.exitCode == .success, "\(shown.errors)")
      try server.folder.write(
        server.folder.read("client.pem") + server.folder.read("client.key"), to: "both.pem")
      let both = await Self.list(server, "--insecure", "--cert", server.folder.file("both.pem"))
      #expect(both.exitCode == .success, "\(both.errors)")
      let missing = await Self.list(server, "--insecure")
      #expect(missing.exitCode == .failure)
      #expect(missing.errors.contains("with --cert and --key"), "\(missing.errors)")
      // A certificate that the server does not know is no matter of the server's own.
      let stranger = await Self.list(
        server, "--insecure", "--cert", server.folder.file("server.pem"), "--key",
        server.folder.file("server.key"))
      #expect(stranger.exitCode == .failure)
      #expect(stranger.errors.contains("the server does not trust our certificate: "))
      #expect(stranger.errors.contains("have it made known there, or show another"))
      #expect(!stranger.errors.contains("--cacert"), "\(stranger.errors)")
      #expect(!missing.errors.contains("--plaintext"), "\(missing.errors)")
      let wrong = await Self.list(
        server, "--insecure", "--cert", certificate, "--key", server.folder.file("server.key"))
      #expect(wrong.exitCode == .invalidInput)
      #expect(wrong.errors.contains("Give the key of the certificate with --key."))
    }
  }

  @Test func `a server without TLS is told from one with it`() async throws {
    try await EchoServer.run(.plain) { server in
      let run = await Self.list(server, "--insecure")
      #expect(run.exitCode == .failure)
      #expect(run.errors.contains("say --plaintext"), "\(run.errors)")
    }
    try await EchoServer.run(.tls) { server in
      let run = await Self.list(server, "--plaintext")
      #expect(run.exitCode == .failure)
      #expect(run.errors.contains("leave --plaintext out"), "\(run.errors)")
    }
  }
}
