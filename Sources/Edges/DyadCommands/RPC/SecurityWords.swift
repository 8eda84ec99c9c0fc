internal import CommandLineCore
internal import CommandSupport
internal import RPCHTTP2
internal import SystemCore
internal import TLSCore

/// What is to lie between here and the server, as the words of a command line say.
enum SecurityWords: Hashable, Sendable {
  case plain
  case tls(TLSWords)

  /// Reads the options; files are opened later.
  init(_ arguments: ParsedArguments, isUnix: Bool) throws(CommandLineError) {
    let given = RPCOptions.transport.first { arguments.has($0) }
    if arguments.has(.plaintext) {
      if let given { throw arguments.unusable(given, "--plaintext excludes it") }
      self = .plain
    } else if isUnix, given == nil {
      self = .plain
    } else {
      self = .tls(try TLSWords(arguments))
    }
  }

  /// Whether a certificate is shown to the server.
  var showsCertificate: Bool {
    if case .tls(let words) = self { words.certificateFile != nil } else { false }
  }

  /// Reads the files and makes of them what a client takes.
  ///
  /// - Parameter host: The name that the server has to prove, unless another is given.
  /// - Returns: What lies between.
  /// - Throws: For files that cannot be read, or hold something else.
  func security(host: String?) throws -> ClientSecurity {
    switch self {
    // Whoever says --plaintext has been told what that means.
    case .plain: .plainAnywhere
    case .tls(let words):
      .tls(try words.configuration(), serverName: words.serverName ?? host)
    }
  }
}

/// Which server is believed, and what is shown to it.
struct TLSWords: Hashable, Sendable {
  private enum Trust: Hashable {
    case system
    case authorities(file: String)
    case pins(Set<PublicKeyFingerprint>)
    case anybody
  }

  /// All authorities that are in use take 220 kB.
  private static let mostBytes = 4 << 20

  /// The name that the server has to prove.
  let serverName: String?
  private let trust: Trust
  fileprivate let certificateFile: String?
  private let keyFile: String?

  fileprivate init(_ arguments: ParsedArguments) throws(CommandLineError) {
    serverName = arguments.value(.serverName)
    certificateFile = arguments.value(.certificate)
    keyFile = arguments.value(.key) ?? certificateFile
    guard certificateFile != nil || keyFile == nil else {
      throw arguments.unusable(.key, "it needs --cert")
    }
    let ways = [Option.authorities, .pin, .insecure].filter { arguments.has($0) }
    guard ways.count < 2 else {
      throw arguments.unusable(ways[1], "\(ways[0].spelling) excludes it")
    }
    trust =
      if let file = arguments.value(.authorities) {
        .authorities(file: file)
      } else if arguments.has(.pin) {
        .pins(try Self.pins(arguments))
      } else {
        arguments.has(.insecure) ? .anybody : .system
      }
  }

  private static func pins(
    _ arguments: ParsedArguments
  ) throws(CommandLineError) -> Set<PublicKeyFingerprint> {
    var pins: Set<PublicKeyFingerprint> = []
    for text in arguments.values(.pin) {
      guard let pin = PublicKeyFingerprint(text) else {
        throw arguments.unusable(
          .pin, "expected sha256// and 44 characters of base64, or 64 hexadecimal digits")
      }
      pins.insert(pin)
    }
    return pins
  }

  fileprivate func configuration() throws -> TLSConfiguration {
    let identity = try identity()
    let trust: ServerTrust =
      switch trust {
      case .system: .system
      case .authorities(let file):
        .roots(pem: try OptionFile.read(file, for: .authorities, atMost: Self.mostBytes))
      case .pins(let pins): .pinned(pins)
      case .anybody: .insecure
      }
    do throws(TLSError) {
      return try .client(trusting: trust, identity: identity)
    } catch {
      let option: Option = if case .roots = trust { .authorities } else { .certificate }
      throw Self.failure(error, option)
    }
  }

  private func identity() throws -> Identity? {
    guard let certificateFile, let keyFile else { return nil }
    let certificate = try OptionFile.read(
      certificateFile, for: .certificate, atMost: Self.mostBytes)
    // A pipe can be read once.
    let key =
      keyFile == certificateFile
      ? certificate : try OptionFile.read(keyFile, for: .key, atMost: Self.mostBytes)
    do throws(TLSError) {
      return try Identity(certificatePEM: certificate, privateKeyPEM: key)
    } catch {
      throw Self.failure(error, .certificate)
    }
  }

  private static func failure(_ error: TLSError, _ option: Option) -> ProgramFailure {
    let advice: String? =
      switch (option, error.code) {
      case (.authorities, _): "Give a file with certificates in PEM."
      case (_, .keyMismatch): "Give the key of the certificate with --key."
      default: "Give a certificate and its private key in PEM, the key without a password."
      }
    return ProgramFailure(
      .invalidInput, "cannot use \(option.spelling): \(error.detail)", advice: advice)
  }
}
