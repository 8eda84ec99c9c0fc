internal import ConformanceKit
internal import ConformanceWire
internal import Testing

@Suite struct PairingFlawTests {
  /// A step as its sender changed it, and the clause that it breaks.
  struct Change: CustomStringConvertible, Sendable {
    let step: Int
    let clause: String
    let make: @Sendable (inout Message) -> Void

    init(_ step: Int, _ clause: String, _ make: @escaping @Sendable (inout Message) -> Void) {
      self.step = step
      self.clause = clause
      self.make = make
    }

    var description: String { "M\(step) against \(clause)" }
  }

  private static let long = Value.bytes([UInt8](repeating: 1, count: 65))

  static let changes: [Change] = [
    Change(1, "PAIR-HELLO-VERSIONS") { $0["hello"]["versions"] = [1, 1] },
    Change(1, "PAIR-HELLO-VERSIONS") { $0["hello"]["versions"] = [0, 1] },
    Change(1, "PAIR-HELLO-VERSIONS") { $0["hello"]["versions"] = Value(1...UInt64(17)) },
    Change(1, "PAIR-HELLO-CHOICE") { $0["hello"]["versions"] = [2] },
    Change(2, "PAIR-HELLO-VERSIONS") { $0["hello"]["versions"] = [] },
    Change(2, "PAIR-HELLO-VERSIONS") { $0["hello"]["versions"] = [1, 2] },
    Change(2, "PAIR-HELLO-CHOICE") { $0["hello"]["versions"] = [2] },
    Change(2, "PAIR-HELLO-NONCE") { $0["hello"]["nonce"] = .bytes([1]) },
    Change(2, "PAIR-HELLO-NONCE") { $0["hello"]["nonce"] = .bytes([UInt8](0..<32)) },
    Change(2, "PAIR-HELLO-DEVICE") { $0["hello"]["device"] = .absent },
    Change(2, "PAIR-HELLO-DEVICE") { $0["hello"]["device"]["id"] = "CNK6" },
    Change(2, "PAIR-HELLO-DEVICE") {
      $0["hello"]["device"]["id"] = .text(KnownExchange.phone.id)
    },
    Change(2, "PAIR-HELLO-DEVICE") { $0["hello"]["device"]["port"] = 65_536 },
    Change(2, "PAIR-HELLO-ROLE") { $0["hello"]["device"]["role"] = 1 },
    Change(2, "PAIR-HELLO-ROLE") { $0["hello"]["device"]["role"] = 3 },
    Change(2, "PAIR-HELLO-NAME") { $0["hello"]["device"]["name"] = "" },
    Change(2, "PAIR-HELLO-NAME") { $0["hello"]["device"]["name"] = "a\u{7}" },
    Change(2, "PAIR-HELLO-NAME") { $0["hello"]["device"]["name"] = "a\u{202E}" },
    Change(2, "PAIR-HELLO-NAME") {
      $0["hello"]["device"]["name"] = .text(String(repeating: "a", count: 65))
    },
    Change(2, "PAIR-HELLO-CLOCK") {
      $0["hello"]["device"]["clock"] = .double(KnownExchange.now + 300.5)
    },
    Change(2, "PAIR-HELLO-CLOCK") { $0["hello"]["device"]["clock"] = .double(.nan) },
    Change(3, "PAIR-STEP-ORDER") { $0 = Message("PairingStep", ["proof": ["tag": long]]) },
    Change(4, "PAIR-SHARE-DATA") { $0["share"]["associated_data"] = .bytes([1]) },
    Change(4, "PAIR-SHARE-ELEMENT") { $0["share"]["share"] = long },
    Change(4, "PAIR-SHARE-ELEMENT") {
      $0["share"]["share"] = .bytes([UInt8](repeating: 0, count: 32))
    },
    Change(6, "PAIR-PROOF-TAG") { $0["proof"]["tag"] = long },
    Change(6, "PAIR-STEP-FORM") { $0.value.extra = $0.encoded() },
    Change(6, "PAIR-STEP-FORM") { $0.value = [:] },
    Change(6, "PAIR-STEP-FORM") { $0.value.extra = [0xFF] },
    Change(6, "PAIR-STEP-FORM") {
      $0.value.extra = WireWriter.field(99, [UInt8](repeating: 0, count: 16_384))
    },
    Change(8, "PAIR-COMMIT-TAG") { $0["committed"]["role_a"] = 2 },
    Change(8, "PAIR-COMMIT-TAG") { $0["committed"]["tag"] = long },
  ]

  @Test(arguments: changes)
  func `a step against the text is told by the clause that it breaks`(change: Change) throws {
    var dialogue = ExchangeDialogue()
    let flaw = dialogue.play { step, bytes in
      guard step == change.step, var message = try? Message("PairingStep", decoding: bytes) else {
        return bytes
      }
      change.make(&message)
      return message.encoded()
    }
    let found = try #require(flaw)
    #expect(found.clause == change.clause)
    #expect(found.step == change.step)
    #expect(ClauseBook.shared[found.clause] != nil)
  }

  @Test func `a share that comes back is told`() throws {
    var dialogue = ExchangeDialogue()
    #expect(dialogue.play(until: 3) == nil)
    let own = try Message("PairingStep", decoding: dialogue.sent[2])["share"]["share"]
    let flaw = dialogue.play { _, bytes in
      guard var message = try? Message("PairingStep", decoding: bytes) else { return bytes }
      message["share"]["share"] = own
      return message.encoded()
    }
    #expect(flaw?.clause == "PAIR-SHARE-REFLECTED")
  }

  @Test func `clocks five minutes apart, and names of 64 characters, are in order`() {
    var dialogue = ExchangeDialogue()
    var watch = KnownExchange.watch
    watch.clock = KnownExchange.now - 300
    watch.name = String(repeating: "\u{1F468}", count: 64)
    dialogue.host = PairingExchange(
      as: .host, watch, code: KnownExchange.code, over: KnownExchange.channel())
    #expect(dialogue.play() == nil)
    #expect(dialogue.guest.peer == watch)
  }

  @Test func `each refusal comes with the status that the text gives it`() throws {
    let text = try #require(ClauseBook.shared["PAIR-REFUSAL-STATUS"]).text
    let named = [7, 8, 3, 14].flatMap { status in
      PairingRefusal.allCases.filter { $0.status == status }
    }
    #expect(named.allSatisfy { text.contains($0.rawValue) })
    let others = PairingRefusal.allCases.filter { $0.status == 9 }
    #expect(others.allSatisfy { !text.contains($0.rawValue) })
    #expect(named.count + others.count == PairingRefusal.allCases.count)
  }
}
