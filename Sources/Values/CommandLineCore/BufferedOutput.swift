package import TextFormats

/// Text on its way to a sink, written in large pieces.
///
/// Noncopyable, so that no text is written twice. What is not flushed is lost, on purpose: an error
/// while writing must reach the caller, and `deinit` could not tell it.
package struct BufferedOutput<Sink: ByteSink>: ~Copyable {
  /// A pipe holds 64 KiB; more would wait for the reader in any case.
  private static var limit: Int { 64 * 1024 }

  private var sink: Sink
  private var pending: [UInt8] = []

  /// Makes an empty buffer in front of `sink`.
  package init(_ sink: Sink) {
    self.sink = sink
  }

  /// Adds `text`, and writes when enough has come together.
  package mutating func write(_ text: String) throws(CommandLineError) {
    pending.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  /// Adds what `fill` appends.
  package mutating func write(_ fill: (inout [UInt8]) -> Void) throws(CommandLineError) {
    fill(&pending)
    try flushIfFull()
  }

  /// Adds `text` and ends the line.
  package mutating func writeLine(_ text: String) throws(CommandLineError) {
    pending.append(contentsOf: text.utf8)
    pending.append(UInt8(ascii: "\n"))
    try flushIfFull()
  }

  /// Adds `value` as one line of JSON.
  package mutating func writeLine(_ value: JSONValue) throws(CommandLineError) {
    value.write(to: &pending)
    pending.append(UInt8(ascii: "\n"))
    try flushIfFull()
  }

  /// Hands everything to the sink now.
  package mutating func flush() throws(CommandLineError) {
    guard !pending.isEmpty else { return }
    // Emptied first: after an error nothing may be written a second time.
    let bytes = pending
    pending = []
    try sink.write(bytes)
  }

  private mutating func flushIfFull() throws(CommandLineError) {
    if pending.count >= Self.limit {
      try flush()
    }
  }
}
