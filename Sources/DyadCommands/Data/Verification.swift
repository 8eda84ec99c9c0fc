internal import DyadServices
internal import HealthStorage

/// What reading everything found.
struct Verification: Sendable {
  var samples: Int
  var segments: Int
  var blocks: Int
  /// Deleted samples that are remembered.
  var tombstones: Int
  /// What is wrong, a sentence each.
  var findings: [String]
  /// How many more there were than are listed.
  var unlisted: Int

  var isSound: Bool { findings.isEmpty }
}

extension Verification {
  /// What a store of this process found.
  init(_ report: VerificationReport) {
    self.init(
      samples: report.samples, segments: report.segments, blocks: report.blocks,
      tombstones: report.tombstones, findings: report.findings, unlisted: report.unlisted)
  }

  /// What a daemon found.
  init(_ answer: VerifyStoreResponse) {
    self.init(
      samples: Int(clamping: answer.samples), segments: Int(clamping: answer.segments),
      blocks: Int(clamping: answer.blocks), tombstones: Int(clamping: answer.tombstones),
      findings: answer.findings, unlisted: Int(clamping: answer.unlisted))
  }
}
