internal import HealthModel
internal import StoreAccess

/// Asks for documents, with their bytes where these are wanted.
///
/// The user chooses which documents an app may read that others saved. About new ones they are asked by this query, once
/// for each, and it waits for the answer; an app that a subscription started asks for none.
open class HKDocumentQuery: HKQuery, AnsweredQuery, @unchecked Sendable {
  /// At most so many documents.
  public let limit: Int
  /// In which order.
  public let sortDescriptors: [NSSortDescriptor]?
  /// Whether the documents come with their bytes.
  public let includeDocumentData: Bool
  private let documentType: HKDocumentType
  private var handler:
    (@Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void)?

  /// A query for documents, whose handler gets them one at a time where they come with their bytes; the last call
  /// says that it is the last, and has none.
  @preconcurrency
  public required init(
    documentType: HKDocumentType, predicate: NSPredicate?, limit: Int,
    sortDescriptors: [NSSortDescriptor]?, includeDocumentData: Bool,
    resultsHandler:
      @escaping @Sendable (
        HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?
      ) -> Void
  ) {
    self.documentType = documentType
    self.limit = limit
    self.sortDescriptors = sortDescriptors
    self.includeDocumentData = includeDocumentData
    handler = resultsHandler
    super.init(objectType: documentType, predicate: predicate)
  }

  func answer(from reader: StoreReader) async throws {
    // Nobody is there to be asked where a subscription started the app.
    if !reader.isInBackground { try await reader.access.requestDocuments(waits: true) }
    let found = try await reader.samples(
      [SampleQuestion(documentType, predicate)], in: SampleOrder(sortDescriptors ?? []),
      limit: limit.queryLimit)
    let documents = found.compactMap { $0 as? HKDocumentSample }
    if includeDocumentData {
      for document in documents {
        let whole = try await reader.whole(document)
        await execution.call { self.handler?(self, [whole], false, nil) }
      }
    } else if !documents.isEmpty {
      await execution.call { self.handler?(self, documents, false, nil) }
    }
    await execution.call { self.handler?(self, [], true, nil) }
  }

  func forgetHandlers() { handler = nil }

  func fail(_ error: HKError) async {
    await execution.call { self.handler?(self, nil, true, error) }
  }
}

extension StoreReader {
  /// A document with its bytes.
  fileprivate func whole(_ document: HKDocumentSample) async throws -> HKDocumentSample {
    let bytes = try await access.wholeDocument(document.rows.uuid(document.row))
    let rows = SampleRows(document.rows.sample(document.row), document: bytes)
    return HKSample.view(rows, row: 0) as? HKDocumentSample ?? document
  }
}
