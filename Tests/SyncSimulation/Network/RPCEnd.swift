private import Synchronization

/// One side of a stream of the RPC, as a simulation sees it: it puts messages in, and takes one out when
/// it decides that one arrives.
final class RPCEnd<Message: Sendable>: Sendable {
  private struct Guarded {
    var arrived: [Message] = []
    var isAsking = false
    var ending: Ending?
  }

  /// How the call ended on this side.
  enum Ending: Hashable, Sendable {
    /// The other side has said all.
    case finished
    /// The call broke off; with what a log would say.
    case broken(String)
  }

  private let guarded = Mutex(Guarded())
  private let outgoing: AsyncStream<Message>
  private let outbox: AsyncStream<Message>.Continuation
  private let permits: AsyncStream<Void>
  private let permitting: AsyncStream<Void>.Continuation

  init() {
    (outgoing, outbox) = AsyncStream.makeStream()
    (permits, permitting) = AsyncStream.makeStream()
  }

  /// How the call ended, once it has.
  var ending: Ending? { guarded.withLock { $0.ending } }

  /// Puts a message behind those that wait to be sent.
  func put(_ message: Message) {
    outbox.yield(message)
  }

  /// Says that no more will be put.
  func finish() {
    outbox.finish()
  }

  /// Lets the next message be read, unless one was already or is being waited for.
  func ask() {
    let asks = guarded.withLock { guarded in
      guard guarded.arrived.isEmpty, !guarded.isAsking else { return false }
      guarded.isAsking = true
      return true
    }
    if asks { permitting.yield() }
  }

  /// The message that was read.
  func take() -> Message? {
    guarded.withLock { $0.arrived.isEmpty ? nil : $0.arrived.removeFirst() }
  }

  /// Carries messages between the call and the simulation until the call ends.
  ///
  /// - Parameters:
  ///   - send: Writes to the call.
  ///   - finishSending: Says to the call that all was written.
  ///   - receive: Reads from the call; `nil` at its end.
  /// - Throws: What the call throws when it breaks off.
  func run(
    send: @escaping @Sendable (Message) async throws -> Void,
    finishSending: @escaping @Sendable () -> Void,
    receive: @escaping @Sendable () async throws -> Message?
  ) async throws {
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [outgoing] in
          for await message in outgoing { try await send(message) }
          finishSending()
        }
        group.addTask { [self] in
          for await _ in permits {
            guard let message = try await receive() else { return }
            guarded.withLock { guarded in
              guarded.isAsking = false
              guarded.arrived.append(message)
            }
          }
          // Nobody reads to the end any more.
          throw CancellationError()
        }
        // Unlike waiting for all, this ends the other one when one fails.
        while try await group.next() != nil {}
      }
      end(.finished)
    } catch {
      end(.broken("\(error)"))
      throw error
    }
  }

  private func end(_ ending: Ending) {
    guarded.withLock { $0.ending = ending }
    permitting.finish()
    outbox.finish()
  }
}
