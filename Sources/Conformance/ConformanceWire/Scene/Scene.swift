/// What all connections of one case share.
package final class Scene {
  /// What passed.
  package let transcript = Transcript()
  /// The saboteur.
  package var interference: Interference
  /// How long is waited where nobody says how long.
  package var patience: Duration
  /// Says when the time of the case is over; then nothing is waited for any more.
  package var stop: EmergencyStop?
  /// Where it is noted what the case writes into a node that has it for longer than the case.
  var traces: Traces?
  private var frameCount = 0
  private var byteCount = 0

  /// More than any honest node sends in a case.
  private static let mostFrames = 100_000
  private static let mostBytes = 256 << 20

  /// Makes the scene of one run of a case.
  package init(interference: Interference = Interference(), patience: Duration = .seconds(5)) {
    self.interference = interference
    self.patience = patience
  }

  /// A scene for what the case does beside what it asks: nobody interferes with it, and nobody looks at it.
  func quiet() -> Scene {
    let quiet = Scene(patience: patience)
    quiet.traces = traces
    return quiet
  }

  /// The patience, from now on.
  package var deadline: Deadline {
    Deadline(after: stop?.hasStruck ?? false ? .zero : patience)
  }

  /// Counts what came from the node.
  ///
  /// - Throws: `flood`.
  func countReceived(frames: Int = 0, bytes: Int = 0) throws(WireError) {
    frameCount += frames
    byteCount += bytes
    guard frameCount <= Scene.mostFrames else {
      throw .flood("more than \(Scene.mostFrames) frames in one case")
    }
    guard byteCount <= Scene.mostBytes else {
      throw .flood("more than \(Scene.mostBytes >> 20) MiB in one case")
    }
  }
}
