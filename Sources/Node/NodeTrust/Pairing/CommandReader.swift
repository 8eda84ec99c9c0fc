package import DyadServices
internal import Pairing
package import RPCCore

/// Reads what the owner says while joining, one after the other.
package actor CommandReader {
  private var iterator: RequestStream<JoinCommandMessage>.AsyncIterator

  package init(_ requests: RequestStream<JoinCommandMessage>) {
    iterator = requests.makeAsyncIterator()
  }

  /// The next command.
  ///
  /// - Throws: `PairingError` where the owner is gone, or says something nobody knows.
  package func next() async throws -> JoinCommandMessage.Command {
    var iterator = iterator
    let message = try await iterator.next()
    self.iterator = iterator
    guard let message else {
      throw PairingError(.declined, "cannot join: nobody said how to go on")
    }
    guard let command = message.command else {
      throw PairingError(.malformed, "cannot join: the command is not known here")
    }
    return command
  }
}
