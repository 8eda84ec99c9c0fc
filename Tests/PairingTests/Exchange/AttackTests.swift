internal import ProtobufWire
internal import TestSupport
internal import Testing

@testable internal import Pairing

/// What somebody in between can do who does not know the code.
struct AttackTests {
  /// What one side's connection has other than that of the other side.
  struct Difference: CustomStringConvertible, Sendable {
    var description: String
    var keyOfA: UInt8 = 1
    var keyOfB: UInt8 = 2
    var binding: UInt8 = 3
  }

  @Test(arguments: [
    Difference(description: "all: two connections", keyOfA: 9, keyOfB: 9, binding: 9),
    Difference(description: "the binding", binding: 9),
    Difference(description: "the key of A", keyOfA: 9),
    Difference(description: "the key of B", keyOfB: 9),
    Difference(description: "the keys in the other order", keyOfA: 2, keyOfB: 1),
  ])
  func `who relays all messages over two connections gets no proof`(
    difference: Difference
  ) throws {
    var dialogue = Dialogue(
      joining: JoiningExchange(try Devices.phone()),
      showing: ShowingExchange(
        try Devices.watch(), code: try Devices.code(), over: try Devices.channel()),
      typed: try Devices.code(),
      over: try Devices.channel(
        keyOfA: difference.keyOfA, keyOfB: difference.keyOfB, binding: difference.binding))
    dialogue.run()
    #expect(dialogue.errorOfB?.refusal == .wrongCode)
    #expect(dialogue.sent.count == 5)
    #expect(dialogue.joining.pairSecret == nil)
    #expect(dialogue.showing.pairSecret == nil)
  }

  @Test func `who shows another code cannot answer the proof`() throws {
    var dialogue = try Dialogue(seed: 11)
    dialogue.run { number, message in
      guard number == 6 else { return message }
      var proof = PairingProofMessage()
      proof.tag = [UInt8](repeating: 0x5a, count: 64)
      return PairingStepMessage(.proof(proof)).encoded()
    }
    #expect(dialogue.errorOfA?.refusal == .wrongCode)
    #expect(dialogue.joining.pairSecret == nil)
  }

  @Test func `a recorded run does not get past the shares of a new showing side`() throws {
    var recorded = try Dialogue(seed: 12)
    recorded.run()
    var again = try Dialogue(seed: 13)
    again.run { number, message in number % 2 == 1 ? recorded.sent[number - 1] : message }
    #expect(again.deviceSeenByB == (try Devices.phone()))
    #expect(again.errorOfB?.refusal == .malformed)
    #expect(again.sent.count == 3)
  }

