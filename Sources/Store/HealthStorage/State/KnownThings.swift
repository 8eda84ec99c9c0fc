internal import HealthModel

/// Of which things apps have versions, or had: of most that are saved for the first time it tells that, without a look
/// at what is stored.
///
/// It has the hashes of their sync identifiers, by the type and app of their samples.
struct KnownThings {
  /// Whose things, of which type.
  struct Owner: Hashable {
    var type: ObjectType
    var app: String
  }

  /// As many hashes as are kept of all owners together: about 32 MB.
  private let most: Int
  private var count = 0
  private var hashes: [Owner: Set<Int>] = [:]
  /// Who had no room.
  private var crowded: Set<Owner> = []

  init(most: Int = 1 << 21) { self.most = most }

  /// Whether somebody looked at what is stored of an owner.
  func knows(_ owner: Owner) -> Bool { hashes[owner] != nil || crowded.contains(owner) }

  /// Those of the things that there may be versions of.
  func among(_ identifiers: Set<String>, of owner: Owner) -> Set<String> {
    guard let hashes = hashes[owner] else { return identifiers }
    return identifiers.filter { hashes.contains($0.hashValue) }
  }

  /// Begins to know the things of an owner.
  mutating func begin(with owner: Owner) { hashes[owner] = [] }

  /// Notes things of which there are versions now, unless the owner's are not known.
  mutating func note(_ identifiers: some Sequence<String>, of owner: Owner) {
    // Taken out, so that it is not copied.
    guard var known = hashes.removeValue(forKey: owner) else { return }
    count -= known.count
    for identifier in identifiers { known.insert(identifier.hashValue) }
    guard count + known.count <= most else {
      crowded.insert(owner)
      return
    }
    count += known.count
    hashes[owner] = known
  }
}
