package import HealthModel

/// What a simulated sample is beside its type and its end.
package enum SampleShape: Hashable, Sendable {
  /// A quantity, whose value is its number.
  case number
  /// A document in so many pieces of bytes, which go before it and are kept beside it.
  case document(pieces: Int)
  /// A correlation of other samples.
  case group(Members)
  case workout
  /// What ties samples to a workout.
  case association(container: SampleUUID, Members)

  /// What an object is; `nil` for what no schedule saves.
  init?(_ body: ObjectBody) {
    switch body {
    case .document(let document): self = .document(pieces: Int(document.byteCount))
    case .correlation(let members): self = .group(members)
    case .workout: self = .workout
    case .association(let container, let members):
      self = .association(container: container, members)
    case .details, .unknown: return nil
    }
  }

  /// The object that it is; `nil` for a quantity.
  var body: ObjectBody? {
    switch self {
    case .number: nil
    case .document(let pieces):
      .document(
        Document(
          title: "", patientName: "", authorName: "", custodianName: "", byteCount: Int64(pieces)))
    case .group(let members): .correlation(members)
    case .workout: .workout(Workout(activity: 37, duration: 0))
    case .association(let container, let members):
      .association(container: container, members)
    }
  }

  /// The samples that it holds, or ties to a workout.
  var members: [SampleUUID] {
    switch self {
    case .number, .document, .workout: []
    case .group(let members), .association(_, let members): members.uuids
    }
  }

  /// The workout that it ties samples to.
  var container: SampleUUID? {
    if case .association(let container, _) = self { container } else { nil }
  }

  /// The samples without which it means nothing.
  var parts: [SampleUUID] { members + (container.map { [$0] } ?? []) }

  /// The pieces of a document's bytes.
  func bytes(of uuid: SampleUUID) -> [[UInt8]] {
    guard case .document(let pieces) = self else { return [] }
    return (0..<pieces).map { [UInt8(truncatingIfNeeded: Int(uuid.counter) + $0)] }
  }
}
