internal import CommandLineCore
internal import CommandSupport
internal import DyadServices
internal import Pairing

/// Finds the device that is meant among those that there are.
package struct PeerChoice: Sendable {
  private static let mostNamed = 8

  let peers: [PeerMessage]
  let context: PairContext

  /// The device that is meant.
  ///
  /// - Parameter word: Its id, the beginning of it, or its name; nothing where there is one.
  /// - Returns: It.
  /// - Throws: Where none is meant, or more than one.
  func peer(_ word: String?) throws(ProgramFailure) -> PeerMessage {
    let matches = matches(word, among: peers.filter { $0.state != .removed })
    guard let peer = matches.first else {
      guard let gone = self.matches(word, among: peers).first else {
        throw context.advice.failure(.noSuchPeer)
      }
      throw ProgramFailure(
        .notFound, "cannot remove the \(gone.title): it is removed already",
        advice: "It is told as soon as it can be reached; nothing is left to do here.")
    }
    guard matches.count == 1 else {
      let ids = matches.prefix(Self.mostNamed).map { TerminalText.clean($0.id) }
      throw ProgramFailure(
        .usage, "cannot remove the device: \(matches.count) could be meant",
        advice: "Name one by its id: \(ids.joined(separator: ", ")).")
    }
    return peer
  }

  private func matches(_ word: String?, among peers: [PeerMessage]) -> [PeerMessage] {
    Self.matches(word, among: peers, name: \.name, id: \.id)
  }

  /// All that a word can mean: those of that name, or else those whose id begins so.
  package static func matches<Peer>(
    _ word: String?, among peers: [Peer], name: (Peer) -> String, id: (Peer) -> String
  ) -> [Peer] {
    guard let word else { return peers }
    let named = peers.filter { name($0) == word }
    if !named.isEmpty { return named }
    let start = bare(word)
    return start.isEmpty ? [] : peers.filter { bare(id($0)).starts(with: start) }
  }

  // People leave out hyphens, and take letters for digits that look alike.
  private static func bare(_ id: String) -> [UInt8] {
    id.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }.map { byte in
      switch (0x61...0x7a).contains(byte) ? byte - 0x20 : byte {
      case UInt8(ascii: "O"): UInt8(ascii: "0")
      case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
      case let upper: upper
      }
    }
  }
}
