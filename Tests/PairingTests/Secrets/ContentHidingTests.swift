internal import ProtobufWire
internal import TestSupport
internal import Testing

@testable internal import Pairing

struct ContentHidingTests {
  @Test func `no text of a secret tells more than what it is`() throws {
    let code = try Devices.code()
    expectHidden(SecretBytes(copying: Array(repeating: 0x41, count: 32)), as: "32 secret bytes")
    expectHidden(code, as: "a code of 6 digits")
    expectHidden(try Devices.code("31415926"), as: "a code of 8 digits")
    expectHidden(try Devices.channel(), as: "a channel")
    expectHidden(SecretPart.open([0x41]), as: "1 bytes")
    expectHidden(SecretPart.secret(SecretBytes(copying: [0x41, 0x41])), as: "2 bytes")
  }

  @Test(arguments: 0...8)
  func `no text of an exchange tells more than which side it is`(last: Int) throws {
    var dialogue = try Dialogue(seed: 61)
    dialogue.run(upTo: last)
    expectHidden(dialogue.joining, as: "an exchange of the joining side")
    expectHidden(dialogue.showing, as: "an exchange of the showing side")
    if let secret = dialogue.joining.pairSecret {
      #expect("\(String(describing: dialogue.joining.pairSecret))" == "Optional(32 secret bytes)")
      expectHidden(secret, as: "32 secret bytes")
    }
  }

  @Test func `what holds a secret shows no more of it than the secret does`() throws {
    struct Holder {
      var code: PairingCode
      var exchange: JoiningExchange
      var secrets: [SecretBytes]
    }
    let secret = SecretBytes(copying: Array("AAAA".utf8))
    let holder = Holder(
      code: try Devices.code(), exchange: JoiningExchange(try Devices.phone()), secrets: [secret])
    var text = String(describing: holder) + String(reflecting: holder)
    dump(holder, to: &text)
    for word in ["271828", "AAAA", "65, 65", "Kitchen"] { #expect(!text.contains(word)) }
    #expect(text.contains("a code of 6 digits"))
    #expect(text.contains("4 secret bytes"))
  }

  @Test func `errors of wrong input repeat none of it`() throws {
    var dialogue = try Dialogue(seed: 62)
    dialogue.run { number, message in
      guard number == 1, var hello = try? PairingStepMessage.hello(message) else { return message }
      hello.device?.name = "whispered\u{7}"
      return PairingStepMessage(.hello(hello)).encoded()
    }
    let error = try #require(dialogue.errorOfB)
    #expect(!"\(error)".contains("whispered"))
  }

  private func expectHidden(_ value: some ContentHiding, as description: String) {
    #expect(String(describing: value) == description)
    #expect(String(reflecting: value) == description)
    #expect("\(value)" == description)
    #expect(Mirror(reflecting: value).children.isEmpty)
    var dumped = ""
    dump(value, to: &dumped)
    // Classes are numbered.
    #expect(["- \(description)\n", "- \(description) #0\n"].contains(dumped))
  }
}
