/// Takes what is in one form into a store.
package protocol FormImporter {
  /// Reads all of it.
  ///
  /// - Parameter isToGoOn: Hears how far it is before each part is saved, and whether to go on.
  /// - Returns: What was found, and what became of it.
  /// - Throws: What reading and the store throw. All that was saved before stays saved.
  mutating func run(_ isToGoOn: (Importer.Progress) async -> Bool) async throws -> ImportSummary
}
