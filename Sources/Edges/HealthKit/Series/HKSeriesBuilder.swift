/// Makes a series sample bit by bit.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
  /// Throws away what was added.
  open func discard() {}
}
