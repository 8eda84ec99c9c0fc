extension HTTP2Link {
  /// Writes frames as they are, all at once.
  ///
  /// - Parameters:
  ///   - frames: Right or wrong.
  ///   - valid: What frames that break a rule would be without that. A saboteur that mends sends them
  ///     instead, and so stands for a node that does not look.
  /// - Throws: `silence`, `closed`.
  package func write(_ frames: [Frame], insteadOf valid: [Frame]? = nil) throws(WireError) {
    let frames = scene.interference.mends ? valid ?? frames : frames
    for frame in frames {
      scene.transcript.add(fromNode: false, "http2", frame.description, frame.payload)
      remember(frame)
    }
    do throws(WireError) {
      try writeBytes(frames.flatMap(\.encoded))
    } catch {
      throw error.waiting(for: "the other side to take in \(frames.count) frames")
    }
  }
}
