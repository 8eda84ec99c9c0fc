/// What a clinical document says of itself; its bytes are kept apart and streamed.
package struct Document: Hashable, Sendable {
  package var title: String
  package var patientName: String
  package var authorName: String
  package var custodianName: String
  /// How many bytes the document has.
  package var byteCount: Int64

  package init(
    title: String, patientName: String, authorName: String, custodianName: String,
    byteCount: Int64
  ) {
    self.title = title
    self.patientName = patientName
    self.authorName = authorName
    self.custodianName = custodianName
    self.byteCount = byteCount
  }
}

extension Document {
  /// Which of the texts.
  package enum Field: Hashable, Sendable, CaseIterable {
    case title
    case patientName
    case authorName
    case custodianName
  }

  /// One of the texts.
  package subscript(field: Document.Field) -> String {
    switch field {
    case .title: title
    case .patientName: patientName
    case .authorName: authorName
    case .custodianName: custodianName
    }
  }
}
