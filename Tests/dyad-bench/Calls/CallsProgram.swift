private import Glibc

/// Programs that `Tools/bench-rpc` and `Tools/fence` start.
enum CallsProgram: String {
  /// A server under the load of others, until its standard input ends.
  case server = "rpc-server"
  /// One stream of messages through TLS.
  case stream = "rpc-stream"
  /// Unary calls, one after the other, client and server in this process.
  case calls = "rpc-calls"
  /// The hot paths, each between two marks.
  case fence

  static let usage = """
    usage: dyad-bench rpc-server [--tls | --loops N]
           dyad-bench rpc-stream --bytes N [--up]
           dyad-bench rpc-calls --count N
           dyad-bench fence
    """

  /// Runs until all is done.
  ///
  /// - Parameter words: the arguments behind the program's name.
  /// - Throws: what goes wrong, or is wrong with the arguments.
  func run(_ words: ArraySlice<String>) async throws {
    let words = Array(words)
    switch (self, words.count) {
    case (.server, 0): try await EchoServer.run(usesTLS: false, loops: 1)
    case (.server, 1) where words[0] == "--tls": try await EchoServer.run(usesTLS: true, loops: 1)
    case (.server, 2) where words[0] == "--loops":
      try await EchoServer.run(usesTLS: false, loops: Self.number(words[1]))
    case (.stream, 2...) where words[0] == "--bytes":
      guard words.count == 2 || (words.count == 3 && words[2] == "--up") else { throw Self.misuse }
      try await StreamCopy(bytes: Self.number(words[1]), isUp: words.count == 3).run()
    case (.calls, 2) where words[0] == "--count":
      try await CountedCalls.run(Self.number(words[1]))
    case (.fence, 0): try await Fence.run()
    default: throw Self.misuse
    }
  }

  private static var misuse: BenchError {
    BenchError("these arguments say nothing that can be run")
  }

  private static func number(_ text: String) throws(BenchError) -> Int {
    guard let number = Int(text), number > 0 else { throw misuse }
    return number
  }

  /// Returns when the standard input has ended.
  static func waitForEndOfInput() {
    var byte: UInt8 = 0
    while unsafe read(STDIN_FILENO, &byte, 1) > 0 {}
  }

  /// Never returns; other threads end the process.
  static func waitForever() -> Never {
    while true { _ = pause() }
  }
}
