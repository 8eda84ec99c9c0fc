package import CommandLineCore

extension Option {
  /// Which store a command means.
  package static let state = Option(
    "state", value: "DIR", help: "Use the store in DIR instead of the user's own",
    completion: .directory)
  /// Whether programs read the results.
  package static let json = Option("json", short: "j", help: "Print JSON, one value on each line")
  /// Whether the version alone is meant.
  package static let version = Option("version", help: "Print the program's version")
}
