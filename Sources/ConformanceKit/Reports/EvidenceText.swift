/// What passed, in lines.
enum EvidenceText {
  /// The last entries are those near the failure.
  static let maximumCount = 20

  /// The last entries, each with its bytes below it.
  static func lines(_ evidence: [Evidence]) -> [String] {
    let shown = evidence.suffix(maximumCount)
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
