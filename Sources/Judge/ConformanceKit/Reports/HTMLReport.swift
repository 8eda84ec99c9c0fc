/// A result as one HTML file that needs nothing beside it and no scripts.
package enum HTMLReport {
  /// The whole file; it is well-formed XML, too.
  package static func text(_ result: RunResult) -> String {
    let title = "Conformance of \(result.target)"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
      <title>\(MarkupText.escaped(title))</title>
      <style>
      \(HTMLStyle.text)
      </style>
      </head>
      <body>
      \(filters(result))
      <header>
      <p class="tool">dyad-conformance</p>
      <h1>\(headline(result))</h1>
      <p class="target">\(MarkupText.escaped(result.target)), tested as a \(result.role.word)</p>
      \(bar(result))
      <nav aria-label="Show">\(labels(result))</nav>
      </header>
      <main>
      \(result.sections.map { section($0.name, $0.entries, result) }.joined(separator: "\n"))
      \(unfinished(result))
      </main>
      <footer><p>\(facts(result))</p></footer>
      </body>
      </html>

      """
  }

  private static func headline(_ result: RunResult) -> String {
    switch result.exit {
    case .held: "Everything held"
    case .deviates:
      Prose.count(result.count(.failed) + result.count(.surprising), "failure")
        + (result.count(.undecided) > 0 ? ", \(result.count(.undecided)) undecided" : "")
    case .undecided: "Could not tell"
    case .usage, .unreachable, .failed: "No result"
    }
  }

  private static func facts(_ result: RunResult) -> String {
    "\(Prose.count(result.entries.count, "case")) in \(Prose.seconds(result.duration)), seed "
      + "\(result.seed)\(result.isStrict ? ", strict" : ""). A must that is not followed is a failure; a "
      + "should that is not followed is told. What could not be told is never a pass."
  }

  private static func present(_ result: RunResult) -> [(Standing, Int)] {
    Standing.allCases.map { ($0, result.count($0)) }.filter { $0.1 > 0 }
  }

  /// The switches stand before all that they hide and show.
  private static func filters(_ result: RunResult) -> String {
    let all = #"<input type="radio" name="show" id="show-all" checked="checked"/>"#
    let others = present(result).map { standing, _ in
      #"<input type="radio" name="show" id="show-\#(standing.rawValue)"/>"#
    }
    return ([all] + others).joined(separator: "\n")
  }

  private static func labels(_ result: RunResult) -> String {
    let all = #"<label for="show-all">all <b>\#(result.entries.count)</b></label>"#
    let others = present(result).map { standing, count in
      #"<label for="show-\#(standing.rawValue)" class="\#(standing.rawValue)">"#
        + "\(standing.phrase) <b>\(count)</b></label>"
    }
    return ([all] + others).joined(separator: "\n")
  }

  private static func bar(_ result: RunResult) -> String {
    let parts = present(result).map { standing, count in
      #"<span class="\#(standing.rawValue)" style="flex-grow:\#(count)" title="\#(count) \#(standing.phrase)"></span>"#
    }
    return #"<div class="bar">\#(parts.joined())</div>"#
  }

  private static func section(
    _ name: String, _ entries: [RunResult.Entry], _ result: RunResult
  ) -> String {
    let standings = entries.map(result.standing)
    let classes = Standing.allCases.filter(standings.contains).map { "has-\($0.rawValue)" }
    // What needs no look is folded.
    let isOpen = standings.contains { $0 != .held && $0 != .inapplicable }
    let counts = Standing.allCases.compactMap { standing -> String? in
      let count = standings.count { $0 == standing }
      guard count > 0 else { return nil }
      return #"<span class="count \#(standing.rawValue)">\#(count) \#(standing.phrase)</span>"#
    }
    return """
      <section class="\(classes.joined(separator: " "))">
      <details\(isOpen ? #" open="open""# : "")>
      <summary><h2>\(MarkupText.escaped(name))</h2> \(counts.joined(separator: " "))</summary>
      <table>
      <thead><tr><th scope="col">Verdict</th><th scope="col">Case</th><th scope="col">Time</th></tr></thead>
      <tbody>
      \(entries.map { row($0, result.standing(of: $0)) }.joined(separator: "\n"))
      </tbody>
      </table>
      </details>
      </section>
      """
  }

  private static func row(_ entry: RunResult.Entry, _ standing: Standing) -> String {
    let path = MarkupText.escaped(entry.path)
    return """
      <tr class="case \(standing.rawValue)" id="\(path)">
      <td><span class="verdict \(standing.rawValue)">\(standing.mark) \(standing.word)</span></td>
      <td>
      <p class="path"><a href="#\(path)">\(path)</a></p>
      <p class="clause"><b>\(MarkupText.escaped(entry.clause))</b> <i>\(entry.level.rawValue)</i> \
      \(MarkupText.marked(entry.clauseText)) <span class="file">\(MarkupText.escaped(entry.clauseFile))</span></p>
      \(findings(entry, standing))
      </td>
      <td class="time">\(Prose.seconds(entry.duration))</td>
      </tr>
      """
  }

  private static func findings(_ entry: RunResult.Entry, _ standing: Standing) -> String {
    var terms: [(String, String)] = []
    switch entry.verdict {
    case .conforms where standing == .surprising:
      terms.append(("Listed", "It passes now: take it off the list of known failures."))
    case .conforms: break
    case .deviates(let expected, let observed):
      terms += [("Expected", expected), ("Observed", observed)]
    case .notApplicable(let reason), .inconclusive(let reason): terms.append(("Reason", reason))
    }
    if let reason = entry.knownReason, !reason.isEmpty { terms.append(("Known", reason)) }
    guard !terms.isEmpty else { return "" }
    let list = terms.map { "<dt>\($0.0)</dt><dd>\(MarkupText.escaped($0.1))</dd>" }.joined()
    return "<dl>\(list)</dl>\(evidence(entry.evidence))"
  }

  private static func evidence(_ evidence: [Evidence]) -> String {
    guard !evidence.isEmpty else { return "" }
    let shown = EvidenceText.shown(evidence)
    let items = shown.map { piece in
      let dump = HexDump.lines(piece.bytes).map(MarkupText.escaped).joined(separator: "\n")
      return #"<li class="\#(piece.isFromNode ? "node" : "tool")">"#
        + "<p>\(MarkupText.escaped(EvidenceText.title(piece)))</p>"
        + (dump.isEmpty ? "" : "<pre>\(dump)</pre>") + "</li>"
    }
    let count =
      evidence.count > shown.count
      ? "the last \(shown.count) of \(evidence.count) entries"
      : Prose.count(shown.count, "entry", plural: "entries")
    return #"<details class="evidence"><summary>What passed: \#(count)</summary>"#
      + "<ol>\(items.joined())</ol></details>"
  }

  private static func unfinished(_ result: RunResult) -> String {
    guard !result.unfinished.isEmpty else { return "" }
    let items = result.unfinished.map { "<li>\(MarkupText.escaped($0))</li>" }.joined()
    let count = Prose.count(result.unfinished.count, "case")
    return "<section class=\"unfinished\"><details><summary><h2>Interrupted</h2> "
      + "<span class=\"count undecided\">\(count) not run to the end</span></summary>"
      + "<ul>\(items)</ul></details></section>"
  }
}
