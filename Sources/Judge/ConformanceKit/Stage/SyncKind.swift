package import ConformanceWire

/// Which of its kinds a message of a session is.
package enum SyncKind {
  /// The name of the kind, or what it has instead.
  package static func of(_ message: Message) -> String {
    let kinds = message.value.keys
    return kinds.count == 1 ? kinds[0] : kinds.isEmpty ? "no kind" : "\(kinds)"
  }

  /// Reads what the node said.
  ///
  /// - Throws: a ``Deviation`` where it is no SyncMessage.
  package static func read(_ bytes: [UInt8], _ awaited: String) throws -> Message {
    do {
      return try Message("SyncMessage", decoding: bytes)
    } catch {
      throw Deviation(expected: awaited, observed: "bytes that are no SyncMessage: \(error)")
    }
  }
}
