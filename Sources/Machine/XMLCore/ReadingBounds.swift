/// What a document may have before anybody reads it, so that no byte of it costs more than a few others.
///
/// libxml2 compares each attribute of an element with all before it, each prefix with all that are declared, and
/// each name with a longer and longer chain of others. So these have bounds, and are counted here, before libxml2
/// sees them; what it can count itself is looked at after each piece of 64 KiB.
///
/// | What | `StrictReader`: documents, GPX, TCX | `MarkupReader`: exports | At the bound | Test |
/// |---|---|---|---|---|
/// | bytes | the caller's | none; it is read as it comes | – | – |
/// | depth | 256 | 64 | refused with its line | `a bound is named…`, `what is too deep is refused…` |
/// | attributes of an element, declarations of namespaces among them | 64 | 64 | refused; the element is lost | `a bound is named…`, `an element with too many attributes is lost…` |
/// | bytes of a name | 256 | 256 | refused; the element is lost | `a bound is named…` |
/// | bytes of a tag, and so of a value | 1 MiB | 1 MiB | refused; the element is lost | `a bound is named…`, `what is too deep is refused…` |
/// | bytes of a comment or processing instruction | 8 MiB | a piece, then they are passed over | refused | `a bound is named…` |
/// | different names, prefixes, targets and namespaces | 4,096 | 4,096, then the library begins anew | refused | `a bound is named…`, `names do not pile up…` |
/// | namespaces that are declared at once | 128 | 64 × 64 | refused | `a bound is named…` |
/// | bytes of a namespace's name | 1,024 | not looked at | refused | `a long namespace is refused…` |
/// | document types, entities but XML's five | none | none | refused | `a bound is named…` |
/// | work per byte | that of 64 comparisons | the same, and eight times as much for broken tags | – | `four times the bytes…`, `four times the faults…` |
/// | memory per byte | a tag or comment and its copy: 17 MiB at most | that of its batch: 16 bytes an event, 12 an attribute | the batch is handed on | `elements without values fill a batch…` |
enum ReadingBounds {
  static let depth = 256
  static let attributes = 64
  static let nameBytes = 256
  static let tagBytes = 1 << 20
  static let commentBytes = 8 << 20
  static let names = 4_096
  static let namespaces = 128
  static let namespaceBytes = 1_024

  /// Where a bound is passed, and which.
  struct Excess {
    /// The byte at which that begins.
    var byte: Int
    var detail: String
  }
}

/// A part of a document in which no tag begins.
enum MarkupSection: CaseIterable {
  case comment, data, instruction

  private static let openings: [Self: [UInt8]] = [
    .comment: Array("<!--".utf8), .data: Array("<![CDATA[".utf8), .instruction: Array("<?".utf8),
  ]
  private static let closings: [Self: [UInt8]] = [
    .comment: Array("-->".utf8), .data: Array("]]>".utf8), .instruction: Array("?>".utf8),
  ]

  var opening: [UInt8] { Self.openings[self] ?? [] }
  var closing: [UInt8] { Self.closings[self] ?? [] }

  /// What it is called, and how many bytes it may have.
  fileprivate var bound: (name: String, bytes: Int) {
    switch self {
    case .comment: ("a comment", ReadingBounds.commentBytes)
    case .instruction: ("a processing instruction", ReadingBounds.commentBytes)
    // libxml2 hands it on in pieces, as text.
    case .data: ("a section", .max)
    }
  }
}

/// Looks for what passes a bound, in one pass over the bytes and before anybody else reads them.
///
/// It knows of XML only where tags begin and end. Up to the first mistake in a document it agrees with libxml2 on
/// that, and libxml2 reads nothing after it.
struct BoundsScanner {
  private static let documentType = Array("<!DOCTYPE".utf8)

  /// All characters before it were looked at.
  private(set) var place: Int
  /// What the bytes ended in the middle of.
  private(set) var section: MarkupSection?
  private var depth: Int
  /// How many bytes a character has, and which of them is not zero where it is of ASCII.
  private let width: Int
  private let low: Int

  /// Begins at a byte of a document, or within a section and elements.
  init(
    _ encoding: DocumentEncoding, at start: Int = 0, in section: MarkupSection? = nil,
    depth: Int = 0
  ) {
    self.section = section
    self.depth = depth
    switch encoding {
    case .wide(let isBigEndian): (width, low) = (2, isBigEndian ? 1 : 0)
    case .utf8, .named: (width, low) = (1, 0)
    }
    place = start / width
  }

