package import HealthModel

extension SyncMessage {
  /// What a message counts against the credit of a session, in bytes: about what it takes, and the same
  /// on both sides.
  package var weight: UInt64 {
    switch self {
    case .batch(let batch): UInt64(batch.weight)
    case .reconcile(let part): UInt64(part.weight)
    case .hello, .welcome, .settings, .questions, .vectorWanted, .vector, .acknowledgement,
      .claimRefused, .compare, .compared, .compareWanted, .ended:
      0
    }
  }

  fileprivate static let bytesPerMessage = 64
  fileprivate static let bytesPerInterval = 8
  fileprivate static let bytesPerDeletion = 40
}

extension ChangeBatch {
  fileprivate var weight: Int {
    SyncMessage.bytesPerMessage + covers.intervalCount * SyncMessage.bytesPerInterval
      + runs.reduce(0) { $0 + $1.weight }
      + deletions.reduce(0) { $0 + $1.count * SyncMessage.bytesPerDeletion }
      + documents.reduce(0) { $0 + $1.bytes.count }
  }
}

extension ReconcilePart {
  fileprivate var weight: Int {
    let intervals =
      switch content {
      case .lists(let days, _), .missing(let days):
        days.reduce(0) { $0 + 1 + $1.live.intervalCount }
      case .spans(let spans): spans.count * 4
      case .days(_, let roots): roots.count * 3
      case nil: 0
      }
    return SyncMessage.bytesPerMessage + intervals * SyncMessage.bytesPerInterval
      + deletions.reduce(0) { $0 + $1.count * SyncMessage.bytesPerDeletion }
  }
}
