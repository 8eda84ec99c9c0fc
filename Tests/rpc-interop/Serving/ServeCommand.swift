internal import CommandLineCore
internal import DyadServices
internal import ProtobufWire
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore

/// Serves until a signal comes, or the standard input ends.
struct ServeCommand {
  private static let port = Option(
    "port", value: "N", help: "Listen at this port of 127.0.0.1; 0 takes a free one", default: "0")
  private static let unix = Option(
    "unix", value: "PATH", help: "Listen at a socket of the file system instead")
  private static let tls = Option("tls", help: "Speak TLS; --cert alone says so, too")
  private static let certificate = Option(
    "cert", value: "F", help: "Show this certificate (PEM)", completion: .file)
  private static let key = Option(
    "key", value: "F", help: "The certificate's key (PEM)", completion: .file)
  private static let clientCA = Option(
    "client-ca", value: "F", help: "Want a client certificate that is in F (PEM)",
    completion: .file)
  private static let pin = Option(
    "pin", value: "FINGERPRINT", help: "Want a client certificate with this key")
  private static let requireCertificate = Option(
    "require-client-cert", help: "Want a client certificate, whichever")
  private static let descriptors = Option(
    "descriptors", value: "F", help: "Show these descriptors (protoc) by reflection, too",
    completion: .file)
  private static let loops = Option(
    "loops", value: "N", help: "How many threads serve connections", default: "1")
  private static let echo = Option("echo", help: "Serve dyad.bench.Echo alone")
  private static let untilInputEnds = Option(
    "until-stdin-closes", help: "End when the standard input does")

  static let command = Command(
    "serve", summary: "Serve grpc.testing.TestService and dyad.bench.Echo",
    discussion: """
      Health checking and reflection are there, too. \
      Prints 'listening PORT', or 'listening unix', once it can be called. A signal to end lets the \
      calls in progress end first.
      """,
    examples: [.init("rpc-interop serve --port 8080", "serve without TLS")],
    options: [
      port, unix, tls, certificate, key, clientCA, pin, requireCertificate, descriptors, loops,
      echo, untilInputEnds,
    ])

  private static let mostLoops = 64
  private static let largestDescriptors = 1 << 20

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  func run() async throws -> ExitCode {
    let signals = TerminationSignals()
    let count = try arguments.integer(Self.loops, in: 1...Self.mostLoops) ?? 1
    var loops: [EventLoop] = []
    for number in 0..<count { loops.append(try EventLoop(name: "serve \(number)")) }
    let server = HTTP2Server(on: loops)
    let health = HealthService(
      ServiceHealth(
        services: [TestMethods.service, BenchEcho.method.path.service], status: .serving))
    let router = try router(health)
    let address = try server.listen(at: wantedAddress(), security())
    @Sendable func beginShutdown() {
      health.beginShutdown()
      server.beginShutdown()
    }
    // Nobody waits for these two: they end with the process, because what they wait for may never
    // come.
    Task {
      for await _ in signals.arrivals { beginShutdown() }
    }
    if arguments.has(Self.untilInputEnds) {
      let loop = try EventLoop(name: "input")
      Task(executorPreference: loop) {
        while (try? Descriptor.standardInput.nextChunk())?.isEmpty == false {}
        beginShutdown()
      }
    }
    try InteropProgram.print("listening \(address.port.map { "\($0)" } ?? "unix")")
    try await server.run(router)
    return .success
  }

  private func router(_ health: HealthService) throws -> Router {
    var router = Router()
    BenchEcho.add(to: &router)
    guard !arguments.has(Self.echo) else { return router }
    TestService.add(to: &router)
    router.add(health)
    var files = try ServedDescriptors.pool().files
    if let path = arguments.value(Self.descriptors) {
      let bytes = try FileSystem.readFile(path, atMost: Self.largestDescriptors)
      files += try DescriptorPool(decodingSet: bytes).files
    }
    let pool = try DescriptorPool(files)
    router.addReflection(of: pool)
    return router
  }

  private func wantedAddress() throws -> SocketAddress {
    if let path = arguments.value(Self.unix) { return .unix(path: path) }
    let port = try arguments.integer(Self.port, in: 0...65_535) ?? 0
    return .loopback(port: UInt16(port))
  }

  private func security() throws -> ServerSecurity {
    let identity = try PEMFile.identity(
      certificate: arguments.value(Self.certificate), key: arguments.value(Self.key))
    guard let identity else {
      guard !arguments.has(Self.tls), !arguments.has(Self.certificate) else {
        throw CommandLineError(
          .usage, operation: "speak TLS", detail: "--cert and --key are both needed")
      }
      return .plain
    }
    return .tls(try .server(identity: identity, clients: clients()))
  }

  private func clients() throws -> ClientCertificates {
    if let path = arguments.value(Self.clientCA) {
      let trusted = try PEMFile.certificates(in: path)
      return .required { trusted.contains($0.encoded) ? .accepted : .refused }
    }
    if let text = arguments.value(Self.pin) {
      let key = try PEMFile.fingerprint(text)
      return .required { $0.fingerprint == key ? .accepted : .refused }
    }
    return arguments.has(Self.requireCertificate) ? .required { _ in .accepted } : .none
  }
}
