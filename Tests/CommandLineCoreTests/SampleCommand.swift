internal import CommandLineCore

extension Option {
  static let state = Option(
    "state", value: "DIR", help: "Keep the store in DIR", completion: .directory)
  static let limit = Option("limit", short: "n", value: "N", help: "At most N", default: "100")
  static let from = Option("from", value: "DATE", help: "From DATE on")
  static let json = Option("json", short: "j", help: "Print JSON: [one] line a sample")
  static let descending = Option("descending", short: "d", help: "Latest first")
  static let tag = Option(
    "tag", short: "t", value: "NAME", help: "Only with NAME", isRepeatable: true,
    completion: .words(["sleep", "sport"]))
  static let zone = Option("zone", value: "ZONE", help: "In ZONE", completion: .asked("zones"))
}

extension Argument {
  static let type = Argument(
    "TYPE", help: "The type", completion: .words(["heartRate", "stepCount"]))
  static let files = Argument(
    "FILE", help: "Files to read", isRequired: false, isRepeatable: true, completion: .file)
}

extension Command {
  /// A program with everything a command can have.
  static let sample = Command(
    "dyad", summary: "Keep health data",
    discussion: "All of it stays here.\n\nA second paragraph that says\nmore.",
    examples: [.init("dyad query heartRate", "show heart rates")], options: [.state],
    subcommands: [
      Command(
        "query", summary: "Show samples: it's a list",
        examples: [.init("dyad query heartRate --limit 5", "the first five")],
        options: [.limit, .from, .json, .descending, .tag], arguments: [.type]),
      Command(
        "save", summary: "Save samples", examples: [.init("dyad save one.json", "save a file")],
        arguments: [.files]),
      Command(
        "apps", summary: "Apps", examples: [.init("dyad apps add x", "let an app in")],
        subcommands: [
          Command(
            "add", summary: "Let an app in", examples: [.init("dyad apps add x", "let x in")],
            options: [.zone], arguments: [Argument("ID", help: "Its name")])
        ]),
      .completions(of: "dyad"),
    ])
}
