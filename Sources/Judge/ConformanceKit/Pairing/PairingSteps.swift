package import ConformanceWire

/// The messages M1 to M8, which are told apart by their number.
package enum PairingSteps {
  /// The largest that is read.
  package static let mostBytes = 16_384

  private static let names = [
    "hello", "hello", "share", "share", "proof", "proof", "commit", "committed",
  ]

  /// The field that a step has, by its number from 1 to 8.
  package static func name(ofStep number: Int) -> String {
    precondition(names.indices.contains(number - 1), "an exchange has no such step")
    return names[number - 1]
  }

  /// A hello.
  package static func hello(versions: [UInt64], nonce: [UInt8], _ device: PairingDevice) -> Message
  {
    step("hello", ["versions": Value(versions), "nonce": .bytes(nonce), "device": device.value])
  }

  /// A share.
  package static func share(_ share: CPaceShare) -> Message {
    step(
      "share", ["share": .bytes(share.element), "associated_data": .bytes(share.associatedData)])
  }

  /// A proof.
  package static func proof(_ tag: [UInt8]) -> Message {
    step("proof", ["tag": .bytes(tag)])
  }

  /// A commitment of either side.
  package static func commit(
    of side: PairingSide, roleOfA: UInt64, roleOfB: UInt64, tag: [UInt8]
  ) -> Message {
    step(
      side == .guest ? "commit" : "committed",
      ["role_a": .unsigned(roleOfA), "role_b": .unsigned(roleOfB), "tag": .bytes(tag)])
  }

  private static func step(_ name: String, _ content: Value) -> Message {
    var message = Message("PairingStep")
    message[name] = content
    return message
  }

  /// Reads a step of the other side.
  ///
  /// - Parameters:
  ///   - bytes: What came.
  ///   - step: Its number, from 1 to 8.
  /// - Returns: The message, which has that step's field and no other.
  /// - Throws: Why it is none, or not the one whose turn it is.
  package static func read(_ bytes: [UInt8], step: Int) throws(PairingFlaw) -> Message {
    func flaw(_ clause: String, _ expected: String, _ observed: String) -> PairingFlaw {
      PairingFlaw(step: step, clause, expected: expected, observed: observed)
    }
    guard bytes.count <= mostBytes else {
      throw flaw("PAIR-STEP-FORM", "at most \(mostBytes) bytes", "\(bytes.count) bytes")
    }
    let message: Message
    let memberCount: Int
    do throws(MessageError) {
      message = try Message("PairingStep", decoding: bytes)
      memberCount = try members(of: bytes)
    } catch {
      throw flaw("PAIR-STEP-FORM", "a PairingStep", error.reason)
    }
    guard memberCount == 1, let kind = message.kind(of: "step") else {
      throw flaw("PAIR-STEP-FORM", "one member", "\(memberCount) members")
    }
    guard kind == name(ofStep: step) else {
      throw flaw("PAIR-STEP-ORDER", name(ofStep: step), kind)
    }
    return message
  }

  /// How many members of the oneof are told, of which reading keeps the last one alone.
  private static func members(of bytes: [UInt8]) throws(MessageError) -> Int {
    var reader = WireReader(bytes)
    var count = 0
    while !reader.isAtEnd {
      let tag = try reader.tag()
      try reader.skip(tag)
      if (1...5).contains(tag.number) { count += 1 }
    }
    return count
  }
}
