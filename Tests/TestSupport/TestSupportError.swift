/// Why a test could not be set up.
package struct TestSupportError: Error, Hashable, CustomStringConvertible {
  /// "cannot VERB OBJECT: REASON".
  package let description: String

  package init(_ description: String) { self.description = description }
}
