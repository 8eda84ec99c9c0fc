internal import HealthCodec
internal import HealthModel
internal import SyncCore

/// A message for a peer, which is put into bytes where that holds up nobody.
struct OutgoingMessage: Sendable {
  let message: SyncMessage
  private let encoded: [UInt8]?

  /// Shorter messages are encoded on the loop when the wire takes them.
  private static let fewBytes = 4_096
  /// Longer ones are encoded then, too, but elsewhere, for the loop has other callers; those between, when they
  /// are made.
  private static let manyBytes = 65_536

  init(_ message: SyncMessage) {
    self.message = message
    let isBetween = message.weight >= Self.fewBytes && message.weight < Self.manyBytes
    // What cannot be encoded is told when it is to be sent.
    encoded = isBetween ? try? message.encoded() : nil
  }

  /// Whether it is one of the longer ones.
  var isLong: Bool { message.weight >= Self.manyBytes }

  /// What goes over the wire.
  func bytes() async throws -> [UInt8] {
    if let encoded { return encoded }
    if message.weight < Self.fewBytes { return try message.encoded() }
    return try await encodedElsewhere()
  }

  @concurrent private func encodedElsewhere() async throws -> [UInt8] {
    try message.encoded()
  }
}
