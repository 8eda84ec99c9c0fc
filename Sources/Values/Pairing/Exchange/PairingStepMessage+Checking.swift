private import ProtobufWire

extension PairingStepMessage {
  /// Reads a message that came.
  ///
  /// - Throws: `malformed` where it is too long, or no step.
  static func decode(_ bytes: [UInt8]) throws(PairingError) -> Step {
    guard bytes.count <= PairingExchange.mostMessageBytes else {
      throw .malformed(
        "a message has \(bytes.count) bytes, the most is \(PairingExchange.mostMessageBytes)")
    }
    var found: Step?
    do throws(WireError) {
      var reader = WireReader(bytes)
      while let field = try reader.nextField() {
        var one = PairingStepMessage()
        try one.read(field)
        guard let step = one.step else { continue }
        // Elsewhere the last one counts. Here, what is proven must be what is meant.
        guard found == nil else { throw WireError(.duplicate, "a step has one member") }
        found = step
      }
    } catch {
      throw PairingError(.malformed, error.inside(PairingStepMessage.wireName).description)
    }
    guard let found else { throw .malformed("a message says nothing") }
    return found
  }

  /// Reads M1 or M2.
  static func hello(_ bytes: [UInt8]) throws(PairingError) -> PairingHelloMessage {
    let step = try decode(bytes)
    guard case .hello(let hello) = step else { throw turn("hello", step) }
    return hello
  }

  /// Reads M3 or M4.
  static func share(_ bytes: [UInt8]) throws(PairingError) -> CPaceShare {
    let step = try decode(bytes)
    guard case .share(let share) = step else { throw turn("share", step) }
    guard share.share.count == CPace.elementByteCount else {
      throw .malformed("a share has \(share.share.count) bytes, not \(CPace.elementByteCount)")
    }
    return CPaceShare(element: share.share, associatedData: share.associatedData)
  }

  /// Reads M5 or M6.
  static func proof(_ bytes: [UInt8]) throws(PairingError) -> [UInt8] {
    let step = try decode(bytes)
    guard case .proof(let proof) = step else { throw turn("proof", step) }
    return try checkedTag(proof.tag)
  }

  /// Reads M7 or M8.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - side: Who sent it.
  /// - Returns: The commit, with a tag of the right length.
  /// - Throws: `malformed`.
  static func commit(
    _ bytes: [UInt8], of side: PairingSide
  ) throws(PairingError) -> PairingCommitMessage {
    let step = try decode(bytes)
    switch (step, side) {
    case (.commit(let commit), .joining), (.committed(let commit), .showing):
      _ = try checkedTag(commit.tag)
      return commit
    default: throw turn(side == .joining ? "commit" : "committed", step)
    }
  }

  private static func checkedTag(_ tag: [UInt8]) throws(PairingError) -> [UInt8] {
    guard tag.count == MessageAuthentication.tagByteCount else {
      throw .malformed("a tag has \(tag.count) bytes, not \(MessageAuthentication.tagByteCount)")
    }
    return tag
  }

  private static func turn(_ expected: String, _ step: Step) -> PairingError {
    .malformed("\(step.name) came where \(expected) was expected")
  }
}

extension PairingStepMessage.Step {
  /// What errors call it.
  fileprivate var name: String {
    switch self {
    case .hello: "hello"
    case .share: "share"
    case .proof: "proof"
    case .commit: "commit"
    case .committed: "committed"
    }
  }
}
