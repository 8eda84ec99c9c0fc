internal import DyadServices
package import HealthModel
internal import HealthStorage

extension SampleRun {
  /// As many rows as one run in an answer has.
  package static let mostAnswerRows = 4_096
  /// As many bytes as the runs of one answer have, unless one row has more: about a quarter of what
  /// clients take in one message.
  package static let mostAnswerBytes = 1 << 20

  /// As many rows as one answer in plain words has.
  private static let mostPlainRows = 256

  /// Rows from one on, as many as fit an answer.
  package func piece(from row: Int) -> SampleRun {
    var end = Swift.min(count, row + Self.mostAnswerRows)
    while true {
      let piece = slice(row..<end)
      guard piece.count > 1, piece.weight > Self.mostAnswerBytes else { return piece }
      end = row + piece.count / 2
    }
  }

  /// Rows from one on in plain words, as many as fit an answer.
  ///
  /// - Throws: `StorageError` where what is stored cannot be told.
  func plainPiece(from row: Int) throws -> [PlainSampleMessage] {
    let end = Swift.min(count, row + Self.mostPlainRows)
    return try Self.telling { () throws(StoreWireError) in
      try PlainSampleMessage.messages(of: self, rows: row..<end)
    }
  }

  /// Runs as fields of an answer.
  ///
  /// - Throws: `StorageError` where what is stored cannot be told.
  package static func answer(_ runs: [SampleRun]) throws -> [[UInt8]] {
    try telling { () throws(StoreWireError) in try messages(of: runs) }
  }

  /// Runs in plain words; `nil` where they do not fit one answer.
  ///
  /// - Throws: `StorageError` where what is stored cannot be told.
  static func plainAnswer(_ runs: [SampleRun]) throws -> [PlainSampleMessage]? {
    var answer: [PlainSampleMessage] = []
    for run in runs {
      let piece = try run.plainPiece(from: 0)
      answer += piece
      if piece.count < run.count || answer.count > mostPlainRows { return nil }
    }
    return answer
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
