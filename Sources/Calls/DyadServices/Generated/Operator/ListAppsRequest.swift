/// Asks for the apps.
package struct ListAppsRequest: EmptyMessage {
  package static let wireName = "dyad.v1.ListAppsRequest"

  package init() {}
}
