package import HealthModel
private import XMLCore

extension Document {
  /// What a clinical document says of itself, as it is kept beside its bytes.
  package init(_ document: ClinicalDocument, byteCount: Int) {
    self.init(
      title: document.title, patientName: document.patientName, authorName: document.authorName,
      custodianName: document.custodianName, byteCount: Int64(byteCount))
  }

  /// Checks the bytes of a document; what they say, and when it was written where they say that.
  package static func checked(
    _ bytes: [UInt8], to operation: String
  ) throws(ModelError) -> (Document, date: Double?) {
    do throws(MarkupError) {
      if let known = CheckedBytes.take(bytes) { return kept(known, bytes.count) }
      return kept(try ClinicalDocument(checking: bytes), bytes.count)
    } catch {
      throw ModelError(error, to: operation)
    }
  }

  /// The same in pieces, between which others have their turn.
  ///
  /// - Throws: `ModelError`, and what the pause throws.
  package static func checked(
    _ bytes: [UInt8], to operation: String, pausing pause: () async throws -> Void
  ) async throws -> (Document, date: Double?) {
    do {
      if let known = CheckedBytes.take(bytes) { return kept(known, bytes.count) }
      return kept(try await ClinicalDocument(checking: bytes, pausing: pause), bytes.count)
    } catch let error as MarkupError {
      throw ModelError(error, to: operation)
    }
  }

  private static func kept(
    _ document: ClinicalDocument, _ byteCount: Int
  ) -> (Document, date: Double?) {
    (Document(document, byteCount: byteCount), document.effective?.start)
  }
}

extension ModelError {
  fileprivate init(_ error: MarkupError, to operation: String) {
    self.init(
      .invalidArgument, cannot: operation, "line \(error.line) of the document: \(error.detail)")
  }
}
