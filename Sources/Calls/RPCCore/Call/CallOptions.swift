/// What a caller may say of a call beside its request.
package struct CallOptions: Sendable {
  package var metadata = Metadata()
  /// How long the caller will wait; for ever if it is `nil`.
  package var timeout: Duration?
  /// How the messages are compressed on their way to the server.
  package var compressor: (any MessageCompressor)?
  /// Whether a call waits for a connection that is not there, instead of failing as unavailable.
  package var waitsForConnection = false
  package var limits = CallLimits()

  package init(metadata: Metadata = Metadata(), timeout: Duration? = nil) {
    self.metadata = metadata
    self.timeout = timeout
  }
}
