internal import CommandLineCore
internal import RPCCore
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore

/// Runs cases against a server, and says of each what came of it.
struct CallCommand {
  private static let target = Option(
    "target", value: "HOST:PORT|unix:PATH", help: "Where the server is")
  private static let chosen = Option(
    "case", value: "NAME", help: "The case; 'list' shows their names", default: "all",
    completion: .words(["all", "list"] + InteropCase.all.map(\.name)))
  private static let skip = Option("skip", value: "A,B", help: "Of all cases, not these")
  private static let tls = Option("tls", help: "Speak TLS")
  private static let ca = Option(
    "ca", value: "F", help: "Trust the certificates in F (PEM), for the server's name",
    completion: .file)
  private static let pin = Option(
    "pin", value: "FINGERPRINT", help: "Trust the server with this key, whatever its name")
  private static let insecure = Option("insecure", help: "Trust whoever answers")
  private static let name = Option("name", value: "NAME", help: "Expect this name of the server")
  private static let certificate = Option(
    "cert", value: "F", help: "Show this certificate (PEM)", completion: .file)
  private static let key = Option(
    "key", value: "F", help: "The certificate's key (PEM)", completion: .file)

  static let command = Command(
    "call", summary: "Call grpc.testing.TestService and judge the answers",
    discussion: """
      Prints a line a case, 'ok NAME' or 'FAILED NAME: why', and exits with 1 if one has failed. \
      Every case has a connection of its own.
      """,
    examples: [.init("rpc-interop call --target 127.0.0.1:8080", "run all cases")],
    options: [target, chosen, skip, tls, ca, pin, insecure, name, certificate, key])

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  func run() async throws -> ExitCode {
    guard arguments.value(Self.chosen) != "list" else {
      for each in InteropCase.all { try InteropProgram.print(each.name) }
      return .success
    }
    let configuration = try configuration()
    let loop = try EventLoop(name: "call")
    var hasFailed = false
    for each in try chosenCases() {
      do {
        try await HTTP2Client.withClient(configuration, on: loop) { client in
          try await each.run(Caller(client))
        }
        try InteropProgram.print("ok \(each.name)")
      } catch {
        hasFailed = true
        let why = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
        try InteropProgram.print("FAILED \(each.name): \(why)")
      }
    }
    await loop.shutdown()
    return hasFailed ? .failure : .success
  }

  private func chosenCases() throws -> [InteropCase] {
    let skipped = Set((arguments.value(Self.skip) ?? "").split(separator: ",").map(String.init))
    let wanted = arguments.value(Self.chosen) ?? "all"
    let names = InteropCase.all.map(\.name)
    for name in skipped.union(wanted == "all" ? [] : [wanted]) where !names.contains(name) {
      throw CommandLineError(
        .usage, operation: "run '\(name)'", detail: "there is no such case",
        advice: "see --case list")
    }
    return InteropCase.all.filter {
      wanted == "all" ? !skipped.contains($0.name) : $0.name == wanted
    }
  }

  private func configuration() throws -> ClientConfiguration {
    guard let target = arguments.value(Self.target) else {
      throw arguments.unusable(Self.target, "it is missing")
    }
    guard let endpoint = Endpoint(target) else {
      throw arguments.unusable(Self.target, "expected HOST:PORT or unix:PATH")
    }
    guard arguments.has(Self.tls) else { return ClientConfiguration(endpoint, .plain) }
    let identity = try PEMFile.identity(
      certificate: arguments.value(Self.certificate), key: arguments.value(Self.key))
    let configuration = try TLSConfiguration.client(trusting: trust(), identity: identity)
    let name = arguments.value(Self.name)
    var result = ClientConfiguration(endpoint, .tls(configuration, serverName: name))
    result.authority = name
    return result
  }

  private func trust() throws -> ServerTrust {
    if let path = arguments.value(Self.ca) { return .roots(pem: try PEMFile.read(path)) }
    if let text = arguments.value(Self.pin) { return .pinned([try PEMFile.fingerprint(text)]) }
    return arguments.has(Self.insecure) ? .insecure : .system
  }
}
