internal import XMLCore

/// Reads the header of a document.
final class HeaderReader: StrictListener {
  /// In one piece: what hears of each element touches it once.
  private var header = CheckedHeader()

  var wantsContent: Bool { header.wantsContent }

  func start(_ name: ElementName, _ attributes: [String: String], line: Int) throws(MarkupError) {
    try header.start(name, attributes, line: line)
  }

  func text(_ text: String, line: Int) throws(MarkupError) { header.add(text) }

  func end(line: Int) throws(MarkupError) { header.end() }

  /// What the document says of itself.
  ///
  /// - Throws: `MarkupError` where something is missing.
  func finish() throws(MarkupError) -> ClinicalDocument { try header.finish() }
}

/// Checks the header of a document, and keeps what it says of itself.
private struct CheckedHeader {
  /// As many bytes of a title or name as are kept.
  private static let mostTextBytes = 1_024
  /// No element that is looked for has a longer name.
  private static let mostNameBytes = 64
  /// As many sections as are named.
  private static let mostSections = 10_000

  private var document = ClinicalDocument()
  /// The elements that are open, below the root.
  private var path: [String] = []
  /// How long each of these paths is in the text beside it.
  private var joined = ""
  private var lengths: [Int] = []
  private var isOpen = false
  /// Whether it is in what holds the body.
  private var isInBody = false
  private var counts: [String: Int] = [:]
  private var rootLine = 1
  private var names: [HeaderRules.Place: String] = [:]
  private var codeName = ""
  private var authored: HL7Time?
  private var capture: (place: HeaderRules.Place?, depth: Int, text: String)?
  /// How deep the component of the body is followed.
  private var bodyKind: String?

  var wantsContent: Bool {
    !isInBody || capture != nil
  }

  mutating func start(
    _ name: ElementName, _ attributes: [String: String], line: Int
  ) throws(MarkupError) {
    guard isOpen else { return try startRoot(name, line) }
    // What is of another namespace is an extension, and says nothing here.
    let isOurs = name.namespace == ClinicalDocument.namespace
    let local = isOurs && name.local.utf8.count <= Self.mostNameBytes ? name.local : ":"
    path.append(local)
    if path.count == 1, local == "component" { isInBody = true }
    if isInBody { return startBody(local) }
    lengths.append(joined.utf8.count)
    if path.count <= 5 { joined += path.count == 1 ? local : "/" + local }
    if path.count <= 5 {
      if HeaderRules.paths.contains(joined) { counts[joined, default: 0] += 1 }
      try look(attributes, line)
    }
    if capture != nil {
      capture?.text += " "
    } else if let place = HeaderRules.named[joined], path.count <= 5,
      names[place, default: ""].isEmpty
    {
      capture = (place, path.count, "")
    }
  }

  mutating func add(_ text: String) {
    guard let kept = capture?.text.utf8.count, kept <= Self.mostTextBytes * 4 else { return }
    capture?.text += text
  }

  mutating func end() {
    guard !path.isEmpty else {
      isOpen = false
      return
    }
    if let depth = capture?.depth {
      if depth == path.count {
        keep()
      } else {
        capture?.text += " "
      }
    }
    path.removeLast()
    if isInBody {
      isInBody = !path.isEmpty
    } else if let length = lengths.popLast(), path.count < 5 {
      joined = String(joined.utf8.prefix(length)) ?? ""
    }
  }

  /// What the document says of itself.
  ///
  /// - Throws: `MarkupError` where something is missing.
  mutating func finish() throws(MarkupError) -> ClinicalDocument {
    for rule in HeaderRules.required {
      let count = counts[rule.path, default: 0]
      guard count > 0 else { throw fault("the header has no \(Self.words(rule.path))") }
      guard count == 1 || !rule.isSingle else {
        throw fault("the header has more than one \(Self.words(rule.path))")
      }
    }
    guard bodyKind != nil else {
      throw fault("its <component> has neither a <structuredBody> nor a <nonXMLBody>")
    }
    document.title = names[.title].flatMap { $0.isEmpty ? nil : $0 } ?? codeName
    document.effective = document.effective ?? authored
    document.patientName = names[.patient] ?? ""
    document.authorName =
      [HeaderRules.Place.person, .device, .organisation].compactMap { names[$0] }.first {
        !$0.isEmpty
      }
      ?? ""
    document.custodianName = names[.custodian] ?? ""
    return document
  }

  private mutating func startRoot(_ name: ElementName, _ line: Int) throws(MarkupError) {
    isOpen = true
    rootLine = line
    guard name.local == "ClinicalDocument" else {
      throw MarkupError(
        line: line, detail: "it is no clinical document: it does not begin with <ClinicalDocument>")
    }
    guard name.namespace == ClinicalDocument.namespace else {
      throw MarkupError(
        line: line,
        detail: "<ClinicalDocument> is not in the namespace \(ClinicalDocument.namespace)")
    }
  }

  private mutating func startBody(_ local: String) {
    switch path.count {
    case 1: counts["component", default: 0] += 1
    case 2 where local == "structuredBody" || local == "nonXMLBody": bodyKind = local
    default:
      let isTitle = local == "title" && path.dropLast().last == "section"
      if isTitle, capture == nil, document.sections.count < Self.mostSections {
        capture = (nil, path.count, "")
      }
    }
  }

  /// Looks at what attributes of the header say.
  private mutating func look(_ attributes: [String: String], _ line: Int) throws(MarkupError) {
    switch joined {
    case "typeId":
      guard attributes["root"] == HeaderRules.typeRoot,
        attributes["extension"] == HeaderRules.typeExtension
      else {
        throw MarkupError(
          line: line,
          detail: "its <typeId> is not that of CDA release 2: \(HeaderRules.typeRoot), "
            + HeaderRules.typeExtension)
      }
    case "code": codeName = Self.tidy(attributes["displayName"] ?? "")
    case "languageCode": document.language = String((attributes["code"] ?? "").prefix(35))
    case "effectiveTime", "effectiveTime/low":
      // A period has its beginning in an element of its own; a time may be unknown.
      guard let text = attributes["value"] else { return }
      guard let time = HL7Time(text) else {
        throw MarkupError(
          line: line, detail: "its <effectiveTime> is no date such as 20260131 or 202601311200+0100"
        )
      }
      document.effective = document.effective ?? time
    case "author/time": authored = authored ?? attributes["value"].flatMap { HL7Time($0) }
    default: return
    }
  }

  private mutating func keep() {
    guard let captured = capture else { return }
    capture = nil
    let text = Self.tidy(captured.text)
    if let place = captured.place { names[place] = text } else { document.sections.append(text) }
  }

  private func fault(_ detail: String) -> MarkupError {
    MarkupError(line: rootLine, detail: detail)
  }

  /// `<a>` in `<b>` for the path "b/a".
  private static func words(_ path: String) -> String {
    path.split(separator: "/").reversed().map { "<\($0)>" }.joined(separator: " in ")
  }

  /// A text on one line, cut to what is kept.
  private static func tidy(_ text: String) -> String {
    let words = text.split { $0.isWhitespace }.joined(separator: " ")
    guard words.utf8.count > mostTextBytes else { return words }
    var kept = ""
    for character in words where kept.utf8.count + character.utf8.count <= mostTextBytes - 3 {
      kept.append(character)
    }
    return kept + "…"
  }
}
