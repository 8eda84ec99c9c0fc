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
