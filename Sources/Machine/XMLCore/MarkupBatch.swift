/// Starts and ends of elements, in order.
package struct MarkupBatch: Sendable {
  /// The start of an element, or its end.
  package struct Event: Hashable, Sendable {
    /// The number of the element's name.
    package var name: UInt16
    package var isEnd: Bool
    /// Where it stands, from 1.
    package var line: Int32
    /// Which of the attributes are those of this start.
    package var attributes: Range<Int32>
  }

  /// One attribute of an element.
  package struct Attribute: Hashable, Sendable {
    /// The number of its name.
    package var name: UInt16
    /// Where its value is among the bytes.
    package var value: Range<Int32>
  }

  /// All values, one after the other.
  package internal(set) var bytes: [UInt8] = []
  package internal(set) var attributes: [Attribute] = []
  package internal(set) var events: [Event] = []
  /// What was wrong with what was read.
  package internal(set) var notes: [MarkupNote] = []
  /// Names by number.
  package internal(set) var names: [String] = []

  /// How many bytes it takes in memory, but for the names.
  var byteCount: Int {
    bytes.count + attributes.count * MemoryLayout<Attribute>.stride
      + events.count * MemoryLayout<Event>.stride + notes.count * MemoryLayout<MarkupNote>.stride
  }

  /// The bytes of an attribute's value.
  package func value(_ attribute: Attribute) -> ArraySlice<UInt8> {
    bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
  }
}

/// Something that XML must not have, and what became of it.
package struct MarkupNote: Hashable, Sendable {
  /// What it is.
  package enum Fault: String, Hashable, Sendable, CaseIterable {
    case attributeTwice = "an attribute is given twice; the first counts"
    case controlCharacter = "a control character was left out"
    case missingValue = "an attribute has no value and was left out"
    case missingQuotes = "a value has no quotation marks"
    case unknownEntity = "an entity is not defined; its text was kept"
    case openBracket = "a value has a '<' that should be '&lt;'"
    case openAmpersand = "a value has a '&' that should be '&amp;'"
    case notUnicode = "a value is not UTF-8; what is not was replaced"
    case unmatchedEnd = "an element ends that did not begin"
    case missingEnd = "an element does not end"
    case brokenTag = "the tag is broken"
    case longTag = "the tag is longer than 1 MiB"
    case manyAttributes = "the tag has more than 64 attributes"
  }

  package var line: Int
  package var fault: Fault

  /// Whether the element is lost.
  package var isLost: Bool {
    fault == .brokenTag || fault == .longTag || fault == .manyAttributes
  }
}
