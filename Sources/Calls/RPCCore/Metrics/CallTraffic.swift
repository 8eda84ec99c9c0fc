/// What went through one call.
package struct CallTraffic: Hashable, Sendable {
  package var messagesReceived = 0
  package var bytesReceived = 0
  package var messagesSent = 0
  package var bytesSent = 0

  package init() {}

  mutating func countReceived(_ message: CallMessage) {
    messagesReceived += 1
    bytesReceived += message.bytes.count
  }

  mutating func countSent(_ message: CallMessage) {
    messagesSent += 1
    bytesSent += message.bytes.count
  }
}
