package import RPCCore

/// The method by which two nodes come to hold the same.
package enum SyncMethods {
  /// The full name of the service.
  package static let name = "dyad.v1.Sync"
  /// One session.
  ///
  /// Its messages are bytes here, because HealthCodec reads and writes them.
  package static let session = Method<[UInt8], [UInt8]>(
    MethodPath(service: name, method: "Session"), .bidirectional, request: .bytes, response: .bytes)
}
