internal import RPCHTTP2

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

  /// What is known beside the words.
  struct Facts: Sendable {
    let transport: Transport
    /// Whether a certificate is shown to the server.
    let showsCertificate: Bool
    /// What became of the connections.
    let failures: ConnectionFailures
  }

  /// A sentence for `reason`, or `nil` where there is nothing to say.
  static func text(for reason: String, _ facts: Facts) -> String? {
    switch facts.failures.first {
    case .certificateRefused where facts.showsCertificate:
      return
        "The server does not trust the certificate shown with --cert: have it made known there, "
        + "or show another."
    case .certificateRevoked where facts.showsCertificate:
      return
        "The server trusted the certificate shown with --cert once, and does no more: have a new "
        + "one made known there."
    case .certificateRefused, .certificateRevoked, .certificateRequired: return wantsCertificate
    case .serverRefused, .unreachable, .other, nil: return words(for: reason, facts)
    }
  }

  private static let wantsCertificate =
    "The server may want a certificate that it knows: show it with --cert and --key."

  private static func words(for reason: String, _ facts: Facts) -> String? {
    let transport = facts.transport
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
    case .tls: return tlsText(says, facts)
    }
  }

  private static func tlsText(_ says: ([String]) -> Bool, _ facts: Facts) -> String? {
    // With TLS 1.3 the client is through before the server looks at its certificate.
    if says(["cannot read to the end"]) || says(["certificate required", "no certificate"]) {
      return wantsCertificate
    }
    // It speaks TLS, and ends the connection after that.
    if facts.failures.hasReached { return facts.showsCertificate ? nil : wantsCertificate }
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
