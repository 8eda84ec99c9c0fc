internal import HealthCodec
internal import HealthModel
internal import SyncCore

/// A message for a peer; short ones are encoded when they are made.
struct OutgoingMessage: Sendable {
  let message: SyncMessage
  private let encoded: [UInt8]?

  /// Longer messages are written when the wire takes them, elsewhere than on the loop, which has other callers
  /// too.
  private static let manyBytes = 65_536

  init(_ message: SyncMessage) {
    self.message = message
    // What cannot be encoded is told when it is to be sent.
    encoded = message.weight < Self.manyBytes ? try? message.encoded() : nil
  }

  /// Whether it is one of those.
  var isLong: Bool { encoded == nil }

  /// What goes over the wire.
  func bytes() async throws -> [UInt8] {
    if let encoded { return encoded }
    return try await encodedElsewhere()
  }

  @concurrent private func encodedElsewhere() async throws -> [UInt8] {
    try message.encoded()
  }
}
