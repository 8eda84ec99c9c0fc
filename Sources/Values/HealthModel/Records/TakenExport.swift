/// An export that was taken in whole, so that the same again has nothing new.
package struct TakenExport: Hashable, Sendable {
  /// The hash of its bytes.
  package var sum: Int64
  /// How many samples it has.
  package var count: Int
  /// The form of what took it: a later one may take more of it.
  package var form: Int
  /// When, by the store's clock; seconds since 2001-01-01 UTC.
  package var takenAt: Double

  package init(sum: Int64, count: Int, form: Int, takenAt: Double = 0) {
    self.sum = sum
    self.count = count
    self.form = form
    self.takenAt = takenAt
  }
}
