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

  /// As many members are found of one object.
  package static let mostMembers = 4_096

  /// The members of the object at a place.
  ///
  /// - Returns: The members, of a text that is cut the last one as far as it goes, and why there are no more where it
  ///   does not end as it should.
  package func members(
    of place: Range<Int>
  ) -> (members: [(name: String, value: Range<Int>)], flaw: TextFlaw?) {
    var members: [(name: String, value: Range<Int>)] = []
    var parts = Parts(of: place, in: self, from: "{", to: "}")
    do throws(TextFlaw) {
      while let start = parts.next {
        guard members.count < Self.mostMembers else {
          throw flaw("an object has more members than \(Self.mostMembers)", at: start)
        }
        let name = start..<end(of: start)
        var position = skipWhitespace(from: name.upperBound)
        guard case .string(let text) = try value(at: name), byte(position) == UInt8(ascii: ":")
        else {
          throw flaw("expected a name and a value", at: start)
        }
        position = skipWhitespace(from: position + 1)
        let value = position..<end(of: position)
        members.append((text, value))
        parts.end(at: value.upperBound)
      }
    } catch {
      return (members, error)
    }
    return (members, parts.flaw)
  }

  /// The elements of the array at a place, one after the other.
  package func elements(of place: Range<Int>) -> Elements { Elements(of: place, in: self) }

  /// Goes over the elements of an array; of a text that is cut the last one comes as far as it goes.
  package struct Elements: Sequence, IteratorProtocol {
    private let places: JSONPlaces
    private var parts: Parts

    fileprivate init(of place: Range<Int>, in places: JSONPlaces) {
      self.places = places
      parts = Parts(of: place, in: places, from: "[", to: "]")
    }

    /// Why there are no more, once there are none, where the array does not end as it should.
    package var flaw: TextFlaw? { parts.flaw }

    package mutating func next() -> Range<Int>? {
      guard let start = parts.next else { return nil }
      let element = start..<places.end(of: start)
      parts.end(at: element.upperBound)
      return element
    }
  }

  /// Goes over the parts between two marks, of which its user says where each ends.
  private struct Parts {
    private let places: JSONPlaces
    private let last: Unicode.Scalar
    /// Where the next part begins; `nil` after the last.
    private(set) var next: Int?
    private(set) var flaw: TextFlaw?

    init(
      of place: Range<Int>, in places: JSONPlaces, from first: Unicode.Scalar,
      to last: Unicode.Scalar
    ) {
      self.places = places
      self.last = last
      guard places.byte(place.lowerBound) == UInt8(ascii: first) else {
        flaw = places.flaw("expected '\(first)'", at: place.lowerBound)
        return
      }
      let start = places.skipWhitespace(from: place.lowerBound + 1)
      if places.byte(start) != UInt8(ascii: last) { next = start }
    }

    /// Goes on after a part.
    mutating func end(at end: Int) {
      let position = places.skipWhitespace(from: end)
      next = nil
      switch places.byte(position) {
      case UInt8(ascii: ","): next = places.skipWhitespace(from: position + 1)
      case UInt8(ascii: last): break
      case nil: flaw = places.flaw("it is cut", at: position)
      default: flaw = places.flaw("expected ',' or '\(last)'", at: position)
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
