internal import CommandLineCore
internal import CommandSupport
internal import RPCCore
internal import TextFormats

/// A call that ended with another status than `OK`, as it is shown.
struct CallFailure: Error {
  let error: RPCError
  /// What the server added to the status.
  let details: [JSONValue]
  /// What to do about it, where there is something to say.
  let advice: String?

  init(_ error: RPCError, details: [JSONValue], advice: String?) {
    self.error = error
    self.details = details
    self.advice = advice
  }

  /// How a program that ends because of it exits.
  var exitCode: ExitCode {
    switch error.code {
    case .ok: .success
    case .notFound: .notFound
    case .permissionDenied, .unauthenticated: .refused
    case .cancelled, .unknown, .invalidArgument, .deadlineExceeded, .alreadyExists,
      .resourceExhausted, .failedPrecondition, .aborted, .outOfRange, .unimplemented, .internal,
      .unavailable, .dataLoss:
      .failure
    }
  }

  /// Shows it: as lines for people, or as one line of JSON.
  func report(on console: Console, isJSON: Bool) {
    console.writeErrorLines(isJSON ? [JSONText.line(json)] : lines(console.errorPalette))
  }

  private func lines(_ palette: Palette) -> [String] {
    var lines = ["\(palette.paint("ERROR:", .red)) Code: \(error.code.name)"]
    let message = error.detail.split(separator: "\n").map { TerminalText.clean(String($0)) }
    for (index, line) in message.enumerated() {
      lines.append(index == 0 ? "  Message: \(line)" : "    \(line)")
    }
    for detail in details {
      lines.append("  Detail:")
      lines += JSONText.lines(detail).map { "    \($0)" }
    }
    if let advice { lines.append("  \(advice)") }
    return lines
  }

  private var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("code", .string(error.code.name)),
      .init("number", .integer(Int64(error.code.rawValue))),
      .init("message", .string(error.detail)),
    ]
    if !details.isEmpty {
      members.append(.init("details", .array(details)))
    }
    return .object([.init("error", .object(members))])
  }
}
