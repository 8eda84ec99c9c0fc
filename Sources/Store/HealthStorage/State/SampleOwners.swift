package import HealthModel

/// Who saved something: an app, of one type.
package struct SampleOwner: Hashable, Sendable {
  package var bundle: String
  package var type: ObjectType

  package init(bundle: String, type: ObjectType) {
    self.bundle = bundle
    self.type = type
  }
}

/// The owners of a store's samples by their numbers; 0 stands for whoever it was before owners were written down.
struct SampleOwners: Sendable {
  static let unknown: Int64 = 0

  private var numbers: [SampleOwner: Int64] = [:]
  private var byNumber: [Int64: SampleOwner] = [:]
  private(set) var next: Int64 = 1

  func number(of owner: SampleOwner) -> Int64? { numbers[owner] }

  /// `nil` for one that nobody knows.
  subscript(number: Int64) -> SampleOwner? { byNumber[number] }

  mutating func insert(_ owner: SampleOwner, _ number: Int64) {
    numbers[owner] = number
    byNumber[number] = owner
    next = max(next, number + 1)
  }
}

/// By which UUIDs apps know samples of theirs that are stored under others, because another app's sample has the UUID
/// that the app said.
///
/// An app never meets the stored UUIDs, so that it cannot tell whether one of its samples has one.
package struct Namesakes: Sendable {
  /// As many as an app may have: each takes about a hundred bytes of memory.
  package static let mostOfApp = 1 << 16

  private var stored: [String: [SampleUUID: SampleUUID]] = [:]
  private var said: [String: [SampleUUID: SampleUUID]] = [:]

  package init() {}

  package var isEmpty: Bool { stored.isEmpty }

  /// What one app said.
  package func of(_ app: String) -> OfApp? {
    guard let stored = stored[app], let said = said[app] else { return nil }
    return OfApp(stored: stored, said: said)
  }

  /// Under which UUID a sample of an app is stored, where that is another than the app said.
  func stored(_ uuid: SampleUUID, of app: String) -> SampleUUID? { stored[app]?[uuid] }

  /// Notes a name; returns whether it is new and there was room for it.
  mutating func insert(_ name: SampleUUID, storedAs uuid: SampleUUID, of app: String) -> Bool {
    guard stored[app]?[name] == nil, said[app]?[uuid] == nil,
      stored[app]?.count ?? 0 < Self.mostOfApp
    else { return false }
    stored[app, default: [:]][name] = uuid
    said[app, default: [:]][uuid] = name
    return true
  }

  mutating func remove(_ name: SampleUUID, of app: String) {
    guard let uuid = stored[app]?.removeValue(forKey: name) else { return }
    said[app]?[uuid] = nil
    if stored[app]?.isEmpty ?? false { (stored[app], said[app]) = (nil, nil) }
  }

  /// The names of one app, both ways.
  package struct OfApp: Sendable {
    fileprivate let stored: [SampleUUID: SampleUUID]
    fileprivate let said: [SampleUUID: SampleUUID]

    /// The stored UUID for one that the app says; `nil` for one that the app cannot know of.
    package func storing(_ uuid: SampleUUID) -> SampleUUID? {
      stored[uuid] ?? (said[uuid] == nil ? uuid : nil)
    }

    /// The UUID by which the app knows what is stored under one.
    package func saying(_ uuid: SampleUUID) -> SampleUUID { said[uuid] ?? uuid }

    package func storing(_ uuids: [SampleUUID]) -> [SampleUUID] { uuids.compactMap(storing) }

    package func storing(_ uuids: UUIDSet) -> UUIDSet {
      var result = uuids
      var (gone, come) = ([SampleUUID](), [SampleUUID]())
      for (name, uuid) in stored where uuids.contains(name) {
        gone.append(name)
        come.append(uuid)
      }
      for uuid in said.keys where uuids.contains(uuid) { gone.append(uuid) }
      guard !gone.isEmpty else { return uuids }
      result.subtract(UUIDSet(gone))
      result.formUnion(UUIDSet(come))
      return result
    }

    /// A condition on what the app says as one on what is stored.
    package func storing(_ predicate: Predicate) -> Predicate {
      switch predicate {
      case .uuid(let uuids): .uuid(storing(uuids))
      case .memberOf(let workout):
        storing(workout).map { .memberOf(workout: $0) } ?? .constant(false)
      case .and(let parts): .and(parts.map(storing))
      case .or(let parts): .or(parts.map(storing))
      case .not(let part): .not(storing(part))
      case .constant, .start, .end, .quantity, .category, .hasMetadata, .metadata, .metadataIn,
        .sources, .revisions, .devices, .deviceProperty, .workout, .workoutTotal, .document,
        .uncorrelated:
        predicate
      }
    }

    /// Samples as the app knows them.
    package func saying(_ run: SampleRun) -> SampleRun {
      var run = run
      for (row, uuid) in run.uuids.enumerated() {
        if let name = said[uuid] { run.rename(row, to: name) }
      }
      return run.replacingNamed(said)
    }

    /// What is stored, by what the app said.
    var allStored: [SampleUUID: SampleUUID] { stored }

    /// What objects name when the app says a UUID: what it cannot know of is nothing that is stored.
    var heirs: [SampleUUID: SampleUUID] {
      var heirs = stored
      for uuid in said.keys {
        heirs[uuid] = SampleUUID(high: ~uuid.high & ~0xF000, low: ~uuid.low & ~(0b11 << 62))
      }
      return heirs
    }
  }
}
