internal import HealthCodec
internal import HealthModel
internal import RPCCore
internal import SyncCore
private import Synchronization
internal import SystemCore

/// One session with a peer: what came and waits for the rules, and what they said and waits for the wire.
///
/// Both queues are bounded: what came by what it takes in memory, and what goes by the credit of the rules
/// and, where that does not count, by not reading what a peer says that does not read.
package final class SyncSession: Sendable {
  private struct Guarded {
    var inbox: [SyncMessage] = []
    var inboxBytes = 0
    var outbox: [OutgoingMessage] = []
    /// The way out of the connection that carries it, once there is one.
    var gate: (any SendingGate)?
    var isClosing = false
    var bytesSent: UInt64 = 0
    var bytesReceived: UInt64 = 0
    var wasReady = false
    var isBraked = false
    /// Whether the peer ended it for another session of this device.
    var wasDisplaced = false
    var lastWord: String?

    mutating func note(_ who: String, _ end: SessionEnd) {
      if lastWord == nil { lastWord = who + end.words }
      if end.reason == .brake { isBraked = true }
    }
  }

  private static let mostHeldBytes = 8 << 20
  /// What a message takes beside its rows.
  private static let bytesPerMessage = 512
  /// As many messages as may wait for a peer that reads nothing; then nothing of it is read either.
  private static let mostUnsent = 1_024
  /// Longer messages are read elsewhere than on the loop, which has other callers too.
  private static let manyBytes = 65_536
  /// How long a peer may take to read the last word.
  private static let lastWords = Duration.seconds(10)

  let peer: DeviceID
  /// Whether this node called.
  let wasDialed: Bool
  /// Given when it is over and forgotten.
  let end = Notice<Void>()
  private let began: ContinuousClock.Instant
  private let closing = Notice<Void>()
  private let guarded = Mutex(Guarded())
  private let toSend = WakeUp()
  private let toRead = WakeUp()

  init(with peer: DeviceID, wasDialed: Bool, beginning began: ContinuousClock.Instant) {
    self.peer = peer
    self.wasDialed = wasDialed
    self.began = began
  }

  /// Whether the peer may have called before it heard of it.
  func isNew(at now: ContinuousClock.Instant, calling longest: Duration) -> Bool {
    began.duration(to: now) < longest
  }

  /// How many bytes of messages went each way.
  var traffic: (sent: UInt64, received: UInt64) {
    guarded.withLock { ($0.bytesSent, $0.bytesReceived) }
  }

  /// Whether the rules got as far as being ready, and no brake stopped them then: the next session would
  /// come to that, too.
  var wasReady: Bool {
    guarded.withLock { $0.wasReady && !$0.isBraked && !$0.wasDisplaced }
  }
  /// Whether the peer ended it because another session of this device took its place.
  var wasDisplaced: Bool { guarded.withLock { $0.wasDisplaced } }

  /// Notes that the rules got as far, or that it was worth nothing after all.
  func noteReady(_ isReady: Bool = true) {
    guarded.withLock { $0.wasReady = isReady }
  }

  /// Why a side ended it, once one has said so: the wire may be gone before the rules hear it.
  var lastWord: String? { guarded.withLock { $0.lastWord } }

  /// Whether something came that the rules have not seen.
  var hasNews: Bool {
    guarded.withLock { !$0.inbox.isEmpty && $0.outbox.count <= Self.mostUnsent }
  }

  /// What came since the last time; nothing from a peer for which much waits.
  func takeInbox() -> [SyncMessage] {
    let messages = guarded.withLock { guarded in
      guard guarded.outbox.count <= Self.mostUnsent else { return [SyncMessage]() }
      defer {
        guarded.inbox = []
        guarded.inboxBytes = 0
      }
      return guarded.inbox
    }
    if !messages.isEmpty { toRead.wake() }
    return messages
  }

  /// Sends messages as soon as the wire takes them.
  func send(_ messages: [OutgoingMessage]) {
    guarded.withLock { guarded in
      guard !guarded.isClosing else { return }
      guarded.outbox += messages
      for case .ended(let end) in messages.map(\.message) {
        guarded.note("ended the session: ", end)
      }
    }
    toSend.wake()
  }

  /// Makes messages ready, which leave when the gate is opened.
  ///
  /// - Returns: The gate, shut by this; nothing where the wire has none, and nothing was done.
  func prepare(_ messages: [OutgoingMessage]) -> (any SendingGate)? {
    guard let gate = guarded.withLock({ $0.isClosing ? nil : $0.gate }) else { return nil }
    gate.shut()
    send(messages)
    return gate
  }

  /// Takes no more messages of either side; those that wait are still sent, and `last` after them.
  func close(saying last: SessionEnd? = nil) {
    guarded.withLock { guarded in
      guard !guarded.isClosing else { return }
      if let last {
        guarded.outbox.append(OutgoingMessage(.ended(last)))
        guarded.note("ended the session: ", last)
      }
      guarded.isClosing = true
    }
    closing.give(())
    toSend.wake()
    toRead.wake()
  }

  /// Carries messages over the wire until both sides have closed, the wire breaks or the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - wire: The way to the peer.
  ///   - soon: Called when something comes that is yet to be read.
  ///   - news: Called when something came.
  /// - Throws: Why the wire broke.
  func run(
    over wire: SyncWire, expecting soon: @escaping @Sendable () -> Void,
    telling news: @escaping @Sendable () -> Void
  ) async throws {
    guarded.withLock { $0.gate = wire.gate }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.read(wire, soon, news) }
      group.addTask { try await self.write(wire, news) }
      group.addTask {
        guard await self.closing.value() != nil else { return }
        try await Pause.sleep(for: Self.lastWords)
      }
      // Whichever ends first has said or heard the last word.
      defer { group.cancelAll() }
      try await group.next()
    }
    // Whoever is cancelled returns as if all were said.
    guard !Task.isCancelled || guarded.withLock({ $0.isClosing }) else { throw CancellationError() }
  }

  private func read(
    _ wire: SyncWire, _ soon: @Sendable () -> Void, _ news: @Sendable () -> Void
  ) async throws {
    while let bytes = try await wire.receive() {
      soon()
      let message: SyncMessage
      do {
        message = try await Self.message(bytes)
      } catch {
        close(saying: SessionEnd(.violation, "\(error)"))
        // Until that is written.
        while !Task.isCancelled { await toRead.sleep() }
        return
      }
      let isFull = guarded.withLock { guarded in
        guarded.bytesReceived &+= UInt64(bytes.count)
        if case .ended(let end) = message {
          guarded.note("the peer ended the session: ", end)
          if end.reason == .superseded { guarded.wasDisplaced = true }
        }
        guard !guarded.isClosing else { return false }
        guarded.inbox.append(message)
        let held = max(UInt64(bytes.count), message.weight) + UInt64(Self.bytesPerMessage)
        guarded.inboxBytes += Int(clamping: held)
        return guarded.inboxBytes > Self.mostHeldBytes
      }
      news()
      if isFull { await waitForRoom() }
    }
  }

  private func waitForRoom() async {
    while guarded.withLock({ $0.inboxBytes > Self.mostHeldBytes && !$0.isClosing }),
      !Task.isCancelled
    {
      await toRead.sleep()
    }
  }

  private func write(_ wire: SyncWire, _ news: @Sendable () -> Void) async throws {
    while !Task.isCancelled {
      let (messages, isLast) = guarded.withLock { guarded in
        defer { guarded.outbox = [] }
        return (guarded.outbox, guarded.isClosing)
      }
      // What the peer says is taken again.
      if messages.count > Self.mostUnsent { news() }
      for message in messages {
        let bytes = try await message.bytes()
        guarded.withLock { $0.bytesSent &+= UInt64(bytes.count) }
        try await wire.send(bytes)
      }
      if messages.isEmpty {
        if isLast { return }
        await toSend.sleep()
      }
    }
  }

  private static func message(_ bytes: [UInt8]) async throws -> SyncMessage {
    guard bytes.count >= manyBytes else {
      return try SyncMessage(decoding: bytes, limits: .wire)
    }
    return try await longMessage(bytes)
  }

  @concurrent private static func longMessage(_ bytes: [UInt8]) async throws -> SyncMessage {
    try SyncMessage(decoding: bytes, limits: .wire)
  }
}
