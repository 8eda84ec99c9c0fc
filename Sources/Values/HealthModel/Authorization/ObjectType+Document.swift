extension ObjectType {
  private static let documentPrefix = "\(ObjectType.cda.identifier)/"

  /// One document as what is granted by itself: decisions and questions name it where they name a type.
  ///
  /// Its identifier is that of the type of documents, a slash and the UUID; no object has it as its type.
  package static func document(_ uuid: SampleUUID) -> ObjectType {
    ObjectType(documentPrefix + uuid.description)
  }

  /// The document that is meant; `nil` for types.
  package var document: SampleUUID? {
    guard identifier.hasPrefix(Self.documentPrefix) else { return nil }
    let text = String(identifier.dropFirst(Self.documentPrefix.count))
    // One spelling, so that no document is granted under two names.
    guard let uuid = SampleUUID(text), uuid.description == text else { return nil }
    return uuid
  }

  /// The type whose objects a decision on this concerns: of one document, the type of documents.
  package var decidedType: ObjectType { document == nil ? self : .cda }
}
