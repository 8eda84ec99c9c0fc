internal import CommandLineCore

/// Options and arguments that several commands on a node have.
enum OperatorOptions {
  static let peer = Option("peer", help: "Compare with another device, which takes the daemon")
  static let device = Argument(
    "PEER", help: "A paired device: its name, its id or the beginning of its id",
    isRequired: false, completion: .asked(CompletionWords.devices.rawValue))
  static let oneDevice = Argument(
    "PEER", help: "A paired device: its name, its id or the beginning of its id",
    completion: .asked(CompletionWords.devices.rawValue))
  static let bundle = Argument(
    "BUNDLE-ID", help: "The app, such as com.example.strap",
    completion: .asked(CompletionWords.apps.rawValue))
  static let types = Argument(
    "TYPE", help: "Types, such as heartRate", isRequired: false, isRepeatable: true,
    completion: .words(TypeWords.names))
  static let decided = Argument(
    "TYPE", help: "Types, such as heartRate, or documents by UUID", isRequired: false,
    isRepeatable: true, completion: .words(TypeWords.names))
}

extension ParsedArguments {
  /// The device that was named; empty where none was.
  func peer(_ argument: Argument) throws(CommandLineError) -> String {
    let word = value(argument)
    if word?.isEmpty == true { throw unusable(argument, "it is empty") }
    return word ?? ""
  }

  /// The app that was named.
  func bundle() throws(CommandLineError) -> String {
    let word = required(OperatorOptions.bundle)
    guard !word.isEmpty else { throw unusable(OperatorOptions.bundle, "it is empty") }
    return word
  }
}
