internal import TestSupport

/// Runs curl against a server of the tests.
enum Curl {
  /// Sends one request.
  ///
  /// - Parameters:
  ///   - words: what to send, and what to tell.
  ///   - path: what is asked for.
  ///   - server: whom to ask.
  ///   - way: how to reach it.
  /// - Returns: what curl said.
  /// - Throws: when it cannot be run.
  static func run(
    _ words: [String], path: String, _ server: InteropServer.Running, over way: Way
  ) throws -> RunningProgram.Ending {
    let certificates = try Certificates.shared()
    var all = ["curl", "--silent", "--show-error", "--noproxy", "*", "--max-time", "20"] + words
    if way == .mutualTLS {
      all += ["--cert", certificates.certificate("client"), "--key", certificates.key("client")]
    }
    switch way {
    case .plain: all += ["--http2-prior-knowledge", "http://127.0.0.1:\(server.port)\(path)"]
    case .unix:
      all += ["--http2-prior-knowledge", "--unix-socket", server.socket, "http://localhost\(path)"]
    case .tls, .mutualTLS:
      all += ["--http2", "--cacert", certificates.certificate("server")]
      all += ["--resolve", "peer.local:\(server.port):127.0.0.1"]
      all += ["https://peer.local:\(server.port)\(path)"]
    }
    return try Peers.run(all)
  }
}
