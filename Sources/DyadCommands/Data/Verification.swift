internal import HealthStorage

/// What reading everything found.
struct Verification: Sendable {
  var samples: Int
  var segments: Int
  /// What a store of this process knows besides.
  var details: Details?
  /// What is wrong, a sentence each.
  var findings: [String]
  /// How many more there were than are listed.
  var unlisted = 0

  /// What a daemon does not tell.
  struct Details: Sendable {
    var blocks: Int
    var tombstones: Int
  }

  var isSound: Bool { findings.isEmpty }
}

extension Verification {
  init(_ report: VerificationReport) {
    self.init(
      samples: report.samples, segments: report.segments,
      details: Details(blocks: report.blocks, tombstones: report.tombstones),
      findings: report.findings, unlisted: report.unlisted)
  }
}
