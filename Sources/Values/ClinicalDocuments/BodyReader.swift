internal import XMLCore

/// Reads what sections say.
final class BodyReader: StrictListener {
  var body = DocumentBody()
  /// The elements that are open.
  private var path: [String] = []
  private var keptBytes = 0
  /// The section whose text is read, by its place in the body, and those around it.
  private var sections: [Int] = []
  /// How deep the `text` of a section began; 0 outside.
  private var textDepth = 0
  private var lists: [(isOrdered: Bool, count: Int)] = []
  /// Tables in cells of tables are read as text.
  private var tables = 0
  private var table = DocumentBody.Table()
  private var row: [String] = []
  private var isHeader = false
  private var text = ""
  private var title: String?

  var wantsContent: Bool { textDepth > 0 || title != nil || !sections.isEmpty || path.count < 4 }

  func start(_ name: ElementName, _ attributes: [String: String], line: Int) throws(MarkupError) {
    let local = name.namespace == ClinicalDocument.namespace ? name.local : ":"
    path.append(local)
    if textDepth > 0 { return startText(local, attributes) }
    switch local {
    case "section":
      body.sections.append(DocumentBody.Section(level: sections.count))
      sections.append(body.sections.count - 1)
    case "title" where path.dropLast().last == "section": title = ""
    case "text" where path.dropLast().last == "section": textDepth = path.count
    case "text" where path.dropLast().last == "nonXMLBody":
      body.foreignKind = String((attributes["mediaType"] ?? "application/octet-stream").prefix(100))
    default: break
    }
  }

  func text(_ piece: String, line: Int) throws(MarkupError) {
    guard textDepth > 0 || title != nil else { return }
    guard keptBytes < DocumentBody.mostBytes else {
      body.isCut = true
      return
    }
    keptBytes += piece.utf8.count
    if title != nil { title? += piece } else { text += piece }
  }

  func end(line: Int) throws(MarkupError) {
    guard let local = path.last else { return }
    if textDepth > 0, path.count > textDepth {
      endText(local)
    } else if textDepth > 0 {
      flush()
      textDepth = 0
      lists = []
      tables = 0
    } else if local == "section" {
      sections.removeLast()
    } else if local == "title", let title, let section = sections.last {
      body.sections[section].title = Self.tidy(title)
      self.title = nil
    }
    path.removeLast()
  }

  private func startText(_ local: String, _ attributes: [String: String]) {
    switch local {
    case "paragraph", "caption": if tables == 0 { flush() } else { text += " " }
    case "list":
      if tables == 0 { flush() }
      lists.append((attributes["listType"] == "ordered", 0))
    case "item":
      if tables == 0 { flush() } else { text += " " }
      if !lists.isEmpty { lists[lists.count - 1].count += 1 }
    case "table":
      tables += 1
      if tables == 1 {
        flush()
        table = DocumentBody.Table()
      }
    case "thead": isHeader = tables == 1
    case "tr": if tables == 1 { row = [] }
    case "td", "th": if tables == 1 { text = "" } else { text += " " }
    case "br": text += "\n"
    case "renderMultiMedia": text += " [picture] "
    default: break
    }
  }

  private func endText(_ local: String) {
    switch local {
    case "paragraph": if tables == 0 { flush() } else { text += " " }
    case "caption":
      if tables == 1 {
        table.caption = takeText()
      } else {
        flush()
      }
    case "item": if tables == 0 { flush() }
    case "list":
      if tables == 0 { flush() }
      if !lists.isEmpty { lists.removeLast() }
    case "td", "th": if tables == 1 { row.append(takeText()) }
    case "thead": isHeader = false
    case "tr":
      guard tables == 1, !row.isEmpty else { return }
      if isHeader, table.header.isEmpty { table.header = row } else { table.rows.append(row) }
    case "table":
      tables = max(0, tables - 1)
      if tables == 0 {
        text = ""
        append(.table(table))
      }
    default: break
    }
  }

  /// What was read becomes a block.
  private func flush() {
    let words = takeText()
    guard !words.isEmpty else { return }
    guard let list = lists.last, list.count > 0 else { return append(.paragraph(words)) }
    append(
      .item(mark: list.isOrdered ? "\(list.count)." : "-", level: lists.count - 1, words))
  }

  private func append(_ block: DocumentBody.Block) {
    guard let section = sections.last else { return }
    body.sections[section].blocks.append(block)
  }

  private func takeText() -> String {
    defer { text = "" }
    return Self.tidy(text)
  }

  /// The words of each line, with one space between them.
  private static func tidy(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split { $0.isWhitespace }.joined(separator: " ")
    }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