  /// Looks at whole tags, comments and the like until at least a certain byte.
  ///
  /// - Parameters:
  ///   - bytes: The same at each call.
  ///   - end: The byte.
  /// - Returns: What passes a bound, if something does; the scanner is of no use then.
  mutating func scan(_ bytes: Span<UInt8>, to end: Int) -> ReadingBounds.Excess? {
    let end = min(end, bytes.count) / width
    if section != nil, let excess = skipSection(bytes, from: place) { return excess }
    while place < end {
      guard character(bytes, place) == UInt8(ascii: "<") else {
        place += 1
        continue
      }
      if let excess = scanMarkup(bytes) { return excess }
    }
    return nil
  }

  /// A character; what is none of ASCII's is 255.
  private func character(_ bytes: Span<UInt8>, _ place: Int) -> UInt8 {
    guard width == 2 else { return bytes[place] }
    return bytes[2 * place + 1 - low] == 0 ? bytes[2 * place + low] : 0xFF
  }

  private func count(_ bytes: Span<UInt8>) -> Int { bytes.count / width }

  /// Whether a text stands there.
  private func stands(_ text: [UInt8], at place: Int, _ bytes: Span<UInt8>) -> Bool {
    guard place + text.count <= count(bytes) else { return false }
    for index in text.indices where character(bytes, place + index) != text[index] { return false }
    return true
  }

  /// Looks at what begins with `<`.
  private mutating func scanMarkup(_ bytes: Span<UInt8>) -> ReadingBounds.Excess? {
    let start = place
    guard start + 1 < count(bytes) else {
      place += 1
      return nil
    }
    switch character(bytes, start + 1) {
    case UInt8(ascii: "!"), UInt8(ascii: "?"):
      if let new = MarkupSection.allCases.first(where: { stands($0.opening, at: start, bytes) }) {
        section = new
        place += new.opening.count
        return skipSection(bytes, from: start)
      }
      guard !stands(Self.documentType, at: start, bytes) else {
        return excess(start, "a document type is declared, which is not taken")
      }
      place += 2
      return nil
    case UInt8(ascii: "/"):
      if depth > 0 { depth -= 1 }
      return scanTag(bytes, isEnd: true)
    default: return scanTag(bytes, isEnd: false)
    }
  }

  private mutating func skipSection(
    _ bytes: Span<UInt8>, from start: Int
  ) -> ReadingBounds.Excess? {
    guard let section else { return nil }
    let (name, most) = section.bound
    let closing = section.closing
    let count = count(bytes)
    while place < count {
      if place - start > most { return excess(start, "\(name) is longer than \(most >> 20) MiB") }
      if character(bytes, place) == closing[0], stands(closing, at: place, bytes) {
        place += closing.count
        self.section = nil
        return nil
      }
      place += 1
    }
    return nil
  }

  private mutating func scanTag(_ bytes: Span<UInt8>, isEnd: Bool) -> ReadingBounds.Excess? {
    let start = place
    let count = count(bytes)
    place += isEnd ? 2 : 1
    var (signs, nameBytes) = (0, 0)
    var quote: UInt8?
    while place < count {
      let character = character(bytes, place)
      // Neither a value nor a tag goes on behind it.
      guard character != UInt8(ascii: "<") else { return nil }
      guard place - start <= ReadingBounds.tagBytes else {
        return excess(start, "a tag is longer than \(ReadingBounds.tagBytes >> 20) MiB")
      }
      place += 1
      if let open = quote {
        if character == open { quote = nil }
        continue
      }
      switch character {
      case UInt8(ascii: ">"):
        guard !isEnd, self.character(bytes, place - 2) != UInt8(ascii: "/") else { return nil }
        depth += 1
        guard depth <= ReadingBounds.depth else {
          return excess(start, "more than \(ReadingBounds.depth) elements lie in each other")
        }
        return nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): (quote, nameBytes) = (character, 0)
      case UInt8(ascii: "="):
        (signs, nameBytes) = (signs + 1, 0)
        guard signs <= ReadingBounds.attributes else {
          return excess(start, "an element has more than \(ReadingBounds.attributes) attributes")
        }
      case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/"): nameBytes = 0
      default:
        nameBytes += 1
        guard nameBytes <= ReadingBounds.nameBytes else {
          return excess(start, "a name has more than \(ReadingBounds.nameBytes) bytes")
        }
      }
    }
    return nil
  }

  private func excess(_ place: Int, _ detail: String) -> ReadingBounds.Excess {
    ReadingBounds.Excess(byte: place * width, detail: detail)
  }
}
