internal import ConformanceKit
internal import ConformanceWire

/// Shares, proofs and commitments that a node refuses which shows the code.
enum BrokenProofs {
  static let all =
    (shares + data + proofs).map(\.asCase) + [
      // After a right proof no guess is open.
      BrokenStep.together("commit/roles", "PAIR-COMMIT-TAG", commits),
      BrokenStep.together("commit/tag", "PAIR-COMMIT-TAG", tags),
    ]

  private static func share(
    _ name: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> BrokenStep {
    BrokenStep("share/\(name)", "PAIR-SHARE-ELEMENT", step: 3) { message, _ in
      message["share"]["share"] = .bytes(change(message["share"]["share"].data))
    }
  }

  /// The number p as 32 bytes, which no element is encoded as.
  private static let prime: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]

  private static let shares = [
    share("identity") { _ in [UInt8](repeating: 0, count: 32) },
    share("none") { _ in [] },
    share("of-31-bytes") { Array($0.dropLast()) },
    share("of-33-bytes") { $0 + [0] },
    // The identity once more, by a number that is not the smallest.
    share("not-canonical") { _ in prime },
    share("negative") { _ in [1] + [UInt8](repeating: 0, count: 31) },
    // The top bit says nothing, so it is not set.
    share("with-the-top-bit") { $0.dropLast() + [($0.last ?? 0) | 0x80] },
  ]

  private static func data(
    _ name: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> BrokenStep {
    BrokenStep("share/\(name)", "PAIR-SHARE-DATA", step: 3) { message, _ in
      message["share"]["associated_data"] = .bytes(
        change(message["share"]["associated_data"].data))
    }
  }

  private static let data = [
    data("no-data") { _ in [] },
    data("data-of-the-other-side") { [1, UInt8(ascii: "B")] + $0.dropFirst(2) },
    data("data-of-other-hellos") { $0.dropLast() + [($0.last ?? 0) ^ 1] },
    data("data-without-lengths") { [UInt8(ascii: "A")] + $0.dropFirst(3) },
    data("data-and-more") { $0 + [0] },
  ]

  private static func flipped(_ tag: [UInt8], at place: Int) -> Value {
    var tag = tag
    tag[place] ^= 1
    return .bytes(tag)
  }

  private static let proofs =
    [0, 31, 63].map { place in
      BrokenStep("proof/byte-\(place)", "PAIR-GUESS-WRONG", step: 5, .wrongCode) { message, _ in
        message["proof"]["tag"] = flipped(message["proof"]["tag"].data, at: place)
      }
    } + [
      BrokenStep("proof/no-tag", "PAIR-PROOF-TAG", step: 5) { message, _ in
        message["proof"]["tag"] = .absent
      },
      BrokenStep("proof/of-63-bytes", "PAIR-PROOF-TAG", step: 5) { message, _ in
        message["proof"]["tag"] = .bytes(message["proof"]["tag"].data.dropLast())
      },
      BrokenStep("proof/of-65-bytes", "PAIR-PROOF-TAG", step: 5) { message, _ in
        message["proof"]["tag"] = .bytes(message["proof"]["tag"].data + [0])
      },
      BrokenStep("proof/of-the-other-side", "PAIR-PROOF-FIRST", step: 5, .wrongCode) {
        message, exchange in
        message["proof"]["tag"] = (exchange.keys?.proof(of: .host)).map { .bytes($0) } ?? .absent
      },
    ]

  private static func commit(
    _ name: String, _ change: @escaping @Sendable (inout Value, PairingExchange) -> Void
  ) -> BrokenStep {
    BrokenStep("commit/\(name)", "PAIR-COMMIT-TAG", step: 7) { message, exchange in
      change(&message["commit"], exchange)
    }
  }

  private static let commits = [
    commit("roles-swapped") { commit, exchange in
      let roles = (commit["role_b"].word, commit["role_a"].word)
      commit["role_a"] = .unsigned(roles.0)
      commit["role_b"] = .unsigned(roles.1)
      // The tag is right for what it says.
      commit["tag"] =
        (exchange.keys?.commit(of: .guest, roleOfA: roles.0, roleOfB: roles.1))
        .map { .bytes($0) } ?? .absent
    },
    commit("role-of-a") { commit, _ in commit["role_a"] = commit["role_b"] },
    commit("role-of-b") { commit, _ in commit["role_b"] = .absent },
    commit("role-beyond-a-byte") { commit, _ in
      commit["role_a"] = .integer(commit["role_a"].number + 256)
    },
  ]

  private static let tags = [
    commit("first-byte") { commit, _ in commit["tag"] = flipped(commit["tag"].data, at: 0) },
    commit("last-byte") { commit, _ in commit["tag"] = flipped(commit["tag"].data, at: 63) },
    commit("no-tag") { commit, _ in commit["tag"] = .absent },
    commit("tag-of-the-other-side") { commit, exchange in
      commit["tag"] = (exchange.keys?.commit(of: .host)).map { .bytes($0) } ?? .absent
    },
    commit("tag-of-the-proof") { commit, exchange in
      commit["tag"] = (exchange.keys?.proof(of: .guest)).map { .bytes($0) } ?? .absent
    },
  ]
}
