/// What an object that is no single number carries.
package enum ObjectBody: Hashable, Sendable {
  case correlation(Members)
  case workout(Workout)
  case document(Document)
  case details(Details)
  /// Samples that were added to a workout after it was saved; a record of its own, so that it syncs
  /// like a sample.
  case association(container: SampleUUID, Members)
  /// A body of a kind this version does not know, kept untouched.
  case unknown([UInt8])
}

extension ObjectBody {
  /// The same object with other samples in the place of some.
  package func replacing(_ heirs: [SampleUUID: SampleUUID]) -> Self {
    switch self {
    case .correlation(let members): .correlation(members.replacing(heirs))
    case .association(let container, let members):
      .association(container: heirs[container] ?? container, members.replacing(heirs))
    case .workout, .document, .details, .unknown: self
    }
  }
}
