extension ObjectType {
  /// Records that tie samples to a workout after it was saved: stored and synced like samples, never
  /// shown to apps.
  package static let association = ObjectType("DyadAssociationTypeIdentifier")
}
