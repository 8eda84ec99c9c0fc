package import ProtobufWire

/// Asks the user about documents that others saved and of which nothing is decided for the app: for
/// apps in use, and never for one that a subscription started.
///
/// The user chooses which of them it may read.
package struct RequestDocumentsRequest: WireMessage {
  package static let wireName = "dyad.v1.RequestDocumentsRequest"

  /// Leaves the question with the user instead of waiting for the answer; a call that is cancelled
  /// or runs out of time does the same.
  package var noWait = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: noWait = try field.bool("no_wait")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(noWait, field: 1)
  }
}
