internal import RPCCore
internal import TestSupport

/// An application and a handler that talk over a toy network, in an order that chance decides.
struct CallConversation {
  var network: ToyNetwork
  var generator: SeededGenerator
  let requests: [CallMessage]
  let answers: [CallMessage]
  var requestsRead: [CallMessage] = []
  var answersRead: [CallMessage] = []
  var serverEnd: CallReading?
  var clientEnd: CallReading?
  /// Whether the handler waits for the last request before it ends the call.
  let readsAll: Bool
  private var requestsSent = 0
  private var answersSent = 0
  private var isFinished = false

  init(seed: UInt64, readsAll: Bool = true) {
    var generator = SeededGenerator(seed: seed)
    let limits = CallLimits.small(
      mark: Int.random(in: 1...100, using: &generator),
      step: Int.random(in: 10...100, using: &generator))
    requests = Self.messages(using: &generator)
    answers = Self.messages(using: &generator)
    network = ToyNetwork(limits)
    self.readsAll = readsAll
    self.generator = generator
  }

  /// Lets one of those involved do something, if it can.
  mutating func act() -> Bool { act(Int.random(in: 0..<6, using: &generator)) }

  /// Lets all go on until none can.
  mutating func settle() {
    while (0..<6).map({ act($0) }).contains(true) {}
  }

  /// Lets only the application send, and the network carry it, so that the server has done nothing.
  mutating func actOnRequests(times: Int) {
    for _ in 0..<times { _ = act(Bool.random(using: &generator) ? 0 : 4) }
  }

  private mutating func act(_ who: Int) -> Bool {
    switch who {
    case 0: sendRequest()
    case 1: sendAnswer()
    case 2: readRequest()
    case 3: readAnswer()
    case 4: network.moveToServer(atMost: Int.random(in: 1...60, using: &generator))
    default: network.moveToClient(atMost: Int.random(in: 1...60, using: &generator))
    }
  }

  private mutating func sendRequest() -> Bool {
    guard requestsSent <= requests.count, network.client.mayProceed else { return false }
    defer { requestsSent += 1 }
    if requestsSent < requests.count {
      // A call that has ended refuses it, which is its right.
      try? network.client.sendMessage(requests[requestsSent])
    } else {
      network.client.finishSending()
    }
    return true
  }

  private mutating func sendAnswer() -> Bool {
    guard !isFinished, network.server.mayProceed else { return false }
    guard answersSent == answers.count else {
      try? network.server.sendMessage(answers[answersSent])
      answersSent += 1
      return true
    }
    guard serverEnd != nil || !readsAll else { return false }
    isFinished = true
    _ = network.server.finish(.ok, ["x": .text("last")])
    return true
  }

  private mutating func readRequest() -> Bool {
    guard serverEnd == nil else { return false }
    switch network.readAtServer() {
    case .mustWait: return false
    case .message(let message, _): requestsRead.append(message)
    case let end: serverEnd = end
    }
    return true
  }

  private mutating func readAnswer() -> Bool {
    guard clientEnd == nil else { return false }
    switch network.readAtClient() {
    case .mustWait: return false
    case .message(let message, _): answersRead.append(message)
    case let end: clientEnd = end
    }
    return true
  }

  private static func messages(using generator: inout SeededGenerator) -> [CallMessage] {
    (0..<Int.random(in: 0...12, using: &generator)).map { _ in
      // Some are longer than the whole window.
      let longest = Int.random(in: 0...9, using: &generator) == 0 ? 400 : 20
      return CallMessage(
        generator.bytes(Int.random(in: 0...longest, using: &generator)),
        isCompressed: Bool.random(using: &generator))
    }
  }
}
