/// Blocks that one commit replaced: erased as soon as no query reads a state from before it.
struct Garbage: Hashable {
  /// The generation that no longer shows them.
  var generation: UInt64
  var blocks: [Int64]
}
