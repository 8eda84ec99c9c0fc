/// Whether a watch works out minutes of exercise and hours stood from the samples that it has.
package enum ActivityWord: String, CaseIterable, Hashable, Sendable {
  case measured
  case off
}
