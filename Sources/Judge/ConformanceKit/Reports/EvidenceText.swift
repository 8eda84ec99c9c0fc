/// What passed, in lines.
enum EvidenceText {
  /// The last entries are those near the failure: of what passed, and of what the node's log says, which must
  /// not crowd the other out.
  private static let maximumCounts = (passed: 20, log: 10)

  /// The entries that are shown, in order.
  static func shown(_ evidence: [Evidence]) -> [Evidence] {
    evidence.filter { $0.layer != "log" }.suffix(maximumCounts.passed)
      + evidence.filter { $0.layer == "log" }.suffix(maximumCounts.log)
  }

  /// The last entries, each with its bytes below it.
  static func lines(_ evidence: [Evidence]) -> [String] {
    let shown = shown(evidence)
    let omitted = evidence.count - shown.count
    let head =
      omitted > 0 ? ["… \(Prose.count(omitted, "entry before", plural: "entries before"))"] : []
    return head
      + shown.flatMap { piece in
        [title(piece)] + HexDump.lines(piece.bytes).map { "    \($0)" }
      }
  }

  /// "node → tool  frame  HEADERS".
  static func title(_ piece: Evidence) -> String {
    let direction = piece.isFromNode ? "node → tool" : "tool → node"
    return "\(direction)  \(Prose.clean(piece.layer))  \(Prose.clean(piece.summary))"
  }
}
