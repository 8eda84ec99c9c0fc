/// Cuts a file of FHIR into its resources as it is read: the entries of bundles, or values that follow one another.
struct ResourceCutter {
  /// A resource, or the entry that has one, as it stands in the file.
  struct Piece: Hashable {
    /// The line on which it begins.
    var line: Int
    /// None where there are more than a resource may have.
    var bytes: [UInt8]
  }

  /// Scans of documents stand in resources as text.
  static let mostBytes = 4 << 20
  private static let list = Array("entry".utf8)

  private var line = 1
  /// How many objects and lists are open.
  private var depth = 0
  /// Whether the list of a bundle is open.
  private var isInList = false
  private var isInText = false
  private var isEscaped = false
  /// The last text of the outermost object, which may be the name of a list.
  private var name: [UInt8] = []
  private var isInName = false
  private var piece: Piece?
  /// How many bytes the open piece has, kept or not.
  private var byteCount = 0

  /// Whether something is open that has no end yet.
  var isCut: Bool { depth > 0 }

  /// Takes the next bytes of the file.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The pieces that end in them.
  mutating func take(_ bytes: [UInt8]) -> [Piece] {
    var found: [Piece] = []
    // Where the open piece goes on in these bytes.
    var start = 0
    for (place, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") { line += 1 }
      guard !isInText else {
        readText(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInText = true
        isInName = depth == 1
        if isInName { name.removeAll(keepingCapacity: true) }
      case UInt8(ascii: "["):
        depth += 1
        guard depth == 2, name == Self.list else { continue }
        // What the bundle says of itself is of no interest.
        (isInList, piece) = (true, nil)
      case UInt8(ascii: "{"):
        if depth == (isInList ? 2 : 0) {
          piece = Piece(line: line, bytes: [])
          (start, byteCount) = (place, 0)
        }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth = max(0, depth - 1)
        if depth < 2, isInList {
          isInList = false
        } else if depth == (isInList ? 2 : 0), var whole = piece {
          keep(bytes[start...place], in: &whole)
          found.append(whole)
          piece = nil
        }
        if depth == 0 { name.removeAll(keepingCapacity: true) }
      default: break
      }
    }
    if var open = piece {
      keep(bytes[start...], in: &open)
      piece = open
    }
    return found
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>, in piece: inout Piece) {
    byteCount += bytes.count
    piece.bytes = byteCount > Self.mostBytes ? [] : piece.bytes + bytes
  }

  private mutating func readText(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInText = false
      return
    }
    if isInName, name.count <= Self.list.count { name.append(byte) }
  }
}
