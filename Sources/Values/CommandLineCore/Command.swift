/// A command as a value: parsing, help and completion all follow from it.
package struct Command: Hashable, Sendable {
  /// A line somebody could type, and what it does.
  package struct Example: Hashable, Sendable {
    /// The line.
    package let line: String
    /// What it does, as a short clause.
    package let meaning: String

    /// Makes an example.
    package init(_ line: String, _ meaning: String) {
      self.line = line
      self.meaning = meaning
    }
  }

  /// The word that calls it.
  package let name: String
  /// What it does, in one line.
  package let summary: String
  /// What a reader must know beyond the summary; paragraphs are separated by an empty line.
  package let discussion: String
  /// Lines to type; every command has at least one.
  package let examples: [Example]
  /// Its own options; those of the commands above it are allowed too.
  package let options: [Option]
  /// Its values in order.
  package let arguments: [Argument]
  /// The commands below it; a command with some has no arguments of its own.
  package let subcommands: [Command]
  /// Whether it is for programs alone, so that help, manual and completion leave it out.
  package let isHidden: Bool

  /// Makes a command.
  package init(
    _ name: String, summary: String, discussion: String = "", examples: [Example],
    options: [Option] = [], arguments: [Argument] = [], subcommands: [Command] = [],
    isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.options = options
    self.arguments = arguments
    self.subcommands = subcommands
    self.isHidden = isHidden
  }

  /// The command below this one at `path`, which does not include this one's name.
  package func descendant(at path: some Sequence<String>) -> Command? {
    var command = self
    for name in path {
      guard let next = command.subcommands.first(where: { $0.name == name }) else { return nil }
      command = next
    }
    return command
  }
}
