/// Why a call did not succeed, on either side of it.
///
/// A handler throws one to end its call with a status; a caller gets one for every status but `ok`.
package struct RPCError: Error, Hashable, Sendable {
  package var code: StatusCode
  /// A sentence for people, without the code; crosses the wire.
  package var detail: String
  /// What came, or is to go, with the status.
  package var metadata: Metadata

  package init(_ code: StatusCode, _ detail: String, metadata: Metadata = [:]) {
    self.code = code
    self.detail = detail
    self.metadata = metadata
  }

  /// The error that a status stands for, or `nil` for `ok`.
  package init?(_ status: Status, metadata: Metadata = [:]) {
    guard status.code != .ok else { return nil }
    self.init(status.code, status.message, metadata: metadata)
  }

  package var status: Status { Status(code, detail) }

  /// What ends the wait of a task that is cancelled.
  static let taskCancelled = RPCError(.cancelled, "the task was cancelled")
}

extension RPCError: CustomStringConvertible {
  package var description: String {
    detail.isEmpty ? code.name : "\(code.name): \(detail)"
  }
}
