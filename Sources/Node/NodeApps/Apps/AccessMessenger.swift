package import HealthModel
internal import NodeSync

/// Carries requests of apps from a watch to its phone, and decisions back: what `AccessRequests` needs of
/// `SyncEngine`.
package protocol AccessMessenger: Sendable {
  /// What the node is; the phone decides.
  var role: NodeRole { get }
  /// What apps asked for and nobody decided, with the watch that told of it or nobody for this node.
  var openQuestions: [(watch: DeviceID?, question: AccessQuestion)] { get }
  /// An element whenever one more may be open, or one less.
  var statusChanges: AsyncStream<Void> { get }

  /// Notes that an app of this node asks for something, until it is decided.
  ///
  /// - Returns: Whether it waits; `false` where as many wait as may.
  func ask(_ question: AccessQuestion) async throws -> Bool

  /// Tells the watches what the store says by now, and closes the questions that this settles.
  func shareDecisions() async throws
}

extension SyncEngine: AccessMessenger {}
