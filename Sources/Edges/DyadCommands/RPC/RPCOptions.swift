internal import CommandLineCore

/// The options of `dyad rpc`.
enum RPCOptions {
  /// Those that say which server is meant and how it is spoken to.
  static let connection: [Option] =
    [.unixSocket, .plaintext] + transport + [
      .authority, .header, .maximumTime, .connectTimeout, .maximumMessageSize, .protoset, .verbose,
    ]

  /// Those that only TLS has a use for.
  static let transport: [Option] = [
    .authorities, .certificate, .key, .serverName, .insecure, .pin,
  ]
}

extension Option {
  static let unixSocket = Option(
    "unix", value: "PATH", help: "Use the Unix socket at PATH; ADDRESS is then left out",
    completion: .file)
  static let plaintext = Option(
    "plaintext", help: "Speak without TLS: whoever is in between can read and change all")
  static let authorities = Option(
    "cacert", value: "FILE", help: "Believe the authorities in a PEM file instead of the system's",
    completion: .file)
  static let certificate = Option(
    "cert", value: "FILE", help: "Show the certificate in a PEM file", completion: .file)
  static let key = Option(
    "key", value: "FILE", help: "The private key of --cert, where it is in another file",
    completion: .file)
  static let serverName = Option(
    "servername", value: "NAME", help: "The name that the server has to prove, if not its host")
  static let insecure = Option(
    "insecure", help: "Believe every certificate: whoever is in between can read and change all")
  static let pin = Option(
    "pin", value: "sha256//BASE64",
    help: "Believe the server with this public key, whatever its name", isRepeatable: true)
  static let authority = Option(
    "authority", value: "NAME", help: "What calls name as the server, if not its host and port")
  static let header = Option(
    "header", short: "H", value: "HEADER",
    help: "Send 'NAME: VALUE' as metadata, in base64 for names in -bin; @FILE has one on each line",
    isRepeatable: true)
  static let maximumTime = Option(
    "max-time", value: "SECONDS", help: "Give up after so long, all in all")
  static let connectTimeout = Option(
    "connect-timeout", value: "SECONDS", help: "Give up connecting to an address after so long",
    default: "10")
  static let maximumMessageSize = Option(
    "max-message-size", value: "BYTES", help: "The longest message that is received",
    default: "4194304")
  static let protoset = Option(
    "protoset", value: "FILE", help: "Read descriptors from FILE instead of asking the server",
    isRepeatable: true, completion: .file)
  static let verbose = Option(
    "verbose", short: "v", help: "Show headers, trailers and counts on standard error")
}

extension Argument {
  static let address = Argument(
    "ADDRESS", help: "HOST:PORT, [IPV6]:PORT or unix:PATH", isRequired: false)
}
