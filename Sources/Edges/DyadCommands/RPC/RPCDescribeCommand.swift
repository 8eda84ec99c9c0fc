internal import CommandLineCore
internal import CommandSupport
internal import DynamicMessages
internal import ProtobufWire
internal import TextFormats

/// `dyad rpc describe`: what services, methods and messages look like.
struct RPCDescribeCommand: RPCCommand {
  static let command = Command(
    "describe", summary: "Show how services, methods and messages are declared",
    discussion: """
      Prints what a .proto file would say. SYMBOL is a service, message, enum, method or file; without \
      one, all services are shown. With --template a message, or that which a method takes, is shown \
      as JSON that 'dyad rpc call' takes.
      """,
    examples: [
      .init("dyad rpc describe localhost:7443 --insecure", "all services of a server"),
      .init(
        "dyad rpc describe localhost:7443 grpc.health.v1.Health/Check --template",
        "what to send to a method"),
    ], options: [.template], arguments: [.address, .symbol])

  private let interface: InterfaceWords
  private let showsTemplate: Bool
  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws {
    interface = try InterfaceWords(arguments, name: .symbol)
    showsTemplate = arguments.has(.template)
    isJSON = arguments.has(.json)
    guard !showsTemplate || interface.name != nil else {
      throw arguments.unusable(.template, "it needs SYMBOL")
    }
  }

  func run(on console: Console) async throws {
    try await interface.withSource { source in
      let symbols = try await symbols(of: source)
      for (index, symbol) in symbols.enumerated() {
        let description = try await SymbolDescription(of: symbol, in: source)
        let text = try text(of: description)
        try console.write(index > 0 && !isJSON ? "\n\(text)" : text)
      }
    }
  }

  private func symbols(of source: any DescriptorSource) async throws -> [String] {
    if let name = interface.name { return [name] }
    return try await source.services()
  }

  private func text(of description: SymbolDescription) throws(ProgramFailure) -> String {
    if isJSON { return JSONText.line(description.json(showsTemplate: showsTemplate)) + "\n" }
    guard showsTemplate else { return description.proto }
    guard let template = description.template else {
      throw ProgramFailure(
        .usage, "cannot use --template: \(TerminalText.clean(description.symbol)) is no message",
        advice: "Name a message, or a method for the one that it takes.")
    }
    return JSONText.lines(template).map { $0 + "\n" }.joined()
  }
}

extension Option {
  static let template = Option("template", help: "Show a message as JSON with all of its fields")
}

extension Argument {
  static let symbol = Argument(
    "SYMBOL", help: "A service, message, enum, method or file", isRequired: false)
}
