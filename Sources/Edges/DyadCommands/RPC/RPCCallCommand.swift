internal import CommandLineCore
internal import CommandSupport
internal import DynamicMessages
internal import RPCCore
internal import RPCHTTP2
internal import TextFormats

/// `dyad rpc call`: makes one call.
struct RPCCallCommand: RPCCommand {
  static let command = Command(
    "call", summary: "Make a call, with JSON for messages in and out",
    discussion: """
      -d gives the message as JSON, or @FILE to read it from a file and @- for standard input; without \
      -d an empty message is sent, or none where the method takes many. Where it takes many, JSON \
      values follow each other, with or without space between, and each is sent as soon as it was read.

      Answers are printed as they come, indented for people, or one on each line with --json.

      A status other than OK is printed to standard error as 'ERROR: Code: NOT_FOUND' with its message \
      and details, with --json as one line of JSON. The exit code is then 3 for NOT_FOUND, 4 for \
      PERMISSION_DENIED and UNAUTHENTICATED, and 1 for every other status. JSON that does not fit the \
      message ends with 7.
      """,
    examples: [
      .init(
        #"dyad rpc call localhost:7443 grpc.health.v1.Health/Check -d '{"service":""}'"#,
        "make a call with one message"),
      .init(
        "dyad rpc call localhost:7443 -H @token app.v1.Notes/Add -d @- --max-time 5",
        "send the messages of standard input, with metadata from a file, for 5 seconds at most"),
      .init(
        "dyad rpc call --unix app.sock app.v1.Notes/Watch --json",
        "print what comes, one message on each line"),
    ], options: [.data, .emitDefaults, .allowUnknownFields, .gzip], arguments: [.address, .method])

  private let connection: ConnectionWords
  private let protosets: [String]
  private let method: MethodWord
  private let data: DataWord?
  private let transcoding: MessageTranscoder.Options
  private let compresses: Bool
  private let isJSON: Bool
  private let isVerbose: Bool

  init(_ arguments: ParsedArguments) throws {
    let target = try TargetWords(arguments, name: .method)
    guard let endpoint = target.endpoint, let name = target.name else {
      throw arguments.unusable(.method, "it is missing")
    }
    guard let method = MethodWord(name) else {
      throw arguments.unusable(.method, "expected SERVICE/METHOD, the service with its package")
    }
    self.method = method
    connection = try ConnectionWords(arguments, to: target, at: endpoint)
    protosets = arguments.values(.protoset)
    data = arguments.value(.data).map(DataWord.init)
    var transcoding = MessageTranscoder.Options()
    transcoding.showsDefaults = arguments.has(.emitDefaults)
    transcoding.ignoresUnknownMembers = arguments.has(.allowUnknownFields)
    self.transcoding = transcoding
    compresses = arguments.has(.gzip)
    isJSON = arguments.has(.json)
    isVerbose = arguments.has(.verbose)
  }

  func run(on console: Console) async throws {
    let protoset = protosets.isEmpty ? nil : try ProtosetSource(protosets)
    let input = try data?.input(console)
    try await connection.withCaller { caller in
      let source: any DescriptorSource = protoset ?? ReflectionSource(caller)
      let found = try await NameFinder(source: source).method(method)
      let pool = try await source.pool()
      var options = caller.options
      if compresses { options.compressor = GzipCompressor(.gzip) }
      let call = OpenedCall(
        caller: caller, options: options, service: found.service, method: found.method,
        codec: MessageCodec(source, pool, options: transcoding), input: input,
        view: CallView(console: console, isJSON: isJSON, isVerbose: isVerbose))
      try await call.run(declaredIn: pool)
    }
  }
}

/// Where the messages of a call come from, as it is typed.
private enum DataWord: Hashable {
  case text(String)
  case file(String)
  case standardInput

  init(_ word: String) {
    self =
      if word == "@" || word == "@-" {
        .standardInput
      } else if word.hasPrefix("@") {
        .file(String(word.dropFirst()))
      } else {
        .text(word)
      }
  }

  func input(_ console: Console) throws -> JSONInput {
    switch self {
    case .text(let text): JSONInput(.text(Array(text.utf8)), named: "-d")
    case .file(let path):
      JSONInput(
        .file(try OptionFile.open(path, for: .data)), named: TerminalText.quotable(path))
    case .standardInput: JSONInput(.console(console), named: "standard input")
    }
  }
}

extension Option {
  static let data = Option(
    "data", short: "d", value: "JSON", help: "Send these messages, those in @FILE, or @- for input",
    completion: .file)
  static let emitDefaults = Option(
    "emit-defaults", help: "Show fields that are not there with what they stand for")
  static let allowUnknownFields = Option(
    "allow-unknown-fields", help: "Pass over members that the message has no field for")
  static let gzip = Option("gzip", help: "Compress the messages that are sent")
}

extension Argument {
  static let method = Argument("METHOD", help: "SERVICE/METHOD to call", isRequired: false)
}
