/// Finds the parts of a JSON text without reading them, so that a long one is read piece by piece.
package struct JSONPlaces {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// All of the text.
  package var all: Range<Int> {
    skipWhitespace(from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)..<bytes.count
  }

  /// Reads what stands at a place.
  package func value(at place: Range<Int>) throws(TextFlaw) -> JSONValue {
    try JSONValue(parsing: Array(bytes[place]))
  }

  /// The members of the object at a place.
  ///
  /// - Returns: The members, of a text that is cut the last one as far as it goes, and why there are no more where it
  ///   does not end as it should.
  package func members(
    of place: Range<Int>
  ) -> (members: [(name: String, value: Range<Int>)], flaw: TextFlaw?) {
    var members: [(name: String, value: Range<Int>)] = []
    let flaw = parts(of: place, in: ("{", "}")) { start throws(TextFlaw) in
      let name = start..<end(of: start)
      var position = skipWhitespace(from: name.upperBound)
      guard case .string(let text) = try value(at: name), byte(position) == UInt8(ascii: ":") else {
        throw self.flaw("expected a name and a value", at: start)
      }
      position = skipWhitespace(from: position + 1)
      let value = position..<end(of: position)
      members.append((text, value))
      return value.upperBound
    }
    return (members, flaw)
  }

  /// The elements of the array at a place.
  ///
  /// - Returns: The elements, of a text that is cut the last one as far as it goes, and why there are no more where it
  ///   does not end as it should.
  package func elements(of place: Range<Int>) -> (elements: [Range<Int>], flaw: TextFlaw?) {
    var elements: [Range<Int>] = []
    let flaw = parts(of: place, in: ("[", "]")) { start throws(TextFlaw) in
      let element = start..<end(of: start)
      elements.append(element)
      return element.upperBound
    }
    return (elements, flaw)
  }

  /// Goes over the parts between two marks, of which `take` says where each ends.
  private func parts(
    of place: Range<Int>, in marks: (first: Unicode.Scalar, last: Unicode.Scalar),
    _ take: (Int) throws(TextFlaw) -> Int
  ) -> TextFlaw? {
    guard byte(place.lowerBound) == UInt8(ascii: marks.first) else {
      return flaw("expected '\(marks.first)'", at: place.lowerBound)
    }
    var position = skipWhitespace(from: place.lowerBound + 1)
    if byte(position) == UInt8(ascii: marks.last) { return nil }
    while true {
      do throws(TextFlaw) {
        position = skipWhitespace(from: try take(position))
      } catch {
        return error
      }
      switch byte(position) {
      case UInt8(ascii: ","): position = skipWhitespace(from: position + 1)
      case UInt8(ascii: marks.last): return nil
      case nil: return flaw("it is cut", at: position)
      default: return flaw("expected ',' or '\(marks.last)'", at: position)
      }
    }
  }

  private func byte(_ position: Int) -> UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private func skipWhitespace(from start: Int) -> Int {
    var position = start
    while let byte = byte(position), JSONParser.isWhitespace(byte) { position += 1 }
    return position
  }

  private func flaw(_ reason: String, at position: Int) -> TextFlaw {
    TextFlaw(operation: "read JSON", detail: "\(reason) at byte \(position + 1)")
  }

  /// Where the value that begins at a place ends, or the text; whether it is one is found when it is read.
  private func end(of start: Int) -> Int {
    var position = start
    var depth = 0
    while let byte = byte(position) {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        while let inner = self.byte(position), inner != UInt8(ascii: "\"") {
          position += inner == UInt8(ascii: "\\") ? 2 : 1
        }
        if depth == 0, position < bytes.count { return position + 1 }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return position }
        depth -= 1
        if depth == 0 { return position + 1 }
      case UInt8(ascii: ",") where depth == 0: return position
      case _ where depth == 0 && JSONParser.isWhitespace(byte): return position
      default: break
      }
      position += 1
    }
    return bytes.count
  }
}
