internal import TLSCore
internal import TestSupport
internal import Testing

// One after the other: each waits for processes on a thread that others need.
@Suite(.serialized, .timeLimit(.minutes(5))) struct `A daemon and a client that is not ours` {
  private static let script = """
    import grpc, sys
    address, folder = sys.argv[1:]
    read = lambda name: open(folder + "/" + name, "rb").read()
    credentials = grpc.ssl_channel_credentials(
        root_certificates=read("device.pem"), private_key=read("key.pem"),
        certificate_chain=read("certificate.pem"))
    channel = grpc.secure_channel(
        address, credentials, options=[("grpc.ssl_target_name_override", "localhost")])
    check = channel.unary_unary(
        "/grpc.health.v1.Health/Check", request_serializer=bytes, response_deserializer=bytes)
    try:
        print(check(b"", timeout=20).hex())
    except grpc.RpcError as error:
        print(error.code().name)
    """

  /// Puts an identity where other programs read it.
  private func keep(_ identity: Identity, in folder: TemporaryFolder) throws {
    try folder.write(Array(try identity.certificatePEM().utf8), to: "certificate.pem")
    let key = try identity.withPrivateKeyPEM { key in key.indices.map { key[$0] } }
    try folder.write(key, to: "key.pem")
  }

  /// What grpcio is answered when it shows an identity.
  private func answer(_ daemon: RunningDaemon, to identity: Identity) throws -> [String] {
    let folder = daemon.folder
    try keep(identity, in: folder)
    let root = #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }
    return try RunningProgram.run(
      "/usr/bin/env", ["python3", "-c", Self.script, "\(daemon.node)", folder.path],
      environment: ["PATH": "/usr/bin:/bin", "PYTHONPATH": root + "/.build/peers/python"]
    ).lines
  }

  @Test func `grpcio gets through with a pinned key, and not with another`() async throws {
    let folder = try TemporaryFolder()
    let visitor = try await KnownVisitor(to: folder)
    let daemon = try RunningDaemon(in: folder)
    #expect(try answer(daemon, to: visitor.identity) == ["0801"])
    let stranger = try Identity.make(
      commonName: "visitor", validity: #require(Validity(notBefore: 0)))
    #expect(try answer(daemon, to: stranger) == ["UNAVAILABLE"])
  }

  @Test func `OpenSSL takes the certificate, and shakes hands with a pinned key`() async throws {
    let folder = try TemporaryFolder()
    let visitor = try await KnownVisitor(to: folder)
    let daemon = try RunningDaemon(in: folder)
    try keep(visitor.identity, in: folder)
    let ending = try RunningProgram.run(
      "/usr/bin/openssl",
      [
        "s_client", "-connect", "\(daemon.node)", "-tls1_3", "-alpn", "h2", "-CAfile",
        folder.file("device.pem"), "-cert", folder.file("certificate.pem"), "-key",
        folder.file("key.pem"), "-verify_return_error", "-verify_hostname", "localhost",
      ])
    #expect(ending.output.contains("ALPN protocol: h2"))
    #expect(ending.output.contains("Verify return code: 0 (ok)"))
    #expect(ending.exitCode == 0)
  }
}
