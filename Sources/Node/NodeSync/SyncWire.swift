internal import RPCCore

/// The way to a peer and back: one call, from either end.
package struct SyncWire: Sendable {
  /// Sends the bytes of a message, and waits while the peer takes none.
  let send: @Sendable ([UInt8]) async throws -> Void
  /// The bytes of the next message; nothing when the peer has closed its side.
  let receive: @Sendable () async throws -> [UInt8]?
  /// The way out of the connection, where it has one to shut.
  var gate: (any SendingGate)?
}
