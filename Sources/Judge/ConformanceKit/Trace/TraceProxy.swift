package import ConformanceWire
internal import Synchronization
internal import SystemCore

/// Stands between a watch that calls and a phone that listens, and writes down what they say.
///
/// At first it passes bytes on as they are, so that the two can pair: a pairing is bound to the keys of its
/// connection. Once it was given both keys it is the phone to the watch and the watch to the phone, and reads
/// along. One thread does all of it.
package final class TraceProxy: Sendable {
  /// The keys of both nodes.
  package struct Keys: Sendable {
    package var phone: Identity
    package var watch: Identity

    package init(phone: Identity, watch: Identity) {
      self.phone = phone
      self.watch = watch
    }
  }

  private struct State {
    var keys: Keys?
    var messages: [TracedMessage] = []
    var byteCount = 0
    /// Why the recording is not whole.
    var gap: String?
    var isStopped = false
  }

  /// How long it sleeps at most before it looks whether it is to stop.
  private static let round = Duration.milliseconds(50)
  /// Of a recording; what comes later is passed on and not kept.
  private static let (mostMessages, mostBytes) = (200_000, 64 << 20)

  /// Where the watch finds it: "127.0.0.1:PORT".
  package let address: String
  private let phone: String
  private let state = Mutex(State())
  private let start = MonotonicInstant.now

  /// Begins to listen for the watch.
  ///
  /// - Parameter phone: Where the phone listens.
  /// - Throws: `unreachable` where there is no port.
  package init(to phone: String) throws {
    self.phone = phone
    let places = Mailbox<Result<String, WireError>>()
    let owners = Mailbox<TraceProxy>()
    WorkThread.start("trace") {
      do throws(WireError) {
        let listener = try Listener()
        places.put(.success(listener.address))
        owners.take()?.serve(listener)
      } catch {
        places.put(.failure(error))
      }
    }
    guard let place = places.take() else { preconditionFailure("it waits as long as it takes") }
    address = try place.get()
    owners.put(self)
  }

  /// Reads along on connections that begin from now on, and ends those that are there.
  package func readAlong(with keys: Keys) {
    state.withLock { $0.keys = keys }
  }

  /// What passed so far.
  package var messages: [TracedMessage] { state.withLock { $0.messages } }

  /// Ends every connection.
  package func stop() {
    state.withLock { $0.isStopped = true }
  }

  /// Why the recording is not whole, if it is not.
  package var gap: String? { state.withLock { $0.gap } }

  private func keep(_ messages: [TracedMessage], from connection: TracedConnection) {
    guard !messages.isEmpty || connection.failure != nil else { return }
    state.withLock { state in
      if let failure = connection.failure { state.gap = state.gap ?? "\(failure)" }
      for message in messages {
        state.byteCount += message.content.count
        guard state.messages.count < Self.mostMessages, state.byteCount <= Self.mostBytes else {
          state.gap = state.gap ?? "the nodes say more than a recording takes"
          return
        }
        state.messages.append(message)
      }
    }
  }

  private func serve(_ listener: Listener) {
    var connections: [TracedConnection] = []
    var count = 0
    while true {
      let (keys, isStopped) = state.withLock { ($0.keys, $0.isStopped) }
      if isStopped { break }
      if keys != nil {
        for connection in connections where !connection.isRead { connection.close() }
      }
      connections.removeAll(where: \.isOver)
      Polling.waitForAny(
        [listener.descriptor] + connections.flatMap(\.descriptors), by: Deadline(after: Self.round))
      // Nobody there is no failure, and who fails to connect tries again.
      if let link = try? listener.accept(by: Deadline(after: .zero)) {
        count += 1
        if let connection = try? TracedConnection(count, from: link, to: phone, keys) {
          connections.append(connection)
        }
      }
      for connection in connections {
        let at = Double(start.duration(to: .now) / .microseconds(1)) / 1e6
        let messages = connection.pump(at)
        keep(messages, from: connection)
      }
    }
    for connection in connections { connection.close() }
    listener.close()
  }
}
