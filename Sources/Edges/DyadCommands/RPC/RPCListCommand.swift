internal import CommandLineCore
internal import CommandSupport
internal import ProtobufWire
internal import TextFormats

/// `dyad rpc list`: the services of a server, or the methods of a service.
struct RPCListCommand: RPCCommand {
  static let command = Command(
    "list", summary: "List the services of a server, or the methods of a service",
    discussion: "With --protoset and without ADDRESS the services of a file are listed.",
    examples: [
      .init("dyad rpc list localhost:7443 --insecure", "the services of a server"),
      .init(
        "dyad rpc list --unix /run/app.sock grpc.health.v1.Health", "the methods of a service"),
      .init("dyad rpc list --protoset app.binpb --json", "what a file declares, for a program"),
    ], arguments: [.address, .listedService])

  private let interface: InterfaceWords
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    interface = try InterfaceWords(arguments, name: .listedService)
    isJSON = arguments.has(.json)
  }

  func run(on console: Console) async throws {
    try await interface.withSource { source in
      guard let name = interface.name else {
        return try write(services: try await source.services(), on: console)
      }
      try write(methodsOf: try await NameFinder(source: source).service(name), on: console)
    }
  }

  private func write(services: [String], on console: Console) throws {
    let lines = services.map { name in
      isJSON
        ? JSONText.line(.object([.init("service", .string(name))])) : TerminalText.clean(name)
    }
    try console.write(lines.map { $0 + "\n" }.joined())
  }

  private func write(methodsOf service: ServiceDescriptor, on console: Console) throws {
    let lines = service.methods.map { method in
      let path = "\(service.fullName)/\(method.name)"
      guard isJSON else { return TerminalText.clean(path) }
      return JSONText.line(
        .object([
          .init("method", .string(path)), .init("input", .string(method.inputType)),
          .init("output", .string(method.outputType)),
          .init("clientStreaming", .bool(method.isClientStreaming)),
          .init("serverStreaming", .bool(method.isServerStreaming)),
        ]))
    }
    try console.write(lines.map { $0 + "\n" }.joined())
  }
}

extension Argument {
  static let listedService = Argument(
    "SERVICE", help: "A service, with its package", isRequired: false)
}
