internal import HealthModel
internal import SyncCore

/// What comes of a turn of the sync rules, with its messages as they go over the wire.
struct TurnResult: Sendable {
  let input: SyncRules.Input
  let sessions: [DeviceID: SyncSession]
  var output = SyncRules.Output()
  private(set) var messages: [DeviceID: [OutgoingMessage]] = [:]
  /// The peers whose messages are with their sessions already.
  private var prepared: Set<DeviceID> = []

  init(input: SyncRules.Input, sessions: [DeviceID: SyncSession]) {
    (self.input, self.sessions) = (input, sessions)
  }

  /// Whether there is more to say than takes moments.
  var hasMuchToSay: Bool { messages.values.contains { $0.contains(where: \.isLong) } }

  /// Takes what the rules say.
  mutating func put(_ messages: [(peer: DeviceID, message: SyncMessage)]) {
    for (peer, message) in messages {
      self.messages[peer, default: []].append(OutgoingMessage(message))
    }
  }

  /// Takes what the rules will have said, for `prepare` to give it to sessions that keep it until then.
  mutating func prepare(
    _ messages: [(peer: DeviceID, message: SyncMessage)],
    _ prepare: (DeviceID, [OutgoingMessage]) -> Bool
  ) {
    put(messages)
    for (peer, messages) in self.messages where prepare(peer, messages) { prepared.insert(peer) }
  }

  /// Gives the sessions the messages that they do not have yet.
  func send() {
    for (peer, messages) in messages where !prepared.contains(peer) {
      sessions[peer]?.send(messages)
    }
  }
}
