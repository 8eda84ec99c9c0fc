private import CSodium

/// Pieces sealed one after the other under a passphrase, so that nobody without it reads them, and none is
/// changed, left out, moved or added unseen, at the end either.
///
/// The key is made of the passphrase by Argon2id, which takes memory and time for each guess; the pieces
/// are sealed by XChaCha20-Poly1305 in libsodium's form of a stream, where each depends on those before
/// it. What has to be known before the passphrase is in a head of fixed length, which every piece vouches for.
package enum SealedStream {
  /// What one guess of a passphrase costs.
  package struct Cost: Hashable, Sendable {
    /// How often the memory is gone over.
    package var passes: UInt32
    /// How much memory it takes, in KiB.
    package var kibibytes: UInt32

    /// What is spent for a file: 256 MiB, three times over, about a second.
    package static let usual = Cost(passes: 3, kibibytes: 262_144)
    /// The least there is, for tests.
    package static let least = Cost(passes: 1, kibibytes: 8)

    /// Whether it is worth trying: a file may ask for anything.
    var isBounded: Bool { (1...16).contains(passes) && (8...1_048_576).contains(kibibytes) }

    package init(passes: UInt32, kibibytes: UInt32) {
      self.passes = passes
      self.kibibytes = kibibytes
    }
  }

  /// Why something cannot be sealed or opened.
  package enum Failure: Error, Hashable {
    /// It does not begin as a sealed stream does, or as no version does that is known.
    case foreign
    /// The passphrase is another one, or the piece is not what was sealed.
    case unfitting
    /// There is not enough memory to make the key.
    case memory(kibibytes: UInt32)
  }

  /// What a stream begins with.
  static let mark = Array("dyad sealed v1\r\n".utf8)
  private static let saltBytes = Int(crypto_pwhash_SALTBYTES)
  private static let headerBytes = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
  /// How many bytes a head has: the mark, the cost, the salt, the beginning of the stream.
  package static let headCount = mark.count + 8 + saltBytes + headerBytes
  /// How many bytes more a sealed piece has than what is in it.
  package static let overhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)

  /// Whether that is the beginning of a sealed stream.
  package static func isBeginning(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// Makes the key of a passphrase.
  private static func key(
    _ passphrase: SecretBytes, salt: [UInt8], _ cost: Cost
  ) throws(Failure) -> SecretBytes {
    var status: Int32 = -1
    let key = unsafe SecretBytes(
      count: Int(crypto_secretstream_xchacha20poly1305_KEYBYTES)
    ) { start in
      let count = crypto_secretstream_xchacha20poly1305_KEYBYTES
      status = unsafe passphrase.withPointer { text in
        unsafe text.withMemoryRebound(to: CChar.self, capacity: passphrase.count) { text in
          unsafe crypto_pwhash(
            start, UInt64(count), text, UInt64(passphrase.count), salt, UInt64(cost.passes),
            Int(cost.kibibytes) * 1_024, crypto_pwhash_ALG_ARGON2ID13)
        }
      }
    }
    guard status == 0 else { throw .memory(kibibytes: cost.kibibytes) }
    return key
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Seals pieces.
  package struct Writer: ~Copyable {
    private var state: crypto_secretstream_xchacha20poly1305_state
    /// What stands before the first piece.
    package let head: [UInt8]

    /// Begins a stream.
    ///
    /// - Parameters:
    ///   - passphrase: What opens it again.
    ///   - cost: What a guess costs, as much as it costs here.
    /// - Throws: ``Failure/memory(kibibytes:)``.
    package init(_ passphrase: SecretBytes, cost: Cost) throws(Failure) {
      precondition(cost.isBounded, "nobody would open it again")
      let salt = Sodium.randomBytes(saltBytes)
      let key = try SealedStream.key(passphrase, salt: salt, cost)
      var state = crypto_secretstream_xchacha20poly1305_state()
      var header = [UInt8](repeating: 0, count: headerBytes)
      // It has no way to fail.
      _ = unsafe key.withPointer { key in
        unsafe crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key)
      }
      self.state = state
      head = mark + littleEndian(cost.passes) + littleEndian(cost.kibibytes) + salt + header
    }

    /// The next piece, sealed.
    package mutating func seal(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
      var sealed = [UInt8](repeating: 0, count: piece.count + overhead)
      let tag = isLast ? lastTag : 0
      // It has no way to fail, and all of `sealed` is written.
      _ = unsafe crypto_secretstream_xchacha20poly1305_push(
        &state, &sealed, nil, piece, UInt64(piece.count), head, UInt64(head.count), tag)
      return sealed
    }
  }

  private static let lastTag = UInt8(
    crypto_secretstream_xchacha20poly1305_TAG_PUSH | crypto_secretstream_xchacha20poly1305_TAG_REKEY
  )

  /// Opens pieces.
  package struct Reader: ~Copyable {
    private var state: crypto_secretstream_xchacha20poly1305_state
    private let head: [UInt8]

    /// Begins to open a stream; whether the passphrase fits is known with the first piece.
    package init(_ passphrase: SecretBytes, head: [UInt8]) throws(Failure) {
      guard head.count == headCount, isBeginning(head) else { throw .foreign }
      let number = { (at: Int) in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(head[at + $1]) << UInt32(8 * $1) }
      }
      let cost = Cost(passes: number(mark.count), kibibytes: number(mark.count + 4))
      guard cost.isBounded else { throw .foreign }
      let salt = Array(head[(mark.count + 8)...].prefix(saltBytes))
      let key = try SealedStream.key(passphrase, salt: salt, cost)
      var state = crypto_secretstream_xchacha20poly1305_state()
      let status = unsafe key.withPointer { key in
        unsafe crypto_secretstream_xchacha20poly1305_init_pull(
          &state, Array(head.suffix(headerBytes)), key)
      }
      guard status == 0 else { throw .foreign }
      self.state = state
      self.head = head
    }

    /// What is in the next piece, and whether it is the last.
    package mutating func open(_ sealed: [UInt8]) throws(Failure) -> (piece: [UInt8], isLast: Bool)
    {
      guard sealed.count >= overhead else { throw .unfitting }
      var piece = [UInt8](repeating: 0, count: sealed.count - overhead)
      var tag: UInt8 = 0
      let status = unsafe crypto_secretstream_xchacha20poly1305_pull(
        &state, &piece, nil, &tag, sealed, UInt64(sealed.count), head, UInt64(head.count))
      guard status == 0 else { throw .unfitting }
      return (piece, tag == lastTag)
    }
  }
}
