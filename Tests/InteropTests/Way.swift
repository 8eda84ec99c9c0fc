internal import Testing

/// How a client reaches a server.
enum Way: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case plain
  case unix
  case tls
  case mutualTLS

  var testDescription: String { rawValue }

  var isTLS: Bool { self == .tls || self == .mutualTLS }

  /// What a server is told, ours or another's.
  func serverWords(_ certificates: Certificates, socket: String) -> [String] {
    let identity = [
      "--cert", certificates.certificate("server"), "--key", certificates.key("server"),
    ]
    return switch self {
    case .plain: []
    case .unix: ["--unix", socket]
    case .tls: identity
    case .mutualTLS: identity + ["--client-ca", certificates.certificate("client")]
    }
  }

  /// What a client is told, ours or another's.
  ///
  /// - Parameters:
  ///   - certificates: whose files it is told of.
  ///   - nameOption: what the option is called that names the server.
  /// - Returns: the words.
  func clientWords(_ certificates: Certificates, nameOption: String) -> [String] {
    let trust = ["--tls", "--ca", certificates.certificate("server"), nameOption, "peer.local"]
    return switch self {
    case .plain, .unix: []
    case .tls: trust
    case .mutualTLS:
      trust + ["--cert", certificates.certificate("client"), "--key", certificates.key("client")]
    }
  }
}
