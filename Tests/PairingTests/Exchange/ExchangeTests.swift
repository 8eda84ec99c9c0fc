internal import TestSupport
internal import Testing

@testable internal import Pairing

struct ExchangeTests {
  @Test(arguments: ["271828", "000000", "31415926", "00000000"])
  func `both sides of an honest exchange have the same secret`(digits: String) throws {
    let channel = try Devices.channel()
    var dialogue = Dialogue(
      joining: JoiningExchange(try Devices.phone()),
      showing: ShowingExchange(try Devices.watch(), code: try Devices.code(digits), over: channel),
      typed: try Devices.code(digits), over: channel)
    dialogue.run()
    #expect(!dialogue.isOver)
    #expect(dialogue.isPairedToA && dialogue.isPairedToB)
    #expect(dialogue.sent.count == 8)
    #expect(dialogue.sent.allSatisfy { $0.count < 256 })
    #expect(dialogue.deviceSeenByA == (try Devices.watch()))
    #expect(dialogue.deviceSeenByB == (try Devices.phone()))
    let secretOfA = try #require(dialogue.joining.pairSecret)
    let secretOfB = try #require(dialogue.showing.pairSecret)
    #expect(secretOfA.count == 32)
    #expect(secretOfA.isEqual(to: secretOfB))
  }

  @Test func `a watch joins a phone as a phone joins a watch`() throws {
    let channel = try Devices.channel()
    var dialogue = Dialogue(
      joining: JoiningExchange(try Devices.watch()),
      showing: ShowingExchange(try Devices.phone(), code: try Devices.code(), over: channel),
      typed: try Devices.code(), over: channel)
    dialogue.run()
    #expect(dialogue.isPairedToA && dialogue.isPairedToB)
  }

  @Test func `the secret is there once the proof of the other one was right`() throws {
    var dialogue = try Dialogue(seed: 1)
    for last in 1...8 {
      dialogue.run(upTo: last)
      #expect((dialogue.joining.pairSecret != nil) == (last >= 6))
      #expect((dialogue.showing.pairSecret != nil) == (last >= 5))
    }
    #expect(!dialogue.isOver)
  }

  @Test func `two exchanges with the same code have nothing in common`() throws {
    func run() throws -> Dialogue {
      let channel = try Devices.channel()
      var dialogue = Dialogue(
        joining: JoiningExchange(try Devices.phone()),
        showing: ShowingExchange(try Devices.watch(), code: try Devices.code(), over: channel),
        typed: try Devices.code(), over: channel)
      dialogue.run()
      return dialogue
    }
    let first = try run()
    let second = try run()
    #expect(zip(first.sent, second.sent).allSatisfy { $0 != $1 })
    let secret = try #require(first.joining.pairSecret)
    #expect(!secret.isEqual(to: try #require(second.joining.pairSecret)))
  }

  @Test func `a known exchange comes out byte by byte`() throws {
    let channel = try Devices.channel()
    let joining = JoiningExchange(
      try Devices.phone(), versions: [1], nonce: KnownExchange.nonceOfA
    ) { SecretBytes(hex: CPaceVector.scalarA) }
    let showing = ShowingExchange(
      try Devices.watch(), code: try Devices.code("271828"), over: channel, versions: [1],
      nonce: KnownExchange.nonceOfB
    ) { SecretBytes(hex: CPaceVector.scalarB) }
    var dialogue = Dialogue(
      joining: joining, showing: showing, typed: try Devices.code("271828"), over: channel)
    dialogue.run()
    #expect(dialogue.sent == KnownExchange.messages.map { [UInt8](hex: $0) })
    let secret = try #require(dialogue.joining.pairSecret)
    #expect(secret.known == [UInt8](hex: KnownExchange.pairSecret))
  }

  @Test(arguments: 0..<6)
  func `one wrong digit gets no answer and no secret`(place: Int) throws {
    let channel = try Devices.channel()
    var digits = Array("271828".utf8)
    digits[place] = digits[place] == 0x39 ? 0x30 : digits[place] + 1
    var dialogue = Dialogue(
      joining: JoiningExchange(try Devices.phone()),
      showing: ShowingExchange(try Devices.watch(), code: try Devices.code(), over: channel),
      typed: try Devices.code(String(decoding: digits, as: UTF8.self)), over: channel)
    dialogue.run()
    #expect(dialogue.errorOfB?.refusal == .wrongCode)
    #expect(dialogue.errorOfA == nil)
    #expect(dialogue.sent.count == 5)
    #expect(dialogue.joining.pairSecret == nil)
    #expect(dialogue.showing.pairSecret == nil)
  }

  @Test func `six digits are another code than the same with two more`() throws {
    let channel = try Devices.channel()
    var dialogue = Dialogue(
      joining: JoiningExchange(try Devices.phone()),
      showing: ShowingExchange(
        try Devices.watch(), code: try Devices.code("27182800"), over: channel),
      typed: try Devices.code("271828"), over: channel)
    dialogue.run()
    #expect(dialogue.errorOfB?.refusal == .wrongCode)
  }
}
