// In HealthKit's own words, which apps know.
extension ModelError {
  /// A deletion that names no object.
  package static let nothingToDelete = ModelError(
    .invalidArgument, cannot: "delete the objects", "dataObjects cannot be empty")

  /// A deletion that names an object which is not stored or which another app saved: one sentence
  /// for both, so that an app learns nothing of others' objects.
  package static let objectsNotFound = ModelError(
    .invalidArgument, cannot: "delete the objects", "Failed to find some objects for deletion.")
}
