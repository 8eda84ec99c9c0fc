internal import ConformanceKit
internal import ConformanceWire
internal import TestSupport
internal import Testing

@Suite struct PairingExchangeTests {
  @Test func `both sides say what was computed elsewhere`() {
    var dialogue = ExchangeDialogue()
    #expect(dialogue.play() == nil)
    #expect(dialogue.sent == KnownExchange.messages.map(\.bytes))
    #expect(dialogue.guest.isPaired && dialogue.host.isPaired)
    #expect(dialogue.guest.keys?.pairSecret == KnownExchange.pairSecret.bytes)
    #expect(dialogue.host.keys?.pairSecret == KnownExchange.pairSecret.bytes)
    #expect(dialogue.guest.peer == KnownExchange.watch)
    #expect(dialogue.host.peer == KnownExchange.phone)
  }

  @Test func `exchanges in which chance plays agree, and no two are the same`() {
    var secrets: Set<[UInt8]> = []
    for _ in 0..<20 {
      var dialogue = ExchangeDialogue()
      let channel = KnownExchange.channel()
      dialogue.guest = PairingExchange(as: .guest, KnownExchange.phone, code: "1", over: channel)
      dialogue.host = PairingExchange(as: .host, KnownExchange.watch, code: "1", over: channel)
      #expect(dialogue.play() == nil)
      #expect(dialogue.guest.keys == dialogue.host.keys)
      if let keys = dialogue.guest.keys { secrets.insert(keys.pairSecret) }
    }
    #expect(secrets.count == 20)
  }

  @Test(arguments: ["271829", "27182", "2718280", ""])
  func `another code fails at the first proof`(code: String) {
    var dialogue = ExchangeDialogue()
    dialogue.guest = KnownExchange.guest(code: code)
    let flaw = dialogue.play()
    #expect(flaw?.step == 5)
    #expect(flaw?.clause == "PAIR-PROOF-TAG")
  }

  @Test(arguments: [(9, 2, 3), (1, 9, 3), (1, 2, 9)] as [(UInt8, UInt8, UInt8)])
  func `another connection fails at the first proof`(
    keyOfA: UInt8, keyOfB: UInt8, exported: UInt8
  ) {
    var dialogue = ExchangeDialogue()
    dialogue.guest = KnownExchange.guest(
      over: KnownExchange.channel(keyOfA: keyOfA, keyOfB: keyOfB, exported: exported))
    let flaw = dialogue.play()
    #expect(flaw?.step == 5)
    #expect(flaw?.clause == "PAIR-PROOF-TAG")
  }

  @Test(arguments: 1...8)
  func `each byte that is changed on its way is noticed`(step: Int) {
    for index in KnownExchange.messages[step - 1].bytes.indices {
      for bit in [UInt8(0x01), 0x10, 0x80] {
        var dialogue = ExchangeDialogue()
        let flaw = dialogue.play { number, bytes in
          var changed = bytes
          if number == step { changed[index] ^= bit }
          return changed
        }
        #expect(flaw != nil, "byte \(index), bit \(bit)")
        #expect((flaw?.step ?? 0) >= step, "byte \(index), bit \(bit)")
        #expect(flaw.flatMap { ClauseBook.shared[$0.clause] } != nil, "byte \(index), bit \(bit)")
      }
    }
  }

  @Test func `what a case says instead counts, and an unknown field is part of the hash`() throws {
    var (guest, host) = (KnownExchange.guest(), KnownExchange.host())
    for step in 1...8 {
      var message = try #require(guest.next ?? host.next)
      if step <= 2 {
        message["hello"].extra = WireWriter.field(99, [1, 2, 3])
        if step == 1 { message["hello"]["nonce"] = .bytes([UInt8](repeating: 0xAB, count: 32)) }
      }
      let bytes = message.encoded()
      if guest.isOurTurn {
        guest.noteSent(bytes)
        try host.receive(bytes)
      } else {
        host.noteSent(bytes)
        try guest.receive(bytes)
      }
    }
    #expect(guest.isPaired && host.isPaired)
    #expect(guest.keys == host.keys)
    #expect(guest.keys?.pairSecret != KnownExchange.pairSecret.bytes)
  }

  @Test func `run carries an exchange over closures, and stops where it is told`() throws {
    var guest = KnownExchange.guest()
    var host = KnownExchange.host()
    var changed: [Int] = []
    let send = { (bytes: [UInt8]) throws in
      try host.receive(bytes)
    }
    let receive = { () throws -> [UInt8] in
      let bytes = host.next?.encoded() ?? []
      host.noteSent(bytes)
      return bytes
    }
    try guest.run(
      until: 4,
      changing: { step, message in
        changed.append(step)
        return message.encoded()
      }, send: send, receive: receive)
    #expect(guest.step == 5)
    #expect(changed == [1, 3])
    try guest.run(send: send, receive: receive)
    #expect(guest.isPaired && host.isPaired)
  }

  @Test func `nothing that comes or is sent makes it trap`() {
    var generator = SeededGenerator(seed: 2_718)
    var flaws: Set<String> = []
    for round in 0..<2_000 {
      var dialogue = ExchangeDialogue()
      let last = Int.random(in: 0...7, using: &generator)
      #expect(dialogue.play(until: last) == nil)
      let honest = KnownExchange.messages[Int.random(in: 0...7, using: &generator)].bytes
      let bytes = Self.mutated(honest, using: &generator)
      var side = round.isMultiple(of: 2) ? dialogue.guest : dialogue.host
      if side.isOurTurn {
        side.noteSent(bytes)
        _ = side.next?.encoded()
      } else {
        do throws(PairingFlaw) {
          try side.receive(bytes)
          _ = side.next?.encoded()
        } catch {
          flaws.insert(error.clause)
        }
      }
    }
    #expect(flaws.isSuperset(of: ["PAIR-STEP-FORM", "PAIR-STEP-ORDER", "PAIR-PROOF-TAG"]))
    #expect(flaws.allSatisfy { ClauseBook.shared[$0] != nil })
  }

  @Test func `no description tells a secret`() throws {
    var dialogue = ExchangeDialogue()
    #expect(dialogue.play() == nil)
    let keys = try #require(dialogue.guest.keys)
    var dumped = ""
    dump(dialogue.guest, to: &dumped)
    dump(keys, to: &dumped)
    let texts = "\(dialogue.guest) \(keys) \(KnownExchange.channel()) \(dumped)"
    #expect(!texts.contains(KnownExchange.code))
    #expect(!texts.contains("\(keys.pairSecret[0]), \(keys.pairSecret[1])"))
  }

  private static func mutated(
    _ bytes: [UInt8], using generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0...3, using: &generator) {
      case 0: bytes.insert(contentsOf: generator.bytes(3), at: place)
      case 1: bytes.removeSubrange(place...)
      case 2: bytes += bytes[..<place]
      default: if place < bytes.count { bytes[place] = generator.bytes(1)[0] }
      }
    }
    return bytes
  }
}
