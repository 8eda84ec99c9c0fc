/// Hears what a document has, in its order.
package protocol StrictListener: AnyObject {
  /// Whether attributes and text are told of what comes next; names are told always.
  var wantsContent: Bool { get }

  /// An element begins.
  ///
  /// - Throws: What ends the reading.
  func start(_ name: ElementName, _ attributes: [String: String], line: Int) throws(MarkupError)
  /// A piece of text; where it is cut says nothing.
  func text(_ text: String, line: Int) throws(MarkupError)
  /// The element that began last, and has not ended, ends.
  func end(line: Int) throws(MarkupError)
}

/// The name of an element, without its prefix.
package struct ElementName: Hashable, Sendable {
  package var local: String
  package var namespace: String

  package init(_ local: String, in namespace: String = "") {
    self.local = local
    self.namespace = namespace
  }
}
