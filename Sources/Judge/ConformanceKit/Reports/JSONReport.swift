internal import ConformanceWire

/// A result as JSON, for other programs: all that is known.
package enum JSONReport {
  /// The layout's number, which grows when a member changes its meaning.
  private static let version: Int64 = 1

  /// The whole text.
  package static func text(_ result: RunResult) -> String {
    let counts = Standing.allCases.map {
      JSONText.Member(name: $0.rawValue, value: .integer(Int64(result.count($0))))
    }
    return JSONText.members([
      "version": .integer(version),
      "target": .string(result.target),
      "role": .string(result.role.word),
      // As a text: not every reader keeps all 64 bits of a number.
      "seed": .string("\(result.seed)"),
      "strict": .flag(result.isStrict),
      "milliseconds": .integer(Prose.milliseconds(result.duration)),
      "exit": .integer(Int64(result.exit.rawValue)),
      "counts": .object(counts),
      "unfinished": .array(result.unfinished.map(JSONText.string)),
      "cases": .array(result.entries.map { value($0, result.standing(of: $0)) }),
    ]).text + "\n"
  }

  private static func value(_ entry: RunResult.Entry, _ standing: Standing) -> JSONText {
    let (verdict, expected, observed, reason): (String, JSONText, JSONText, JSONText) =
      switch entry.verdict {
      case .conforms: ("conforms", .null, .null, .null)
      case .deviates(let expected, let observed):
        ("deviates", .string(expected), .string(observed), .null)
      case .notApplicable(let reason): ("notApplicable", .null, .null, .string(reason))
      case .inconclusive(let reason): ("inconclusive", .null, .null, .string(reason))
      }
    return .members([
      "path": .string(entry.path), "clause": .string(entry.clause),
      "text": .string(entry.clauseText), "file": .string(entry.clauseFile),
      "level": .string(entry.level.rawValue), "verdict": .string(verdict),
      "standing": .string(standing.rawValue), "expected": expected, "observed": observed,
      "reason": reason, "known": entry.knownReason.map(JSONText.string) ?? .null,
      "milliseconds": .integer(Prose.milliseconds(entry.duration)),
      "evidence": .array(entry.evidence.map(value)),
    ])
  }

  private static func value(_ piece: Evidence) -> JSONText {
    .members([
      "from": piece.isFromNode ? "node" : "tool", "layer": .string(piece.layer),
      "summary": .string(piece.summary), "bytes": .string(HexDump.digits(piece.bytes)),
    ])
  }
}
