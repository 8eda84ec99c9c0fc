package import HealthModel

/// The bytes of a document as they are read, for as long as the reader may see it.
package struct DocumentPieces: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  let store: LocalStore
  let uuid: SampleUUID
  let sight: AppSight

  package struct AsyncIterator: AsyncIteratorProtocol {
    let document: DocumentPieces
    var piece = 0

    package mutating func next() async throws -> [UInt8]? {
      guard let bytes = try await document.store.document(document.uuid, piece: piece) else {
        return nil
      }
      guard document.sight.holds else { throw ModelError.documentNotFound }
      piece += 1
      return bytes
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(document: self) }
}

extension ModelError {
  /// A document that is not there, or not for the caller to see.
  package static let documentNotFound = ModelError(
    .invalidArgument, cannot: "read the document", "there is no such document")
}
