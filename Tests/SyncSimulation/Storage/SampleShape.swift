package import HealthModel

/// What a simulated sample is beside its type and its end.
package enum SampleShape: Hashable, Sendable {
  /// A quantity, whose value is its number.
  case number
  /// A document in so many pieces of bytes, which go before it and are kept beside it.
  case document(pieces: Int)
  /// A correlation of other samples.
  case group(Members)

  /// What an object is; `nil` for what no schedule saves.
  init?(_ body: ObjectBody) {
    switch body {
    case .document(let document): self = .document(pieces: Int(document.byteCount))
    case .correlation(let members): self = .group(members)
    case .workout, .association, .unknown: return nil
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
    }
  }

  /// The samples that it holds.
  var members: [SampleUUID] {
    if case .group(let members) = self { members.uuids } else { [] }
  }

  /// The pieces of a document's bytes.
  func bytes(of uuid: SampleUUID) -> [[UInt8]] {
    guard case .document(let pieces) = self else { return [] }
    return (0..<pieces).map { [UInt8(truncatingIfNeeded: Int(uuid.counter) + $0)] }
  }
}
