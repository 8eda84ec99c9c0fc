/// The state at one moment, whose blocks stay readable as long as this lives.
///
/// It holds no SQLite transaction, so that a slow reader stops neither writers nor checkpoints.
package final class Snapshot: Sendable {
  package let state: StoreState
  /// Whether it was shown before the commit had ended: of its blocks, some can be read nowhere but in memory.
  package let isForetold: Bool
  private let pins: PinnedGenerations

  package init(_ state: StoreState, on pins: PinnedGenerations, isForetold: Bool = false) {
    self.state = state
    self.isForetold = isForetold
    self.pins = pins
    pins.pin(state.generation)
  }

  /// Whether all history may have been erased since; the tables know whether it was.
  var mayBeErased: Bool { pins.mayBeErased(since: state.generation) }

  deinit {
    pins.unpin(state.generation)
  }
}
