package import HealthStorage

/// Something that is read step by step, so that others have a turn between two steps.
package protocol SteppedIterator<Element> {
  associatedtype Element

  /// Goes on for some milliseconds.
  ///
  /// - Returns: The next element, if it came so far.
  /// - Throws: Why it cannot be read.
  mutating func step() async throws -> ReadStep<Element>

  /// How many bytes it keeps between two steps, more or less.
  var weight: Int { get }
}

extension SteppedIterator {
  /// The next element, however many steps it takes; `nil` after the last.
  package mutating func finishSteps() async throws -> Element? {
    while true {
      switch try await step() {
      case .value(let element): return element
      case .goesOn: await Task.yield()
      case .end: return nil
      }
    }
  }
}
