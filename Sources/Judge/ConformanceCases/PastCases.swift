internal import ConformanceKit

/// Which cases cannot be asked of a node that has been asked before: they count what it holds or remembers
/// in all, or leave it in a state from which it does not come back.
package enum PastCases {
  /// Paths, each for itself and all below it.
  package static let unfit: [String] = [
    // The last number that a record may have: no record comes after it.
    "settings/bounds/version/number-highest",
    // What a watch has seen narrows what its phone sends from then on, and a watch of before may get documents.
    "settings/bounds/scope", "settings/telling/no-documents-at-first",
    // Places in the log of a peer that has said nothing before.
    "batch/log/end-before-start",
    // A type that nobody knows: what its samples are is settled by the first that come.
    "sharing/object/unknown-type", "sharing/never-fatal/unknown-type",
    // What the owner has told of a person is not taken back.
    "settings/records",
    // Everything since the beginning of the log.
    "app/anchor", "app/feed/silent-while-denied", "app/feed/pages-that-tell-something",
    "app/caller/removed-while-it-follows", "app/caller/another-token-while-it-follows",
    "app/denial/pages-are-not-filled", "app/plain/changes", "app/plain/follow",
    "sharing/cursor/lower-replaces",
    "reconciling/cursor/stays-before-the-last-part", "reconciling/brake/the-cursor-stays",
    "sharing/log",
    // What a pair has left behind, and what becomes of it.
    "pairing/history", "pairing/confirm/told-that-it-is-forgotten",
    "connection/pin/unpaired/calls-broken-off", "connection/pin/window/another-curve",
    "connection/pin/window/another-curve-when-joining",
    // What wakes apps stays until they say otherwise.
    "app/subscription",
    // What the node saves by itself, of which nobody knows that the tool had it do so.
    "app/workout",
    // Numbers of records from the first one on.
    "settings/record/lower-number-is-ignored", "settings/record/none-at-first",
    "settings/record/equal-number-is-ignored", "handshake/hello/again-after-settings",
    // A peer that covers nothing at all.
    "handshake/hello/last-is-in-force", "handshake/vector-base/digest-of-the-watchs-own",
    "handshake/vector-base/difference-from-the-watchs-own",
    "reconciling/floor/answer-goes-as-far-as-the-claim",
    "reconciling/snapshot/claim-covers-all-that-is-listed", "reconciling/clone/turn-by-turn",
    "sharing/durable/one-moment",
    "flow/acknowledgement/covers-what-it-acknowledges",
    // All the deaths that a watch ever heard of, which are more than a part may have.
    "reconciling/golden", "sharing/floor/list-of-a-phone", "flow/weight/part",
    "handshake/vector-told/claim-that-waits-at-a-watch",
    // A session that the watch has called for, and not the phone.
    "handshake/call/phones-is-refused-in-a-session", "http2/client/goes-on-after-goaway",
    // How many deaths of a type have counted in the last 24 hours, and what is held.
    "trust",
    // A document that takes seconds to be taken back.
    "batch/piece/kept/pieces-4096",
  ]

  /// The case, with the need for a fresh node where it has that.
  static func declare(_ item: Case) -> Case {
    let isUnfit = unfit.contains { item.path == $0 || item.path.hasPrefix($0 + "/") }
    return isUnfit ? item.needing(.fresh) : item
  }
}
