/// Covers what no report may show: codes, tokens and keys.
package struct Redaction: Sendable {
  /// Shorter ones would cover half of every text.
  private static let minimumByteCount = 4
  private static let cover = "(covered)"

  private let secrets: [[UInt8]]

  /// Covers each of `secrets` wherever it stands; those of fewer than four bytes are none.
  package init(_ secrets: [[UInt8]]) {
    // The longest first, so that one within another leaves nothing of it.
    self.secrets = secrets.filter { $0.count >= Self.minimumByteCount }
      .sorted { $0.count > $1.count }
  }

  /// The text without secrets.
  package func text(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for secret in secrets {
      var place = 0
      while let found = Self.find(secret, in: bytes, from: place) {
        bytes.replaceSubrange(found..<(found + secret.count), with: Array(Self.cover.utf8))
        place = found + Self.cover.utf8.count
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes with stars in the place of secrets.
  package func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for secret in secrets {
      var place = 0
      while let found = Self.find(secret, in: bytes, from: place) {
        for index in found..<(found + secret.count) { bytes[index] = UInt8(ascii: "*") }
        place = found + secret.count
      }
    }
    return bytes
  }

  /// The verdict with its texts covered.
  package func verdict(_ verdict: Verdict) -> Verdict {
    switch verdict {
    case .conforms: .conforms
    case .deviates(let expected, let observed):
      .deviates(expected: text(expected), observed: text(observed))
    case .notApplicable(let reason): .notApplicable(text(reason))
    case .inconclusive(let reason): .inconclusive(text(reason))
    }
  }

  /// The evidence with its texts and bytes covered.
  package func evidence(_ evidence: [Evidence]) -> [Evidence] {
    evidence.map {
      Evidence(
        isFromNode: $0.isFromNode, layer: $0.layer, summary: text($0.summary),
        bytes: bytes($0.bytes))
    }
  }

  private static func find(_ secret: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= secret.count, start <= bytes.count - secret.count else { return nil }
    return (start...(bytes.count - secret.count)).first { place in
      bytes[place] == secret[0] && bytes[place..<(place + secret.count)].elementsEqual(secret)
    }
  }
}
