/// The first message of a TLS client, made by hand.
package struct ClientHello {
  /// The versions it offers by the extension for them; none says TLS 1.2 as clients of that time do.
  package var versions: [UInt16]
  /// The application protocols it offers; the extension is left out if there are none.
  package var protocols: [String]

  /// One that says these.
  package init(versions: [UInt16] = [0x0304], protocols: [String] = ["h2"]) {
    self.versions = versions
    self.protocols = protocols
  }

  /// The record that carries it.
  package var record: [UInt8] {
    var body: [UInt8] = [0x03, 0x03] + [UInt8](repeating: 0x5a, count: 32)
    body += Self.vector(1, [UInt8](repeating: 0x17, count: 32))
    // The ciphers of TLS 1.3, and two of TLS 1.2.
    body += Self.vector(2, [0x13, 0x01, 0x13, 0x02, 0xc0, 0x2b, 0xc0, 0x2f])
    body += [1, 0]
    body += Self.vector(2, extensions)
    let message = [1] + Self.vector(3, body)
    return [0x16, 0x03, 0x01] + Self.vector(2, message)
  }

  private var extensions: [UInt8] {
    let x25519: [UInt8] = [0x00, 0x1d]
    var all = Self.extension(10, Self.vector(2, x25519 + [0x00, 0x17]))
    all += Self.extension(13, Self.vector(2, [0x04, 0x03, 0x08, 0x04, 0x04, 0x01]))
    if !versions.isEmpty {
      all += Self.extension(43, Self.vector(1, versions.flatMap { Self.number(2, Int($0)) }))
      // Any 32 bytes are a point of this curve.
      let key = [UInt8](repeating: 9, count: 32)
      all += Self.extension(51, Self.vector(2, x25519 + Self.vector(2, key)))
    }
    if !protocols.isEmpty {
      let names = protocols.flatMap { Self.vector(1, Array($0.utf8)) }
      all += Self.extension(16, Self.vector(2, names))
    }
    return all
  }

  private static func `extension`(_ type: Int, _ content: [UInt8]) -> [UInt8] {
    number(2, type) + vector(2, content)
  }

  private static func vector(_ size: Int, _ content: [UInt8]) -> [UInt8] {
    number(size, content.count) + content
  }

  private static func number(_ size: Int, _ value: Int) -> [UInt8] {
    FrameWriter.bigEndian(UInt32(value)).suffix(size)
  }
}
