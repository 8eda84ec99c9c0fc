/// Which documents one app sees, and about which its user is asked; nothing here reads or writes.
///
/// | What was decided | The app's own | Those of others |
/// |---|---|---|
/// | sharing or reading of the type | seen | not seen |
/// | reading of the type, and the document granted | seen | seen |
/// | reading of the type denied, or never asked for | by sharing | not seen, whatever was granted before |
///
/// What was never decided, what was denied and what is not there are alike to the app.
package struct DocumentRules: Hashable, Sendable {
  /// What asks for documents.
  package enum Query: Hashable, Sendable {
    /// A query of an app that somebody uses.
    case foreground
    /// One of an app that a subscription started: nobody is there to be asked.
    case subscription
  }

  /// As many documents as one question names.
  package static let mostAsked = 64

  /// The app.
  package let bundleIdentifier: String
  /// What was decided of the type.
  package let type: Grant
  /// What was decided of documents.
  package let decisions: [SampleUUID: Grant.Decision]

  package init(
    _ bundleIdentifier: String, type: Grant, decisions: [SampleUUID: Grant.Decision]
  ) {
    self.bundleIdentifier = bundleIdentifier
    self.type = type
    self.decisions = decisions
  }

  /// Whether the app sees a document, be it what it says of itself or its bytes.
  package func sees(_ document: SampleUUID, savedBy bundleIdentifier: String) -> Bool {
    if bundleIdentifier == self.bundleIdentifier { return type.seesOwn }
    return type.seesForeign && decisions[document] == .authorized
  }

  /// The documents that others may have saved and the app sees all the same.
  package var granted: UUIDSet {
    guard type.seesForeign else { return UUIDSet() }
    return UUIDSet(decisions.lazy.filter { $0.value == .authorized }.map(\.key).sorted())
  }

  /// What the app sees, as queries take it.
  package var visibility: Visibility {
    let granted = granted
    guard granted.isEmpty else {
      return .chosen(granted, own: type.seesOwn ? bundleIdentifier : nil)
    }
    return type.seesOwn ? .own(bundleIdentifier: bundleIdentifier) : .nothing
  }

  /// Whether the user would be asked about a document.
  package func asks(
    about document: SampleUUID, savedBy bundleIdentifier: String, in query: Query
  ) -> Bool {
    query == .foreground && type.seesForeign && bundleIdentifier != self.bundleIdentifier
      && decisions[document] ?? .notDetermined == .notDetermined
  }
}
