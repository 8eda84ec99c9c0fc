internal import CommandLineCore
internal import ConformanceKit

extension Option {
  static let target = Option(
    "target", value: "HOST:PORT", help: "Test the node that listens there")
  static let role = Option(
    "as", value: "ROLE", help: "What the tool plays: the other role than the node's",
    completion: .words(["watch", "phone"]))
  static let code = Option(
    "code", value: "DIGITS", help: "Pair by the code that the node shows")
  static let ownerSocket = Option(
    "operator-socket", value: "PATH", help: "Ask the node's owner things there", completion: .file)
  static let appSocket = Option(
    "app-socket", value: "PATH", help: "Be an app of the node there", completion: .file)
  static let listen = Option(
    "listen", value: "HOST:PORT",
    help: "Let the node that --target names call the tool there; any free port where left out")
  static let exec = Option(
    "exec", value: "WORDS",
    help: "Start the node anew for each case; {state} becomes a fresh folder in the words")
  static let virtualTime = Option(
    "virtual-time", help: "The program started by --exec lets its clock be moved")

  static let only = Option(
    "only", value: "PATTERN", help: "Run the cases below this path", isRepeatable: true)
  static let skip = Option(
    "skip", value: "PATTERN", help: "Leave out the cases below this path", isRepeatable: true)
  static let known = Option(
    "known", value: "FILE",
    help: "Cases known to deviate, a path a line, and a reason after '#'", completion: .file)
  static let strict = Option("strict", help: "A should that is not followed fails the run")

  static let jobs = Option(
    "jobs", short: "j", value: "N", help: "Run so many cases beside each other", default: "4")
  static let seed = Option(
    "seed", value: "SEED",
    help:
      "Draw the order from this number; 0 keeps that of the catalogue; drawn and shown where none "
      + "is given")
  static let timeout = Option(
    "timeout", value: "SECONDS", help: "Stop a case that takes longer", default: "30")

  static let tap = Option(
    "tap", value: "FILE", help: "Write the result as TAP; '-' is standard output",
    completion: .file)
  static let junit = Option(
    "junit", value: "FILE", help: "Write the result as JUnit's XML; '-' is standard output",
    completion: .file)
  static let json = Option(
    "json", value: "FILE", help: "Write the result, or the list, as JSON; '-' is standard output",
    completion: .file)
  static let html = Option(
    "html", value: "FILE", help: "Write the result as one page; '-' is standard output",
    completion: .file)

  static let execPhone = Option(
    "exec-phone", value: "WORDS",
    help: "Start the phone so; {state} becomes a fresh folder in the words")
  static let execWatch = Option("exec-watch", value: "WORDS", help: "Start the watch so, likewise")
  static let seconds = Option(
    "seconds", value: "N", help: "Go on for so long once there is something to say", default: "3")

  static let list = Option("list", help: "Show path, level and clause of the cases, and run none")
  static let clauses = Option(
    "clauses", help: "With --list, show each clause and how many cases it has")
  static let version = Option("version", help: "Print the program's version")
}

extension Argument {
  static let file = Argument("file", help: "The recording", completion: .file)
}
