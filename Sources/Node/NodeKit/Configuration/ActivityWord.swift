/// Whether a watch works out minutes of exercise and hours stood from what is measured there.
package enum ActivityWord: String, CaseIterable, Hashable, Sendable {
  case measured
  case off
}
