/// What a call begins with.
package struct CallRequest: Sendable {
  package var method: MethodPath
  package var metadata: Metadata
  /// When the caller stops waiting, on this machine's clock.
  package var deadline: ContinuousClock.Instant?
  /// Expands what the caller compresses, if it said that it does.
  package var compressor: (any MessageCompressor)?
  /// Compresses answers in a way the caller takes, if it takes any.
  package var answerCompressor: (any MessageCompressor)?

  package init(
    method: MethodPath, metadata: Metadata = [:], deadline: ContinuousClock.Instant? = nil
  ) {
    self.method = method
    self.metadata = metadata
    self.deadline = deadline
    compressor = nil
    answerCompressor = nil
  }
}
