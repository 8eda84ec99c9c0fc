/// Reads one tag that need not be well-formed.
struct TagReader {
  private(set) var name: [UInt8] = []
  private(set) var attributes: [(key: [UInt8], value: [UInt8])] = []
  private(set) var isEnd = false
  private(set) var isEmptyElement = false
  private(set) var isBroken = false
  /// Whether it is broken off because it has more attributes than it may.
  private(set) var hasManyAttributes = false
  private(set) var faults: Set<MarkupNote.Fault> = []
  /// Where what follows it begins.
  private(set) var end: Int
  /// How far a broken one was read, which is where the next one begins or behind it.
  private(set) var reached: Int

  private let bytes: ArraySlice<UInt8>

  /// - Parameter bytes: What begins with the tag.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    end = bytes.startIndex
    reached = end
  }

  private var peek: UInt8? { end < bytes.endIndex ? bytes[end] : nil }

  mutating func read() {
    end += 1
    if peek == UInt8(ascii: "/") {
      isEnd = true
      end += 1
    }
    while let byte = peek, Self.isNameByte(byte) {
      name.append(byte)
      end += 1
    }
    guard !name.isEmpty, name.count <= ReadingBounds.nameBytes else { return breakOff() }
    while true {
      skipSpaces()
      guard let byte = peek else { return breakOff() }
      switch byte {
      case UInt8(ascii: ">"):
        end += 1
        return
      case UInt8(ascii: "/"):
        end += 1
        skipSpaces()
        if peek == UInt8(ascii: ">") {
          end += 1
          isEmptyElement = !isEnd
          return
        }
      case UInt8(ascii: "<"): return breakOff()
      default: guard readAttribute() else { return breakOff() }
      }
    }
  }

  /// Leaves the tag out; the next one begins at the next `<` after this one's.
  private mutating func breakOff() {
    isBroken = true
    reached = end
    let next = bytes[(bytes.startIndex + 1)...].firstIndex(of: UInt8(ascii: "<"))
    end = next ?? bytes.endIndex
  }

  /// Whether what follows could be read as an attribute, or as one to leave out.
  private mutating func readAttribute() -> Bool {
    // The first exports wrote names with spaces, so all up to the sign is the name.
    var key: [UInt8] = []
    while let byte = peek, byte != UInt8(ascii: "=") {
      guard byte != UInt8(ascii: "<") else { return false }
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") {
        faults.insert(.missingValue)
        return true
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        // A value of no name.
        faults.insert(.missingValue)
        return readValue() != nil
      }
      key.append(byte)
      end += 1
      guard key.count <= ReadingBounds.nameBytes else { return false }
    }
    guard peek != nil else { return false }
    while let last = key.last, TagScanner.isSpace(last) { key.removeLast() }
    end += 1
    skipSpaces()
    guard let value = readValue() else { return false }
    if key.isEmpty {
      faults.insert(.missingValue)
    } else if attributes.contains(where: { $0.key == key }) {
      faults.insert(.attributeTwice)
    } else if attributes.count == ReadingBounds.attributes {
      hasManyAttributes = true
      return false
    } else {
      attributes.append((key, decoded(value)))
    }
    return true
  }

  private mutating func readValue() -> ArraySlice<UInt8>? {
    guard let quote = peek else { return nil }
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    if isQuoted { end += 1 } else { faults.insert(.missingQuotes) }
    let start = end
    while let byte = peek {
      if isQuoted ? byte == quote : TagScanner.isSpace(byte) || byte == UInt8(ascii: ">") {
        let value = bytes[start..<end]
        if isQuoted { end += 1 }
        return value
      }
      if byte == UInt8(ascii: "<") {
        // At the beginning of a line it is the next tag, and the mark is missing.
        var before = end - 1
        while before > start, bytes[before] == 0x20 || bytes[before] == 0x09 { before -= 1 }
        if bytes[before] == 0x0A { return nil }
        faults.insert(.openBracket)
      }
      end += 1
    }
    return nil
  }

  /// A value as it is meant: with what stands for other characters replaced.
  private mutating func decoded(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(raw.count)
    var index = raw.startIndex
    while index < raw.endIndex {
      let byte = raw[index]
      index += 1
      switch byte {
      case 0x09, 0x0A, 0x0D: value.append(0x20)
      case 0..<0x20: faults.insert(.controlCharacter)
      case UInt8(ascii: "&"):
        guard let end = raw[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
          faults.insert(.openAmpersand)
          value.append(byte)
          continue
        }
        if append(entity: raw[index..<end], to: &value) {
          index = end + 1
        } else {
          faults.insert(.unknownEntity)
          value.append(byte)
        }
      default: value.append(byte)
      }
    }
    guard String(validating: value, as: UTF8.self) != nil else {
      faults.insert(.notUnicode)
      return Array(String(decoding: value, as: UTF8.self).utf8)
    }
    return value
  }

  private mutating func append(entity: ArraySlice<UInt8>, to value: inout [UInt8]) -> Bool {
    let name = String(decoding: entity, as: UTF8.self)
    switch name {
    case "lt": value.append(UInt8(ascii: "<"))
    case "gt": value.append(UInt8(ascii: ">"))
    case "amp": value.append(UInt8(ascii: "&"))
    case "quot": value.append(UInt8(ascii: "\""))
    case "apos": value.append(UInt8(ascii: "'"))
    default:
      guard name.hasPrefix("#") else { return false }
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard digits.first != "+", digits.first != "-",
        let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
        let scalar = Unicode.Scalar(number)
      else { return false }
      if number < 0x20, ![9, 10, 13].contains(number) {
        faults.insert(.controlCharacter)
      } else {
        value += Array(String(Character(scalar)).utf8)
      }
    }
    return true
  }

  private mutating func skipSpaces() {
    while let byte = peek, TagScanner.isSpace(byte) { end += 1 }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: ".-_:".utf8.contains(byte)
    }
  }
}
