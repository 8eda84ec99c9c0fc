/// Hears what a case says to the node.
package protocol SayingListener: AnyObject {
  /// A message of a session.
  func note(said bytes: [UInt8])

  /// A call over a socket of the owner's or of an app.
  func note(calling method: String, _ request: Value)
  /// Hears what a call over a socket answered.
  func note(answering method: String, _ response: Value)
}

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
  /// Hears what the case says to a node that has it for longer than the case.
  package var listener: (any SayingListener)?
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
  package func quiet() -> Scene {
    let quiet = Scene(patience: patience)
    quiet.listener = listener
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
