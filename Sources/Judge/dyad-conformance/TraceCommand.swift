internal import CommandLineCore
internal import ConformanceKit
internal import SystemCore

/// Records what two nodes say to each other, or reads such a recording.
struct TraceCommand {
  static let command = Command(
    "trace", summary: "Record what two nodes say to each other, and check its order",
    discussion: """
      With --exec-phone and --exec-watch it starts both, pairs them, stands between them with the keys \
      of both, has a few samples saved and deleted on either side, and writes what passes to the file. \
      Without them it reads the file.

      Either way it prints every message decoded, and what the protocol's text does not allow in this \
      order. The nodes need sockets for their owners and keep their keys in 'device.pem' in their state \
      folders.
      """,
    examples: [
      .init(
        "dyad-conformance trace day.trace --exec-phone 'dyadd --role phone --state {state} --listen "
          + "127.0.0.1:0 --print-addresses' --exec-watch 'dyadd --role watch --state {state} --listen "
          + "127.0.0.1:0 --print-addresses'", "record a phone and a watch"),
      .init("dyad-conformance trace day.trace", "read it again"),
    ],
    options: [.execPhone, .execWatch, .seconds], arguments: [.file])

  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  /// Records or reads, and prints.
  func perform() throws -> RunExit {
    let path = arguments.required(.file)
    let messages: [TracedMessage]
    switch (arguments.value(.execPhone), arguments.value(.execWatch)) {
    case (let phone?, let watch?):
      messages = try record(phone, watch)
      try ReportFiles.write(TraceFile.bytes(messages), to: path)
    case (nil, nil): messages = try read(path)
    default:
      throw RunFailure(
        .usage, "cannot record one node: --exec-phone and --exec-watch go together")
    }
    let report = TraceReport(messages)
    try ReportFiles.write(report.text(), to: "-")
    return report.isSound ? .held : .deviates
  }

  private func record(_ phone: String, _ watch: String) throws -> [TracedMessage] {
    let seconds = try arguments.integer(.seconds, in: 1...86_400) ?? 3
    let recorder = TraceRecorder(
      phone: .program(try CommandWords.split(phone), hasVirtualTime: false),
      watch: .program(try CommandWords.split(watch), hasVirtualTime: false),
      duration: .seconds(seconds))
    do {
      return try recorder.record()
    } catch let error as TraceRecorder.Failure {
      throw RunFailure(.unreachable, error.description)
    } catch let error as TargetError {
      throw RunFailure(.unreachable, "\(error)")
    }
  }

  private func read(_ path: String) throws -> [TracedMessage] {
    do {
      return try TraceFile.messages(FileSystem.readFile(path, atMost: TraceFile.mostBytes))
    } catch let error as TraceFile.Failure {
      throw RunFailure(.usage, "cannot read \(path): \(error)")
    } catch let error as SystemError {
      throw RunFailure(.usage, "\(error)")
    }
  }
}
