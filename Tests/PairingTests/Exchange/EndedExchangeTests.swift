internal import ProtobufWire
internal import Testing

@testable internal import Pairing

struct EndedExchangeTests {
  @Test(arguments: [2, 4, 6, 8])
  func `a joining side that has thrown throws the same for ever`(number: Int) throws {
    var honest = try Dialogue(seed: 41)
    honest.run()
    var dialogue = try Dialogue(seed: 41)
    dialogue.run { at, message in at == number ? [] : message }
    let first = try #require(dialogue.errorOfA)
    let code = try Devices.code()
    let channel = try Devices.channel()
    var exchange = dialogue.joining
    for _ in 0..<2 {
      #expect(throws: first) { _ = try exchange.receiveHello(honest.sent[1]) }
      #expect(throws: first) { _ = try exchange.enter(code, over: channel) }
      #expect(throws: first) { _ = try exchange.receiveShare(honest.sent[3]) }
      #expect(throws: first) { try exchange.receiveProof(honest.sent[5]) }
      #expect(throws: first) { _ = try exchange.commit() }
      #expect(throws: first) { try exchange.receiveCommitted(honest.sent[7]) }
    }
    #expect(exchange.pairSecret == nil)
  }

  @Test(arguments: [1, 3, 5, 7])
  func `a showing side that has thrown throws the same for ever`(number: Int) throws {
    var honest = try Dialogue(seed: 42)
    honest.run()
    var dialogue = try Dialogue(seed: 42)
    dialogue.run { at, message in at == number ? [] : message }
    let first = try #require(dialogue.errorOfB)
    var exchange = dialogue.showing
    for _ in 0..<2 {
      #expect(throws: first) { _ = try exchange.receiveHello(honest.sent[0]) }
      #expect(throws: first) { _ = try exchange.receiveShare(honest.sent[2]) }
      #expect(throws: first) { _ = try exchange.receiveProof(honest.sent[4]) }
      #expect(throws: first) { try exchange.receiveCommit(honest.sent[6]) }
      #expect(throws: first) { _ = try exchange.committed() }
    }
    #expect(exchange.pairSecret == nil)
  }

  @Test func `there is one guess in an exchange`() throws {
    let channel = try Devices.channel()
    let right = try Devices.code()
    var dialogue = Dialogue(
      joining: JoiningExchange(try Devices.phone()),
      showing: ShowingExchange(try Devices.watch(), code: right, over: channel),
      typed: try Devices.code("271829"), over: channel)
    dialogue.run()
    #expect(dialogue.errorOfB == .wrongProof)
    var exchange = dialogue.showing
    #expect(throws: PairingError.wrongProof) { _ = try exchange.receiveShare(dialogue.sent[2]) }
    #expect(throws: PairingError.wrongProof) { _ = try exchange.receiveProof(dialogue.sent[4]) }
  }

  @Test func `a joining side greets first, and once`() async {
    await #expect(processExitsWith: .failure) {
      var exchange = JoiningExchange(try Devices.phone())
      _ = exchange.hello()
      _ = exchange.hello()
    }
    await #expect(processExitsWith: .failure) {
      var exchange = JoiningExchange(try Devices.phone())
      _ = try? exchange.receiveHello([])
    }
  }

  @Test func `nothing is committed before the proof`() async {
    await #expect(processExitsWith: .failure) {
      var dialogue = try Dialogue(seed: 43)
      dialogue.run(upTo: 4)
      var exchange = dialogue.joining
      _ = try? exchange.commit()
    }
    await #expect(processExitsWith: .failure) {
      var dialogue = try Dialogue(seed: 43)
      dialogue.run(upTo: 6)
      var exchange = dialogue.showing
      _ = try? exchange.committed()
    }
  }

  @Test func `what is paired takes no more messages`() async {
    await #expect(processExitsWith: .failure) {
      var dialogue = try Dialogue(seed: 44)
      dialogue.run()
      var exchange = dialogue.showing
      _ = try? exchange.receiveProof(dialogue.sent[4])
    }
  }
}
