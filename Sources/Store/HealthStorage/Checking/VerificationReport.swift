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
  /// How many of all there were neither a peer can give again nor anything else here tells.
  package private(set) var lasting = 0

  /// Who can tell what is damaged.
  enum Remedy {
    /// A peer that has it gives it again; so does a backup.
    case peer
    /// What else is here, so that it is made anew.
    case store
    /// A backup alone.
    case backup
  }

  /// A damaged disk can say the same of every block.
  private static let mostFindings = 100

  package init() {}

  /// What somebody else has found.
  package init(
    segments: Int, blocks: Int, samples: Int, tombstones: Int, findings: [String], unlisted: Int
  ) {
    self.segments = segments
    self.blocks = blocks
    self.samples = samples
    self.tombstones = tombstones
    self.findings = findings
    self.unlisted = unlisted
  }

  /// How many things are wrong.
  package var findingCount: Int { findings.count + unlisted }

  package var isSound: Bool { findings.isEmpty }

  /// Adds that rows could not be read, by table; what blocks tell as well is made anew by now.
  package mutating func addMissing(_ rows: [String: Int]) {
    let derived: Set<String> = ["uuid_span", "uuid_page"]
    for (table, count) in rows.sorted(by: { $0.key < $1.key }) where !derived.contains(table) {
      guard table != "store" else {
        add(
          "what the store knows as a whole was worked out anew: who follows changes starts over, and the earliest "
            + "permitted date has to be set again")
        continue
      }
      // Blocks that are missing are named by their directories, with their samples.
      add(
        "table \(table): rows cannot be read, at least \(count)", table == "block" ? .peer : .backup
      )
    }
  }

  mutating func add(_ finding: String, _ remedy: Remedy = .backup) {
    let text = remedy == .store ? "\(finding); it is made anew" : finding
    if findings.count < Self.mostFindings { findings.append(text) } else { unlisted += 1 }
    if remedy == .backup { lasting += 1 }
  }
}
