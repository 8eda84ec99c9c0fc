internal import HealthModel
internal import TLSCore

/// What a sample says but for its UUID, in 16 bytes: two that say the same have the same mark.
///
/// Marks are of one process: they are keyed at random, so that nobody can choose two samples to be taken
/// for one.
struct ContentMark: Hashable {
  private let halves: SIMD2<Int>

  /// The mark of a sample.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - members: The marks of those that a correlation holds; without them it is marked by their UUIDs.
  ///   - document: The bytes of a document.
  init(_ sample: Sample, holding members: [ContentMark]? = nil, document: [UInt8]? = nil) {
    let digest = document.map(SHA256.digest)
    halves = SIMD2(
      Self.half(0, sample, members, digest), Self.half(1, sample, members, digest))
  }

  private static func half(
    _ number: Int, _ sample: Sample, _ members: [ContentMark]?, _ document: [UInt8]?
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(number)
    hasher.combine(sample.type)
    hasher.combine(sample.start)
    hasher.combine(sample.end)
    hasher.combine(sample.source)
    hasher.combine(sample.device)
    hasher.combine(sample.metadata)
    if let members { hasher.combine(members) } else { hasher.combine(sample.value) }
    hasher.combine(document)
    return hasher.finalize()
  }
}
