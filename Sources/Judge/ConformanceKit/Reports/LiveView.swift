internal import ConformanceWire

/// Shows a run while it goes on: on a terminal a few lines that change, elsewhere a line for each case.
package final class LiveView {
  /// More sections than this at once would leave no room for failures.
  private static let maximumSections = 12

  private struct Section {
    let name: String
    let total: Int
    var counts: [Standing: Int] = [:]
    var done: Int { counts.values.reduce(0, +) }
  }

  private let isTerminal: Bool
  private let isStrict: Bool
  private let ink: Ink
  private let width: Int
  private let write: (String) -> Void
  private var sections: [Section] = []
  private var running: [String] = []
  private var shownLines = 0

  /// Makes a view.
  ///
  /// - Parameters:
  ///   - plan: What is to be run.
  ///   - target: What is tested, in words.
  ///   - isTerminal: Whether lines can be written anew.
  ///   - ink: The colours.
  ///   - width: The columns there are.
  ///   - write: Takes the text; one that cannot be shown is no reason to end a run.
  package init(
    _ plan: RunPlan, target: String, isTerminal: Bool, ink: Ink, width: Int?,
    write: @escaping (String) -> Void
  ) {
    self.isTerminal = isTerminal
    isStrict = plan.isStrict
    self.ink = ink
    // A line as wide as the terminal would wrap.
    self.width = max(20, (width ?? 80) - 1)
    self.write = write
    var names: [String] = []
    for item in plan.cases where !names.contains(item.section) { names.append(item.section) }
    sections = names.map { name in
      Section(name: name, total: plan.cases.count { $0.section == name })
    }
    let order = plan.seed == 0 ? "in the catalogue's order" : "seed \(plan.seed)"
    write("\(Prose.count(plan.cases.count, "case")) against \(Prose.clean(target)), \(order)\n")
  }

  /// Shows what happened.
  package func show(_ event: RunEvent) {
    switch event {
    case .began(let path):
      running.append(path)
      redraw()
    case .ended(let entry):
      if let index = running.firstIndex(of: entry.path) { running.remove(at: index) }
      let standing = Standing(entry, isStrict: isStrict)
      if let index = sections.firstIndex(where: { $0.name == entry.section }) {
        sections[index].counts[standing, default: 0] += 1
      }
      if isTerminal { showOnTerminal(entry, standing) } else { write(line(entry, standing) + "\n") }
    }
  }

  /// Takes away what changes, so that reports can follow.
  package func finish() {
    guard isTerminal else { return }
    write(erasure)
    shownLines = 0
    for section in sections { write(line(section) + "\n") }
  }

  private func showOnTerminal(_ entry: RunResult.Entry, _ standing: Standing) {
    switch standing {
    case .held, .inapplicable, .known: redraw()
    case .failed, .surprising, .tolerated, .undecided:
      write(erasure + line(entry, standing) + "\n")
      shownLines = 0
      redraw()
    }
  }

  private func redraw() {
    guard isTerminal else { return }
    let open = sections.filter { $0.done < $0.total }
    var lines = open.prefix(Self.maximumSections).map(line)
    if open.count > lines.count { lines.append("  … \(open.count - lines.count) sections more") }
    let words = running.map(Prose.clean).joined(separator: ", ")
    lines.append(ink.paint(cut("  now: \(words)"), .dim))
    write(erasure + lines.joined(separator: "\n") + "\n")
    shownLines = lines.count
  }

  /// Goes up to where the changing lines begin, and takes all below away.
  private var erasure: String { shownLines > 0 ? "\u{1B}[\(shownLines)F\u{1B}[J" : "" }

  private func line(_ section: Section) -> String {
    let counts = Standing.allCases.compactMap { standing -> String? in
      guard let count = section.counts[standing], count > 0 else { return nil }
      return ink.paint("\(standing.mark) \(count)", standing.colour)
    }
    let name = cut("  \(Prose.clean(section.name))")
    return ([name, "\(section.done)/\(section.total)"] + counts).joined(separator: "  ")
  }

  private func line(_ entry: RunResult.Entry, _ standing: Standing) -> String {
    let head = ink.paint("\(standing.mark) \(standing.word)", standing.colour)
    let path = Prose.clean(entry.path)
    let rest: String =
      switch entry.verdict {
      case .conforms: " (\(Prose.seconds(entry.duration)))"
      case .deviates(_, let observed): ": \(Prose.clean(observed))"
      case .notApplicable(let reason), .inconclusive(let reason): ": \(Prose.clean(reason))"
      }
    guard isTerminal else { return "\(head)  \(path)\(rest)" }
    let room = width - standing.mark.count - standing.word.count - 3
    return "\(head)  \(cut("\(path)\(rest)", to: room))"
  }

  private func cut(_ text: String, to room: Int? = nil) -> String {
    let room = max(1, room ?? width)
    return text.count > room ? "\(text.prefix(room - 1))…" : text
  }
}
