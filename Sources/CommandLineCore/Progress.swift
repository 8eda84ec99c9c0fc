/// One line that shows how far a long piece of work is, on a terminal only.
package struct Progress<Sink: ByteSink>: ~Copyable {
  /// Where the end is not known, the line changes this often: seldom enough to cost nothing.
  private static var stride: Int { 10_000 }

  private let title: String
  private let total: Int?
  private let width: Int
  private let isShown: Bool
  private var sink: Sink
  private var shownStep: Int?

  /// Makes a line that is not shown yet; where `isTerminal` is false it never is.
  package init(_ title: String, total: Int? = nil, sink: Sink, isTerminal: Bool, width: Int? = nil)
  {
    self.title = TerminalText.clean(title)
    self.total = total
    self.sink = sink
    self.width = max(1, (width ?? 80) - 1)
    isShown = isTerminal
  }

  /// Says that `count` units are done; writes only when the line would read differently.
  package mutating func advance(to count: Int) throws(CommandLineError) {
    guard isShown else { return }
    let step: Int
    let text: String
    if let total {
      step = total <= 0 ? 100 : Int(Double(max(0, min(count, total))) / Double(total) * 100)
      text = "\(title): \(step) %"
    } else {
      step = count / Self.stride
      text = "\(title): \(count)"
    }
    guard step != shownStep else { return }
    shownStep = step
    try sink.write(Array("\r\(TerminalText.truncate(text, to: width))\u{1B}[K".utf8))
  }

  /// Takes the line away, so that results or errors can follow.
  package mutating func finish() throws(CommandLineError) {
    guard shownStep != nil else { return }
    shownStep = nil
    try sink.write(Array("\r\u{1B}[K".utf8))
  }
}

extension Progress where Sink == Descriptor {
  /// Makes a line on standard error.
  package init(_ title: String, total: Int? = nil) {
    let stream = Descriptor.standardError
    self.init(
      title, total: total, sink: stream, isTerminal: stream.isTerminal, width: stream.columns)
  }
}
