/// One sentence or two of the text in `Protos/` that a node can break.
package struct Clause: Hashable, Sendable {
  /// Its permanent name: "SYNC-HELLO-FIRST".
  package let id: String
  /// The file in `Protos/` where it stands.
  package let file: String
  package let text: String

  /// Makes a clause.
  package init(id: String, file: String, text: String) {
    self.id = id
    self.file = file
    self.text = text
  }
}

/// All clauses of the text, by their names.
package struct ClauseBook: Hashable, Sendable {
  /// In the text's order.
  package let clauses: [Clause]
  private let places: [String: Int]

  /// Makes a book; of clauses with one name the first is meant.
  package init(_ clauses: [Clause]) {
    self.clauses = clauses
    places = Dictionary(
      clauses.enumerated().map { ($0.element.id, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Those that came with the tool.
  package static let shared = ClauseBook(listing: PackageResources.clauses_txt)

  /// Reads a listing: name, file and text, with a tab between.
  package init(listing bytes: [UInt8]) {
    self.init(
      bytes.split(separator: 0x0A).compactMap { line in
        let parts = line.split(separator: 0x09, maxSplits: 2).map {
          String(decoding: $0, as: UTF8.self)
        }
        return parts.count == 3 ? Clause(id: parts[0], file: parts[1], text: parts[2]) : nil
      })
  }

  /// The clause of that name, or `nil`.
  package subscript(_ id: String) -> Clause? { places[id].map { clauses[$0] } }
}
