/// What to do about a server that cannot be connected to.
///
/// A transport says in words why it gave up, since no program could do anything about it. Words that
/// change cost the advice alone.
enum ConnectionAdvice {
  /// How the server is spoken to.
  enum Transport: Sendable {
    case plain
    case unix
    case tls
  }

  /// A sentence for `reason`, or `nil` where there is nothing to say.
  static func text(for reason: String, over transport: Transport) -> String? {
    func says(_ words: [String]) -> Bool { words.contains { reason.contains($0) } }
    // What ends later was no matter of how it began.
    guard says(["cannot connect to"]) else { return nil }
    if says(["(ECONNREFUSED)", "(ENOENT)"]) {
      return transport == .unix
        ? "Is the server running, and is that its socket?"
        : "Is the server running, and is that its port?"
    }
    if says(["look up"]) { return "Is the name right?" }
    if says(["in time"]) { return "Allow more with --connect-timeout." }
    // Whoever takes offence at what we speak hangs up; other reasons are the network's.
    guard says(["(ECONNRESET)", "(EPIPE)"]) || !says(["(E"]) else { return nil }
    switch transport {
    case .unix: return nil
    case .plain: return "If the server speaks TLS, leave --plaintext out."
    case .tls: return tlsText(says)
    }
  }

  private static func tlsText(_ says: ([String]) -> Bool) -> String? {
    // With TLS 1.3 the client is through before the server looks at its certificate.
    if says(["cannot read to the end"]) || says(["certificate required", "no certificate"]) {
      return "The server may want a certificate that it knows: show it with --cert and --key."
    }
    // Frames of HTTP/2 where TLS was expected; or a server that hung up on ours.
    if says([
      "wrong version number", "http request", "packet length", "stop in the middle", "(ECONNRESET)",
    ]) {
      return "The server seems to speak without TLS: if that is meant, say --plaintext."
    }
    if says(["mismatch"]) { return "Say with --servername what name the server has to prove." }
    if says(["protocol version"]) { return "The server has to speak TLS 1.3." }
    if says(["certificate"]) {
      return "Name the authority of the server's certificate with --cacert, or its key with --pin."
    }
    return nil
  }
}
