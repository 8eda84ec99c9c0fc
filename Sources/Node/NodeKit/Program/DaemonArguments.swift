internal import CommandLineCore
internal import DyadServices
internal import LocalStore
internal import SystemCore

/// What the words of a command line tell a daemon.
struct DaemonArguments: Sendable {
  /// Descriptors of a process have numbers below this.
  private static let mostDescriptors = 1 << 20

  let places: NodePlaces
  let printsConfiguration: Bool
  let printsAddresses: Bool
  let readyDescriptor: Int32?
  let hasTestClock: Bool
  private let configuration: (path: String, isNamed: Bool)
  private let overrides: [(setting: Setting, value: ConfigurationValue)]

  /// Reads the words.
  ///
  /// - Parameter arguments: what was typed.
  /// - Throws: `CommandLineError` for a value that cannot be used.
  init(_ arguments: ParsedArguments) throws {
    let places = try Self.places(arguments)
    self.places = places
    printsConfiguration = arguments.has(.printConfig)
    printsAddresses = arguments.has(.printAddresses)
    readyDescriptor = try arguments.integer(.readyFD, in: 3...Self.mostDescriptors)
      .flatMap { Int32(exactly: $0) }
    hasTestClock = arguments.has(.testClock)
    let named = try Self.path(arguments, .config)
    configuration = (named ?? places.configuration, named != nil)
    overrides = try Self.overrides(arguments, in: places)
  }

  /// The settings that hold: what is usual, then the configuration, then the words.
  ///
  /// - Throws: `ConfigurationError`, or `ProgramFailure` for a file that cannot be read.
  func settings() throws -> Settings {
    var settings = Settings(in: places)
    if let bytes = try configurationBytes() {
      try settings.read(bytes, file: configuration.path)
    }
    // What does not fit was refused before.
    for (setting, value) in overrides { _ = setting.write(&settings, value) }
    return settings
  }

  private func configurationBytes() throws -> [UInt8]? {
    do {
      return try FileSystem.readFile(
        configuration.path, atMost: ConfigurationReader.maximumByteCount)
    } catch {
      if error.code == .notFound, !configuration.isNamed { return nil }
      throw ProgramFailure(error, doing: .reading)
    }
  }

  private static func places(_ arguments: ParsedArguments) throws -> NodePlaces {
    if let folder = try path(arguments, .state) { return NodePlaces(folder: folder) }
    var environment: [String: String] = [:]
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "HOME"] {
      environment[name] = CurrentProcess.environment(name)
    }
    guard let places = try NodePlaces.usual(environment, user: Machine.user) else {
      throw ProgramFailure(
        .usage, "cannot find the state folder: HOME is not set",
        advice: "Name a folder with --state DIR.")
    }
    return places
  }

  private static func overrides(
    _ arguments: ParsedArguments, in places: NodePlaces
  ) throws -> [(setting: Setting, value: ConfigurationValue)] {
    var overrides: [(Option, Setting, ConfigurationValue)] = []
    if arguments.has(.listen) {
      let addresses = arguments.values(.listen).map { ConfigurationValue.string($0) }
      overrides.append((.listen, .named("listen"), .array(addresses)))
    }
    for (option, key) in [
      (Option.socket, "socket"), (.operatorSocket, "operator-socket"),
      (.metricsFile, "metrics.file"),
    ] {
      guard let path = try path(arguments, option) else { continue }
      overrides.append((option, .named(key), .string(path)))
    }
    for (option, key) in [
      (Option.role, "role"), (.name, "name"), (.activity, "activity"),
      (.logLevel, "log.level"), (.logFormat, "log.format"),
    ] {
      guard let word = arguments.value(option) else { continue }
      overrides.append((option, .named(key), .string(word)))
    }
    var settings = Settings(in: places)
    for (option, setting, value) in overrides where !setting.write(&settings, value) {
      let expected = option == .listen ? "HOST:PORT, as in 0.0.0.0:7443" : setting.expected
      throw arguments.unusable(option, "expected \(expected)")
    }
    return overrides.map { ($0.1, $0.2) }
  }

  /// A path from the root on; an empty one stays empty, which stands for nowhere.
  private static func path(_ arguments: ParsedArguments, _ option: Option) throws -> String? {
    guard let path = arguments.value(option) else { return nil }
    if path.isEmpty, option == .socket || option == .operatorSocket || option == .metricsFile {
      return ""
    }
    guard !path.isEmpty, let absolute = CurrentProcess.absolutePath(path) else {
      throw arguments.unusable(option, "expected a path")
    }
    return absolute
  }
}
