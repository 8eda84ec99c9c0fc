/// What an app may learn about its permission to save a type; reading never shows.
package enum AuthorizationStatus: Int, Hashable, Sendable, CaseIterable {
  case notDetermined = 0
  case sharingDenied = 1
  case sharingAuthorized = 2
}
