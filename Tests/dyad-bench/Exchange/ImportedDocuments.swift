private import Glibc
internal import SystemCore
internal import TestSupport

/// Clinical documents that `dyad documents import` takes in, beside `xmllint`, which reads the same files.
enum ImportedDocuments {
  private static let documentBytes = 200_000
  private static let mostMegabytes = 64.0
  private static let mostListing = 50.0

  /// A hundredth of the size is how many documents there are.
  static func run(_ bench: Bench) throws {
    let count = max(1, bench.arguments.size / 100)
    let folder = try TemporaryFolder()
    let documents = folder.file("documents")
    try FileSystem.createFolder(documents)
    for number in 0..<count {
      try folder.write(document(number), to: "documents/\(number).xml")
    }
    let program = try ChildProcess.neighbour("dyad")
    var figures: [(imported: Double, listed: Double, linted: Double)] = []
    var megabytes = 0.0
    for round in 0..<bench.arguments.rounds {
      let state = folder.file("state\(round)")
      func seconds(_ words: [String], says text: String = "") throws -> Double {
        try Measure.seconds {
          guard try ChildProcess.output(of: words[0], Array(words.dropFirst())).contains(text)
          else {
            throw BenchError("not all of the documents are there")
          }
        }
      }
      let imported = try seconds(
        [program, "--state", state, "documents", "import", documents], says: "\(count) documents")
      // Nothing that takes more has ended before the first one.
      if round == 0 { megabytes = try ChildProcess.peakMegabytes() }
      figures.append(
        (
          imported,
          try seconds([program, "--state", state, "documents", "list", "--json"]),
          try seconds(["/bin/sh", "-c", "exec xmllint --noout \"$0\"/*.xml", documents])
        ))
      _ = try ChildProcess.output(of: "/bin/rm", ["-r", state])
    }
    let linted = Measure.median(figures.map(\.linted)) * 1_000
    bench.report.add(
      Figure(
        "documents-import", .milliseconds, ours: Measure.median(figures.map(\.imported)) * 1_000,
        peer: linted, goal: .times(0.5)))
    bench.report.add(
      Figure(
        "documents-list", .milliseconds, ours: Measure.median(figures.map(\.listed)) * 1_000,
        goal: .atMost(mostListing)))
    bench.report.add(
      Figure("documents-memory", .megabytes, ours: megabytes, goal: .atMost(mostMegabytes)))
  }

  /// A document with sections of tables, as clinics give them out; no two are the same.
  private static func document(_ number: Int) -> [UInt8] {
    var sections = ""
    var section = 0
    while sections.utf8.count < documentBytes - CDASample.text.utf8.count {
      sections += """
        <component><section><templateId root="2.16.840.1.113883.10.20.22.2.1.1"/>
        <code code="10160-0" codeSystem="2.16.840.1.113883.6.1"/><title>Section \(section)</title><text>
        <table border="1" width="100%"><thead><tr><th>What</th><th>When</th><th>How much</th></tr></thead>
        <tbody>

        """
      for row in 0..<20 {
        sections += """
          <tr><td><content ID="r\(section)-\(row)">Entry \(number) of \(row)</content></td><td>2026-01-\
          \(10 + row)</td><td>\(row * number % 97) mg</td></tr>

          """
      }
      sections += "</tbody></table></text></section></component>\n"
      section += 1
    }
    return CDASample.with("</structuredBody>", sections + "</structuredBody>")
  }
}
