internal import DyadServices
internal import HealthModel
internal import HealthStorage

extension SampleRun {
  /// As many rows as one run in an answer has.
  static let mostAnswerRows = 4_096
  /// As many bytes as the runs of one answer have, unless one row has more: about a quarter of what
  /// clients take in one message.
  static let mostAnswerBytes = 1 << 20

  /// Hands out the run in pieces that fit an answer, in order; each is made when it is its turn.
  func forEachPiece(_ body: (SampleRun) async throws -> Void) async throws {
    guard count > 1, count > Self.mostAnswerRows || weight > Self.mostAnswerBytes else {
      if !isEmpty { try await body(self) }
      return
    }
    let middle = count / 2
    try await slice(0..<middle).forEachPiece(body)
    try await slice(middle..<count).forEachPiece(body)
  }

  /// Runs as fields of an answer.
  ///
  /// - Throws: `StorageError` where what is stored cannot be told.
  static func answer(_ runs: [SampleRun]) throws -> [[UInt8]] {
    try telling { () throws(StoreWireError) in try messages(of: runs) }
  }

  /// Runs in plain words, in as many answers as are not too long.
  ///
  /// - Throws: `StorageError` where what is stored cannot be told.
  static func plainAnswer(_ runs: [SampleRun]) throws -> [[PlainSampleMessage]] {
    try telling { () throws(StoreWireError) in try PlainSampleMessage.messages(of: runs) }
  }

  private static func telling<Answer>(
    _ body: () throws(StoreWireError) -> Answer
  ) throws -> Answer {
    do throws(StoreWireError) {
      return try body()
    } catch {
      throw StorageError(.damaged, cannot: "tell the samples", "\(error)")
    }
  }
}
