internal import HealthModel
internal import StoreAccess
internal import SystemCore

/// A mirror as the store knows it: deletions wait for it, and the node says how far it is behind.
struct MirrorReader: Sendable {
  /// How long a place may wait to be told: each telling is a commit of the store.
  private static let period = Duration.seconds(1)

  private let data: any OwnerAccess
  private let name: String
  private let clock: WallClock
  private let types: [ObjectType]

  /// The mirror of a subject.
  init(
    of data: any OwnerAccess, _ subject: String, _ uuid: SampleUUID, _ clock: WallClock
  ) {
    self.data = data
    self.clock = clock
    name = Self.name(of: subject, uuid)
    types = Array(ObjectType.all.filter { $0.description?.isSample ?? false }.sorted())
  }

  /// Two databases may know a subject by the same name, and not by the same UUID.
  static func name(of subject: String, _ uuid: SampleUUID) -> String {
    let plain = subject.unicodeScalars.map { scalar in
      scalar == "/" || scalar.properties.generalCategory == .control
        ? "_" : String(Character(scalar))
    }
    var name = Subscription.Key.mirrorPrefix
    for character in plain where name.utf8.count + character.utf8.count <= 100 { name += character }
    return "\(name) \(uuid.description.prefix(8).lowercased())"
  }

  /// Tells the store how far the database is while something goes on: not of all places, but of the first and the last.
  ///
  /// - Parameters:
  ///   - place: Where the database is.
  ///   - body: Brings changes, and says how far it is.
  /// - Throws: What the body or the store throws.
  func acknowledging(
    from place: MirrorPlace, _ body: (_ acknowledge: (MirrorPlace) -> Void) async throws -> Void
  ) async throws {
    // Where the store takes no more readers, that is known before anything is brought.
    if !place.anchor.isEmpty { try await tell(place) }
    let (places, told) = AsyncStream.makeStream(
      of: MirrorPlace.self, bufferingPolicy: .bufferingNewest(1))
    let teller = Task {
      for await place in places {
        try await tell(place)
        try await clock.sleep(for: Self.period)
      }
    }
    var last: MirrorPlace?
    let result: Result<Void, any Error>
    do {
      result = .success(
        try await body { place in
          last = place
          told.yield(place)
        })
    } catch {
      result = .failure(error)
    }
    teller.cancel()
    let end = await teller.result
    try result.get()
    if case .failure(let error) = end, !(error is CancellationError) { throw error }
    if let last { try await tell(last) }
  }

  private func tell(_ place: MirrorPlace) async throws {
    var subscription = StoreSubscription(name, types: types)
    subscription.anchor = place.storeAnchor
    // Deletions wait from the first place that it reached.
    try await data.subscribe(subscription)
    try await data.acknowledge(name, of: types, upTo: place.storeAnchor)
  }
}
