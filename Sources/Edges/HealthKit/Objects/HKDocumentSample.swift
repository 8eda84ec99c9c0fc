internal import HealthModel

/// A sample that holds a document.
open class HKDocumentSample: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool {
    guard rows.type.description?.kind == .document, case .object(.document) = rows.value(0) else {
      return false
    }
    return true
  }

  /// The type of the document.
  open var documentType: HKDocumentType {
    guard let type = sampleType as? HKDocumentType else {
      preconditionFailure("a document of a type of documents")
    }
    return type
  }
}

/// A clinical document as a sample.
open class HKCDADocumentSample: HKDocumentSample, @unchecked Sendable {
  /// What the document says of itself; without its bytes, which only a query for documents brings.
  open var document: HKCDADocument? {
    guard case .object(.document(let document)) = rows.value(row) else { return nil }
    return HKCDADocument(document)
  }

  override var valueDescription: String { "\(sampleType)" }
}

/// What a clinical document says of itself.
open class HKCDADocument: NSObject, @unchecked Sendable {
  private let facts: Document

  init(_ document: Document) {
    facts = document
  }

  /// The document's bytes, where a query brought them.
  open var documentData: Data? { nil }
  /// Its title.
  open var title: String { facts.title }
  /// Whom it is about.
  open var patientName: String { facts.patientName }
  /// Who wrote it.
  open var authorName: String { facts.authorName }
  /// Who keeps the original.
  open var custodianName: String { facts.custodianName }
}
