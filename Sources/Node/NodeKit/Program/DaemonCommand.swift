package import CommandLineCore
internal import NodeLog

extension Option {
  static let state = Option(
    "state", value: "DIR", help: "Keep everything in DIR instead of the user's own folders",
    completion: .directory)
  static let config = Option(
    "config", value: "FILE", help: "Read the configuration in FILE", completion: .file)
  static let role = Option(
    "role", value: "ROLE", help: "What the device is in a pair: phone or watch",
    completion: .words(["phone", "watch"]))
  static let name = Option(
    "name", value: "NAME", help: "What other devices show this one as")
  static let listen = Option(
    "listen", value: "HOST:PORT", help: "Listen there for other nodes, with TLS",
    isRepeatable: true)
  static let socket = Option(
    "socket", value: "PATH", help: "Listen at this Unix socket for apps of this machine",
    completion: .file)
  static let operatorSocket = Option(
    "operator-socket", value: "PATH", help: "Listen at this Unix socket for the owner's commands",
    completion: .file)
  static let activity = Option(
    "activity", value: "WORD",
    help: "Whether a watch works out exercise and hours stood: measured or off",
    completion: .words(ActivityWord.allCases.map(\.rawValue)))
  static let logLevel = Option(
    "log-level", value: "LEVEL", help: "What is worth a line: error, warning, info or debug",
    completion: .words(LogLevel.allCases.map(\.rawValue)))
  static let logFormat = Option(
    "log-format", value: "FORMAT", help: "How a line is written: text or json",
    completion: .words(LogFormat.allCases.map(\.rawValue)))
  static let metricsFile = Option(
    "metrics-file", value: "PATH", help: "Write metrics for Prometheus there", completion: .file)
  static let printConfig = Option(
    "print-config", help: "Print the configuration that holds, explained, and end")
  static let printAddresses = Option(
    "print-addresses", help: "Print a line for each address once it can be called")
  static let readyFD = Option(
    "ready-fd", value: "N", help: "Write a line's end to descriptor N once ready, and close it")
  static let testClock = Option(
    "test-clock", help: "Let the owner set the node's clock ahead; only for testing other nodes")
  static let version = Option("version", help: "Print the program's version")
}

extension Daemon {
  /// The program as a value: parsing and help follow from it.
  package static let command = Command(
    "dyadd", summary: "Serve the health data of this device to its other nodes and apps",
    discussion: """
      Other nodes sync with it over TLS 1.3, once they are paired ('dyad pair'); apps of this machine, \
      once they are permitted ('dyad apps add'), and its owner's commands use its store over Unix \
      sockets. The device's key is made at the first start and kept in the state folder.

      It stays in the foreground and tells on standard error what happens. SIGTERM ends it in order, \
      a second one at once; SIGHUP makes it read its configuration again. Words on the command line \
      win over the configuration. It tells systemd when it is ready (Type=notify-reload).

      'dyadd completions SHELL' prints a completion script, and 'dyadd manual' the manual page.
      """,
    examples: [
      .init("dyadd", "serve this user's device"),
      .init("dyadd --role watch --name Wrist", "serve a watch"),
      .init(
        "dyadd --state /tmp/second --listen 127.0.0.1:7444", "run a second node beside the first"),
      .init("dyadd --print-config >dyadd.toml", "begin a configuration"),
    ],
    options: [
      .state, .config, .role, .name, .listen, .socket, .operatorSocket, .activity, .logLevel,
      .logFormat, .metricsFile, .printConfig, .printAddresses, .readyFD, .testClock, .version,
    ])

  /// What it prints beside that for other programs.
  static let tools = Command(
    "dyadd", summary: "Print what a shell or man reads about dyadd",
    examples: [.init("dyadd manual | man -l -", "read about the program")],
    subcommands: [.completions(of: "dyadd"), .manual(of: "dyadd")])
}