  @Test func `a recorded run does not get past the shares of a new joining side`() throws {
    var recorded = try Dialogue(seed: 12)
    recorded.run()
    var again = try Dialogue(seed: 13)
    again.run { number, message in number % 2 == 0 ? recorded.sent[number - 1] : message }
    // B saw another hello than the one that A answers with its share.
    #expect(again.errorOfB?.refusal == .malformed)

    var joining = try Dialogue(seed: 14).joining
    _ = joining.hello()
    _ = try joining.receiveHello(recorded.sent[1])
    _ = try joining.enter(try Devices.code(), over: try Devices.channel())
    let error = #expect(throws: PairingError.self) {
      _ = try joining.receiveShare(recorded.sent[3])
    }
    #expect(error?.refusal == .malformed)
    #expect(joining.pairSecret == nil)
  }

  @Test(arguments: [5, 6, 7, 8])
  func `a recorded proof or commit is none in a new exchange`(number: Int) throws {
    var recorded = try Dialogue(seed: 12)
    recorded.run()
    var again = try Dialogue(seed: 13)
    again.run { at, message in at == number ? recorded.sent[at - 1] : message }
    let error = number % 2 == 1 ? again.errorOfB : again.errorOfA
    #expect(error?.refusal == (number < 7 ? .wrongCode : .malformed))
  }

  @Test(arguments: [(2, 1), (4, 3), (6, 5), (8, 7)])
  func `what the joining side sent does not come back to it as an answer`(
    number: Int, reflected: Int
  ) throws {
    var dialogue = try Dialogue(seed: 15)
    dialogue.run(upTo: number - 1)
    let own = try #require(dialogue.sent.last)
    #expect(dialogue.sent.count == reflected)
    dialogue.run { at, message in at == number ? own : message }
    #expect(dialogue.errorOfA?.refusal == (number == 6 ? .wrongCode : .malformed))
    #expect(!dialogue.isPairedToA)
    #expect(dialogue.joining.pairSecret == nil)
  }

  @Test(arguments: [(3, 2), (5, 4), (7, 6)])
  func `what the showing side sent does not come back to it as an answer`(
    number: Int, reflected: Int
  ) throws {
    var dialogue = try Dialogue(seed: 15)
    dialogue.run(upTo: number - 1)
    let own = dialogue.sent[reflected - 1]
    dialogue.run { at, message in at == number ? own : message }
    #expect(dialogue.errorOfB?.refusal == .malformed)
    #expect(!dialogue.isPairedToB)
    #expect(dialogue.showing.pairSecret == nil)
  }

  @Test func `a share comes back to none of the sides, even with the data of the other`() throws {
    var dialogue = try Dialogue(seed: 16)
    dialogue.run(upTo: 4)
    let shares = try [2, 3].map { try PairingStepMessage.share(dialogue.sent[$0]) }
    for (side, own, other) in [
      (PairingSide.joining, shares[0], shares[1]), (.showing, shares[1], shares[0]),
    ] {
      let offer = try offer(side, in: dialogue)
      #expect(offer.share == own)
      let reflected = CPaceShare(element: own.element, associatedData: other.associatedData)
      let error = #expect(throws: PairingError.self) { _ = try offer.agree(on: reflected) }
      #expect(error == .malformed("our own share came back"))
    }
  }

  @Test func `the commit of one side is not that of the other in its clothes`() throws {
    var dialogue = try Dialogue(seed: 17)
    dialogue.run(upTo: 7)
    let own = try PairingStepMessage.commit(dialogue.sent[6], of: .joining)
    dialogue.run { _, _ in PairingStepMessage(.committed(own)).encoded() }
    #expect(dialogue.errorOfA?.refusal == .malformed)
  }

  @Test(arguments: [UInt64(0), 1, 2, 3])
  func `roles are not exchanged on the way`(role: UInt64) throws {
    for number in [7, 8] {
      var dialogue = try Dialogue(seed: 18)
      dialogue.run { at, message in
        let side: PairingSide = number == 7 ? .joining : .showing
        guard at == number, var commit = try? PairingStepMessage.commit(message, of: side) else {
          return message
        }
        commit.roleA = role
        commit.roleB = role == 1 ? 2 : 1
        return PairingStepMessage(number == 7 ? .commit(commit) : .committed(commit)).encoded()
      }
      // The phone joins: role 1 on the side A is what was agreed.
      let isAgreed = role == 1
      #expect(dialogue.isPairedToA == isAgreed)
      #expect(dialogue.isPairedToB == (isAgreed || number == 8))
    }
  }

  @Test func `versions that are taken out on the way do not lead to a pair`() throws {
    var dialogue = try Dialogue(seed: 19, versions: [1, 2])
    dialogue.run { number, message in
      guard number == 1, var hello = try? PairingStepMessage.hello(message) else { return message }
      hello.versions = [1]
      return PairingStepMessage(.hello(hello)).encoded()
    }
    // Both go on with version 1, until the shares show that their hellos differed.
    #expect(dialogue.sent.count == 3)
    #expect(dialogue.errorOfB?.refusal == .malformed)

    var chosen = try Dialogue(seed: 19, versions: [1, 2])
    chosen.run { number, message in
      guard number == 2, var hello = try? PairingStepMessage.hello(message) else { return message }
      hello.versions = [1]
      return PairingStepMessage(.hello(hello)).encoded()
    }
    #expect(chosen.errorOfB?.refusal == .malformed)

    var honest = try Dialogue(seed: 19, versions: [1, 2])
    honest.run()
    #expect(honest.isPairedToA && honest.isPairedToB)
    #expect(try PairingStepMessage.hello(honest.sent[1]).versions == [2])
  }

  @Test(arguments: [
    CPacePoints.invalid, CPacePoints.identity, "", CPacePoints.valid + "00",
    String(CPacePoints.valid.dropLast(2)), String(repeating: "ff", count: 32),
  ])
  func `a share that is no element ends the exchange on either side`(element: String) throws {
    for number in [3, 4] {
      var dialogue = try Dialogue(seed: 20)
      dialogue.run { at, message in
        guard at == number, let share = try? PairingStepMessage.share(message) else {
          return message
        }
        var changed = PairingShareMessage()
        changed.share = [UInt8](hex: element)
        changed.associatedData = share.associatedData
        return PairingStepMessage(.share(changed)).encoded()
      }
      #expect((number == 3 ? dialogue.errorOfB : dialogue.errorOfA)?.refusal == .malformed)
      #expect(dialogue.sent.count == number)
    }
  }

  @Test func `a share with the data of the other side, or with none, is refused`() throws {
    for number in [3, 4] {
      for data in [[], [1, 0x41], nil] as [[UInt8]?] {
        var dialogue = try Dialogue(seed: 21)
        dialogue.run { at, message in
          guard at == number, let share = try? PairingStepMessage.share(message) else {
            return message
          }
          var changed = PairingShareMessage()
          changed.share = share.element
          changed.associatedData = data ?? share.associatedData
          // Without other data, the letter of the side is the other one.
          if data == nil { changed.associatedData[1] ^= 0x41 ^ 0x42 }
          return PairingStepMessage(.share(changed)).encoded()
        }
        #expect((number == 3 ? dialogue.errorOfB : dialogue.errorOfA)?.refusal == .malformed)
      }
    }
  }

  /// The offer of one side of a run, made again.
  private func offer(_ side: PairingSide, in dialogue: Dialogue) throws -> PairingOffer {
    let session = PairingSession(
      joining: try Greeting(decoding: dialogue.sent[0], spoken: [1]),
      showing: try Greeting(decoding: dialogue.sent[1], spoken: [1]))
    var generator = SeededGenerator(seed: 16)
    var scalars: [SecretBytes] = []
    for _ in 0..<2 {
      _ = generator.bytes(PairingExchange.nonceByteCount)
      scalars.append(SecretBytes(copying: Devices.scalar(using: &generator)))
    }
    return PairingOffer(
      session, side: side,
      generator: session.generator(of: try Devices.code(), over: try Devices.channel()),
      scalar: scalars[side == .joining ? 0 : 1])
  }
}
