/// Where a handler writes the messages of its answer.
package struct ResponseWriter<Response: Sendable>: Sendable {
  private let call: ServerCall
  private let coding: MessageCoding<Response>

  init(call: ServerCall, coding: MessageCoding<Response>) {
    self.call = call
    self.coding = coding
  }

  /// Sends a message, compressed if the answers of the call are; waits while the client takes none.
  package func send(_ response: Response, isCompressed: Bool = true) async throws {
    try await call.send(coding.encode(response), isCompressed: isCompressed)
  }
}
