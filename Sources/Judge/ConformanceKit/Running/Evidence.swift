/// Something that passed between the tool and the node while a case ran, or that the node said of itself.
package struct Evidence: Hashable, Sendable {
  package let isFromNode: Bool
  /// What was looked at: "tcp", "tls", "frame", "call", "log".
  package let layer: String
  /// One line for people.
  package let summary: String
  package let bytes: [UInt8]

  /// Makes a piece.
  package init(isFromNode: Bool, layer: String, summary: String, bytes: [UInt8] = []) {
    self.isFromNode = isFromNode
    self.layer = layer
    self.summary = summary
    self.bytes = bytes
  }
}
