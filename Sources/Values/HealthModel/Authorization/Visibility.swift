/// Which rows a reader sees.
package enum Visibility: Hashable, Sendable {
  /// The user's own eyes: everything.
  case everything
  /// Only what `bundleIdentifier` saved.
  case own(bundleIdentifier: String)
  /// What somebody chose, whoever saved it, and what an app saved itself where there is one.
  case chosen(UUIDSet, own: String?)
  /// Nothing, and no error that would tell.
  case nothing

  /// What `grant` lets the app see of a type.
  package init(_ grant: Grant, for bundleIdentifier: String) {
    if grant.seesForeign {
      self = .everything
    } else if grant.seesOwn {
      self = .own(bundleIdentifier: bundleIdentifier)
    } else {
      self = .nothing
    }
  }

  /// The same as a predicate.
  package var predicate: Predicate {
    switch self {
    case .everything: .constant(true)
    case .own(let bundleIdentifier): .sources(bundleIdentifiers: [bundleIdentifier])
    case .chosen(let objects, own: let app):
      app.map { .or([.sources(bundleIdentifiers: [$0]), .uuid(objects)]) } ?? .uuid(objects)
    case .nothing: .constant(false)
    }
  }
}
