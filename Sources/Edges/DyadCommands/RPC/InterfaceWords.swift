internal import CommandLineCore

/// Whose services are meant, as the words of a command line say: those of a server, or of a file.
struct InterfaceWords: Sendable {
  /// A service, a method or another name.
  let name: String?
  private let protosets: [String]
  private let connection: ConnectionWords?

  /// Reads the words; a server is needed where there is no file.
  init(_ arguments: ParsedArguments, name nameArgument: Argument) throws {
    protosets = arguments.values(.protoset)
    let target = try TargetWords(
      arguments, name: nameArgument, needsServer: protosets.isEmpty)
    name = target.name
    connection = try target.endpoint.map {
      try ConnectionWords(arguments, to: target, at: $0)
    }
  }

  /// Lends what tells of the services for the length of a closure.
  func withSource(_ body: (any DescriptorSource) async throws -> Void) async throws {
    guard protosets.isEmpty, let connection else {
      return try await body(try ProtosetSource(protosets))
    }
    try await connection.withCaller { try await body(ReflectionSource($0)) }
  }
}
