internal import CommandLineCore
internal import SystemCore

/// Which server is meant, and which of its names.
struct TargetWords: Hashable, Sendable {
  /// Where the server is; `nil` where nothing is asked of one.
  private(set) var endpoint: Endpoint?
  /// A service, a method or another name.
  let name: String?

  /// Tells the words of a command line apart.
  ///
  /// - Parameters:
  ///   - arguments: Their first value is an address, unless there is `--unix`.
  ///   - nameArgument: What the name is called.
  ///   - needsServer: Whether nothing can be done without one.
  /// - Throws: For words that are no address, and for too few or too many of them.
  init(
    _ arguments: ParsedArguments, name nameArgument: Argument, needsServer: Bool = true
  ) throws(CommandLineError) {
    var words = [arguments.value(.address), arguments.value(nameArgument)].compactMap { $0 }[...]
    if let path = arguments.value(.unixSocket) {
      guard words.count < 2 else {
        throw arguments.unusable(.unixSocket, "it is given in place of ADDRESS")
      }
      guard let endpoint = Endpoint("unix:\(path)") else {
        throw arguments.unusable(
          .unixSocket, "a path has 1 to \(SocketAddress.longestPath) bytes")
      }
      self.endpoint = endpoint
    } else if needsServer || words.count == 2 || words.first?.contains(":") == true {
      guard let word = words.popFirst() else {
        throw arguments.unusable(.address, "it is missing")
      }
      endpoint = try Self.endpoint(word, arguments)
    }
    name = words.first
  }

  private static func endpoint(
    _ word: String, _ arguments: ParsedArguments
  ) throws(CommandLineError) -> Endpoint {
    if let endpoint = Endpoint(word) { return endpoint }
    var error = arguments.unusable(.address, "expected HOST:PORT, [IPV6]:PORT or unix:PATH")
    if word.contains("://") {
      error.advice = "Leave out what stands before the host, and name the port."
    } else if word.contains("/") {
      error.advice = "A socket is written 'unix:\(TerminalText.quotable(word))'."
    } else if !word.contains(":") {
      error.advice = "Name the port: '\(TerminalText.quotable(word)):443', say."
    }
    throw error
  }

  /// The host that a certificate has to be for, unless another name is given.
  var host: String? {
    switch endpoint {
    case .name(let host, _): host
    case .address(.unix): "localhost"
    case .address(let address):
      // "127.0.0.1:80" or "[::1]:80".
      String(address.description.prefix(upToLast: ":").drop { $0 == "[" }.prefix { $0 != "]" })
    case nil: nil
    }
  }

  /// Whether it is on this machine's file system.
  var isUnix: Bool {
    if case .address(let address) = endpoint { address.isUnix } else { false }
  }
}

extension String {
  fileprivate func prefix(upToLast character: Character) -> Substring {
    lastIndex(of: character).map { self[..<$0] } ?? self[...]
  }
}
