internal import RPCCore
internal import Synchronization

/// A transport that only counts how often it is woken.
final class CountingTransport: CallTransport {
  private let tokens = Mutex<[CallToken]>([])

  func needsAttention(_ token: CallToken) {
    tokens.withLock { $0.append(token) }
  }

  var wakeUps: Int { tokens.withLock { $0.count } }
  var lastToken: CallToken? { tokens.withLock { $0.last } }
}

/// Doubles every byte, which is enough to see who compresses and who expands.
struct DoublingCompressor: MessageCompressor {
  var encoding: MessageEncoding { .gzip }

  func compress(_ message: [UInt8]) throws(RPCError) -> [UInt8] {
    message.flatMap { [$0, $0] }
  }

  func expand(_ message: [UInt8], limit: Int) throws(RPCError) -> [UInt8] {
    guard message.count % 2 == 0 else { throw RPCError(.internal, "half a byte is missing") }
    guard message.count / 2 <= limit else { throw RPCError(.resourceExhausted, "too long") }
    return stride(from: 0, to: message.count, by: 2).map { message[$0] }
  }
}
