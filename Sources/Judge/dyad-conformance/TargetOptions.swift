internal import CommandLineCore
internal import ConformanceKit

/// The node to be tested, as the command line tells it.
struct TargetOptions {
  let kind: TargetChoice
  /// The role of the node, which is the one that the tool does not play.
  let role: Role
  /// Where the node may call the tool, if it runs already.
  let place: ListeningPlace

  /// Reads the options.
  init(_ arguments: ParsedArguments) throws {
    guard let word = arguments.value(.role) else {
      throw RunFailure(
        .usage, "cannot run cases: --as is missing",
        advice: "Write '--as watch' to test a phone, and '--as phone' to test a watch.")
    }
    guard let own = Role.allCases.first(where: { $0.word == word }) else {
      throw arguments.unusable(.role, "expected watch or phone")
    }
    role = own.other
    place = try Self.place(arguments)
    switch (arguments.value(.target), arguments.value(.exec)) {
    case (let address?, nil): kind = try Self.running(address, arguments)
    case (nil, let words?): kind = try Self.program(words, arguments)
    case (nil, nil):
      throw RunFailure(
        .usage, "cannot run cases: there is no target",
        advice: "Name a node that runs by --target, or a program to start by --exec.")
    case (_?, _?):
      throw RunFailure(.usage, "cannot use --target and --exec together: there is one target")
    }
  }

  /// Whether the tool neither starts nor ends the node.
  var isRunning: Bool {
    switch kind {
    case .running: true
    case .program: false
    }
  }

  /// For reports: without the code.
  var text: String {
    switch kind {
    case .running(let address, _, _, _): address
    case .program(let words, _): words.joined(separator: " ")
    }
  }

  private static func running(
    _ address: String, _ arguments: ParsedArguments
  ) throws -> TargetChoice {
    guard !arguments.has(.virtualTime) else {
      throw RunFailure(.usage, "cannot use --virtual-time with --target: only --exec has a clock")
    }
    guard let parts = parts(of: address), parts.port > 0 else {
      throw arguments.unusable(.target, "expected HOST:PORT")
    }
    let code = arguments.value(.code)
    guard code != nil || arguments.value(.ownerSocket) != nil else {
      throw RunFailure(
        .usage, "cannot pair with the target: --code is missing",
        advice: "Open the node's pairing window and write the code that it shows, or let the tool "
          + "open it by --operator-socket.")
    }
    if let code, code.isEmpty || !code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      throw arguments.unusable(.code, "expected digits")
    }
    return .running(
      address: address, code: code ?? "", operatorSocket: arguments.value(.ownerSocket),
      appSocket: arguments.value(.appSocket))
  }

  private static func parts(of address: String) -> (host: Substring, port: UInt16)? {
    let port = address.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
    let host = address.dropLast(port.utf8.count + 1)
    guard !host.isEmpty, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = UInt16(port)
    else { return nil }
    return (host, number)
  }

  /// A node of another machine calls this one by a number that only its owner knows.
  private static func place(_ arguments: ParsedArguments) throws -> ListeningPlace {
    guard let word = arguments.value(.listen) else {
      let host = arguments.value(.target).flatMap(parts)?.host ?? "localhost"
      return host == "localhost" || host.hasPrefix("127.") ? .loopback : .everywhere
    }
    guard arguments.has(.target) else {
      throw RunFailure(.usage, "cannot use --listen without --target: programs call 127.0.0.1")
    }
    guard let (host, port) = parts(of: word) else {
      throw arguments.unusable(.listen, "expected HOST:PORT")
    }
    return ListeningPlace(host: String(host), port: port)
  }

  private static func program(_ words: String, _ arguments: ParsedArguments) throws -> TargetChoice
  {
    for option in [Option.code, .ownerSocket, .appSocket] where arguments.has(option) {
      throw RunFailure(
        .usage,
        "cannot use \(option.spelling) with --exec: the program itself says where it listens")
    }
    return .program(try CommandWords.split(words), hasVirtualTime: arguments.has(.virtualTime))
  }
}
