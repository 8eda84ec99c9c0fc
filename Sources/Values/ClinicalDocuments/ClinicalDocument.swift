package import XMLCore

/// What a clinical document (CDA, release 2) says of itself, once it was found to be one.
package struct ClinicalDocument: Hashable, Sendable {
  /// Its title, or what its kind is called where it has none.
  package var title = ""
  package var patientName = ""
  /// Who wrote it first: a person, else a device, else an organisation.
  package var authorName = ""
  /// Who keeps the original.
  package var custodianName = ""
  /// When it holds, or was written, where it says so.
  package var effective: HL7Time?
  /// Of what language it says that it is.
  package var language = ""
  /// The title of each section, in order; none of a document that is not XML inside.
  package var sections: [String] = []

  /// Reads and checks a document.
  ///
  /// - Throws: `MarkupError` with the line of what is not well-formed, or not as the standard wants its header.
  package init(checking bytes: [UInt8]) throws(MarkupError) {
    let reader = HeaderReader()
    try StrictReader.read(bytes, to: reader)
    self = try reader.finish()
  }

  /// The same in pieces of some milliseconds, between which others have their turn.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - pause: Lets others have their turn; what it throws ends the reading.
  /// - Throws: What is thrown for one that is checked at once, and what the pause throws.
  package init(
    checking bytes: [UInt8], pausing pause: () async throws -> Void
  ) async throws {
    let reader = HeaderReader()
    let document = try StrictReader(bytes, to: reader)
    while try document.readPiece() { try await pause() }
    self = try reader.finish()
  }

  /// The same for a document that is saved next, in the very array: a store of this process takes that as checked.
  ///
  /// - Throws: What is thrown for one that is checked alone.
  package init(checkingToSave bytes: [UInt8]) throws(MarkupError) {
    try self.init(checking: bytes)
    CheckedBytes.keep(bytes, self)
  }

  init() {}

  /// The namespace of all of a document.
  package static let namespace = "urn:hl7-org:v3"
}
