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

  /// Sends a message, however much waits for the client already; `waitForRoom()` comes before the next.
  package func enqueue(_ response: Response) throws {
    try call.enqueue(call.compress(coding.encode(response)))
  }

  /// Makes a message ready to be sent at once, from any thread; `waitForRoom()` comes before the next.
  ///
  /// - Returns: What sends it, and tells whether the call still takes messages.
  package func prepare(_ response: Response) throws -> @Sendable () -> Bool {
    let message = try call.compress(coding.encode(response))
    return { [call] in
      do {
        try call.enqueue(message)
        return true
      } catch {
        // Whoever waits for room next is told why.
        return false
      }
    }
  }

  /// Waits while the client takes no messages.
  package func waitForRoom() async throws {
    try await call.waitForRoom()
  }
}
