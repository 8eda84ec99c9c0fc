package import XMLCore

/// What a clinical document tells a reader: its sections, as text.
package struct DocumentBody: Hashable, Sendable {
  /// A section, with how deep it lies in others.
  package struct Section: Hashable, Sendable {
    package var title = ""
    package var level: Int
    package var blocks: [Block] = []
  }

  /// A part of a section.
  package enum Block: Hashable, Sendable {
    case paragraph(String)
    /// An item of a list, with what stands before it and how many lists it lies in.
    case item(mark: String, level: Int, String)
    case table(Table)
  }

  package struct Table: Hashable, Sendable {
    package var caption = ""
    package var header: [String] = []
    package var rows: [[String]] = []

    package init(caption: String = "", header: [String] = [], rows: [[String]] = []) {
      self.caption = caption
      self.header = header
      self.rows = rows
    }
  }

  package var sections: [Section] = []
  /// Of what kind a body is that is not XML, for instance `application/pdf`.
  package var foreignKind: String?
  /// Whether the document has more than what is kept of it.
  package var isCut = false

  /// As many bytes of text as are kept.
  package static let mostBytes = 8 << 20

  /// Reads the narrative of a document that was checked.
  package init(reading bytes: [UInt8]) throws(MarkupError) {
    let reader = BodyReader()
    try StrictReader.read(bytes, to: reader)
    self = reader.body
  }

  init() {}
}
