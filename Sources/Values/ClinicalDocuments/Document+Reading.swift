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
      let document =
        if let known = CheckedBytes.take(bytes) { known } else {
          try ClinicalDocument(checking: bytes)
        }
      return (Document(document, byteCount: bytes.count), document.effective?.start)
    } catch {
      throw ModelError(
        .invalidArgument, cannot: operation, "line \(error.line) of the document: \(error.detail)")
    }
  }
}
