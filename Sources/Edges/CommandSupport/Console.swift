package import CommandLineCore

/// What a command reads from and writes to: the standard streams, or a test in their place.
package struct Console: Sendable {
  /// The next bytes of the input, as soon as there are any; empty at the end.
  package var read: @Sendable () throws(CommandLineError) -> [UInt8]
  /// Writes results.
  package var write: @Sendable ([UInt8]) throws(CommandLineError) -> Void
  /// Writes all that is no result.
  package var writeError: @Sendable ([UInt8]) throws(CommandLineError) -> Void
  /// The colours of what is no result.
  package var errorPalette: Palette
  /// How wide results may be, where that is known.
  package var columns: Int?
  /// How many lines a person sees at a time, where that is known.
  package var rows: Int?
  /// Whether nothing but ASCII can be shown.
  package var isASCII = false
  /// Whether a person can be asked.
  package var isInputTerminal = false
  /// Whether a person reads results, so that lines can be written anew.
  package var isOutputTerminal = false
  /// Shows a prompt and reads a line that is not shown; `nil` where it is read like any other.
  package var readSecret: (@Sendable (String) throws(CommandLineError) -> [UInt8])?

  /// Puts anything in place of the streams, without colours.
  ///
  /// - Parameters:
  ///   - read: Gives the next bytes of the input; empty at the end. It may block.
  ///   - write: Takes results.
  ///   - writeError: Takes all that is no result.
  package init(
    read: @escaping @Sendable () throws(CommandLineError) -> [UInt8],
    write: @escaping @Sendable ([UInt8]) throws(CommandLineError) -> Void,
    writeError: @escaping @Sendable ([UInt8]) throws(CommandLineError) -> Void
  ) {
    self.read = read
    self.write = write
    self.writeError = writeError
    errorPalette = Palette(isTerminal: false) { _ in nil }
    columns = nil
    readSecret = nil
  }

  /// The process's standard streams.
  package static var standard: Console {
    var console = Console(
      read: { () throws(CommandLineError) in try Descriptor.standardInput.nextChunk() },
      write: { bytes throws(CommandLineError) in try Descriptor.standardOutput.write(bytes) },
      writeError: { bytes throws(CommandLineError) in
        Progress.erase()
        try Descriptor.standardError.write(bytes)
      })
    console.errorPalette = Palette(for: .standardError)
    console.columns = Descriptor.standardOutput.columns
    console.rows = Descriptor.standardOutput.rows
    console.isASCII = TerminalAlphabet.isASCII
    console.isInputTerminal = Descriptor.standardInput.isTerminal
    if console.isInputTerminal {
      console.readSecret = { prompt throws(CommandLineError) in
        try SecretInput.readLine(prompt: prompt)
      }
    }
    console.isOutputTerminal = Descriptor.standardOutput.isTerminal
    return console
  }
}

extension Console {
  /// Writes results as text.
  package func write(_ text: String) throws(CommandLineError) {
    try write(Array(text.utf8))
  }

  /// Writes lines that are no result; a reader of them that has gone is no reason to fail.
  package func writeErrorLines(_ lines: [String]) {
    try? writeError(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Writes lines of results.
  package func write(_ lines: [String]) throws(CommandLineError) {
    guard !lines.isEmpty else { return }
    try write(lines.map { $0 + "\n" }.joined())
  }
}
