private import ClinicalDocuments
internal import HealthModel
private import XMLCore

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
  /// What the document says of itself; with its bytes where it was made of them, or a query for documents
  /// brought them.
  open var document: HKCDADocument? {
    guard case .object(.document(let document)) = rows.value(row) else { return nil }
    return HKCDADocument(document, rows.document)
  }

  override var valueDescription: String { "\(sampleType)" }

  fileprivate static func checked(
    _ data: Data, start: Date, end: Date, _ metadata: [String: Any]?
  ) throws(HKError) -> (Sample, [UInt8]) {
    let bytes = [UInt8](data)
    let document: ClinicalDocument
    do {
      document = try ClinicalDocument(checking: bytes)
    } catch {
      throw HKError(
        .errorInvalidArgument,
        userInfo: [
          NSLocalizedDescriptionKey: "The data is no clinical document.",
          HKDetailedCDAValidationErrorKey: bytes.isEmpty
            ? "" : "Line \(error.line): \(error.detail)",
        ])
    }
    let own = document.effective.map { Date(timeIntervalSinceReferenceDate: $0.start) }
    let sample = try Sample(
      checking: .cda,
      value: .object(
        .document(Document(document, byteCount: bytes.count))), start: own ?? start,
      end: own ?? end, device: nil,
      metadata: metadata)
    return (sample, bytes)
  }
}

extension InitializedByFactory where Self: HKCDADocumentSample {
  /// A sample of a document's bytes; the dates stand where the document says none.
  ///
  /// - Throws: `errorInvalidArgument` for what is no clinical document; `HKDetailedCDAValidationErrorKey` has the line
  ///   and what is wrong there.
  public init(data documentData: Data, start: Date, end: Date, metadata: [String: Any]?) throws {
    let (sample, bytes) = try HKCDADocumentSample.checked(
      documentData, start: start, end: end, metadata)
    self.init(viewing: sample, document: bytes)
  }
}

/// What a clinical document says of itself.
open class HKCDADocument: NSObject, @unchecked Sendable {
  private let facts: Document
  private let bytes: [UInt8]?

  init(_ document: Document, _ bytes: [UInt8]?) {
    facts = document
    self.bytes = bytes
  }

  /// The document's bytes, where they were asked for.
  open var documentData: Data? { bytes.map { Data($0) } }
  /// Its title.
  open var title: String { facts.title }
  /// Whom it is about.
  open var patientName: String { facts.patientName }
  /// Who wrote it.
  open var authorName: String { facts.authorName }
  /// Who keeps the original.
  open var custodianName: String { facts.custodianName }
}
