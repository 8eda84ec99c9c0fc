/// What reading everything found.
package struct VerificationReport: Hashable, Sendable {
  package var segments = 0
  package var blocks = 0
  /// Those in sight that could be read, without what links workouts to their samples.
  package var samples = 0
  package var tombstones = 0
  /// Whether what the node remembers of its peers is not what was written, so that it claims nothing.
  package internal(set) var isRecordDamaged = false
  /// What is wrong, a sentence each, without any health value.
  package private(set) var findings: [String] = []
  /// How many more there were than are listed.
  package private(set) var unlisted = 0

  /// A damaged disk can say the same of every block.
  private static let mostFindings = 100

  package init() {}

  package var isSound: Bool { findings.isEmpty }

  mutating func add(_ finding: String) {
    if findings.count < Self.mostFindings { findings.append(finding) } else { unlisted += 1 }
  }
}
