package import HealthModel
internal import HealthStorage

extension AppSession {
  /// The documents about which the user would be asked for a query: those that others saved and of which
  /// nothing was decided, at most as many as one question names, those saved last where there are more.
  ///
  /// They are the same whatever the query looks for: were they those that match, an app could learn what a
  /// document says from whether it has to wait.
  ///
  /// - Throws: `authorizationNotDetermined` where the app never asked for the type.
  package func undecidedDocuments(
    in query: DocumentRules.Query
  ) async throws -> [AskedDocument] {
    let snapshot = store.published.latest
    let rules = rules(for: [.cda], in: snapshot.state)
    _ = try rules.visibility(of: .cda)
    let documents = rules.documents
    guard query == .foreground, documents.type.seesForeign else { return [] }
    var found: [AskedDocument] = []
    let all = try await store.reader.samples(
      SampleQuery(.cda), seeing: .everything, in: snapshot)
    for try await run in all {
      found += run.documents { row in
        documents.asks(
          about: run.uuids[row], savedBy: run.sources[row].source.bundleIdentifier, in: query)
      }
      found.removeFirst(max(0, found.count - DocumentRules.mostAsked))
    }
    return found
  }
}

extension LocalStore {
  /// What documents say of themselves, by UUID; those that are not here are left out.
  package func documents(
    _ uuids: some Sequence<SampleUUID>
  ) async throws -> [SampleUUID: AskedDocument] {
    var found: [SampleUUID: AskedDocument] = [:]
    let query = SampleQuery(.cda, where: .uuid(UUIDSet(Array(uuids))))
    for try await run in try await samples(query) {
      for document in run.documents(where: { _ in true }) { found[document.uuid] = document }
    }
    return found
  }
}

extension SampleRun {
  /// The documents among the rows for which a condition holds.
  fileprivate func documents(where isMeant: (Int) -> Bool) -> [AskedDocument] {
    guard case .objects(let bodies) = payload else { return [] }
    return bodies.enumerated().compactMap { row, body in
      guard case .document(let document) = body, isMeant(row) else { return nil }
      return AskedDocument(uuid: uuids[row], document: document, date: starts[row])
    }
  }
}
