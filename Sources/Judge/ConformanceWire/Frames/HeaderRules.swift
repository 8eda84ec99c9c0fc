/// The rules of a block of header fields (RFC 9113 §8.2 and §8.3).
enum HeaderRules {
  /// What a block stands for.
  enum Role {
    case request, response, trailers
  }

  private static let ofConnections: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
  ]

  /// - Throws: `malformed` with the first rule that is broken.
  static func check(_ fields: [HeaderField], as role: Role) throws(WireError) {
    var pseudo: Set<String> = []
    var isRegular = false
    for field in fields {
      try check(field)
      guard field.name.hasPrefix(":") else {
        isRegular = true
        continue
      }
      guard !isRegular else {
        throw .malformed("pseudo-header fields stand before all others (RFC 9113 §8.3)")
      }
      guard allowed(role).contains(field.name) else {
        throw .malformed("\(field.name) does not stand in \(words(role)) (RFC 9113 §8.3)")
      }
      guard pseudo.insert(field.name).inserted else {
        throw .malformed("\(field.name) stands there twice (RFC 9113 §8.3)")
      }
    }
    for name in needed(role) where !pseudo.contains(name) {
      throw .malformed("\(name) is missing in \(words(role)) (RFC 9113 §8.3)")
    }
    if let status = fields.value(":status") {
      guard status.utf8.count == 3, status.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        status != "101"
      else { throw .malformed(":status is no status of HTTP/2 (RFC 9113 §8.3.2)") }
    }
    if role == .request, fields.value(":path")?.isEmpty == true {
      throw .malformed(":path is empty (RFC 9113 §8.3.1)")
    }
  }

  private static func check(_ field: HeaderField) throws(WireError) {
    let name = field.name.hasPrefix(":") ? field.name.utf8.dropFirst() : field.name.utf8[...]
    guard !name.isEmpty, name.allSatisfy(isTokenByte) else {
      throw .malformed("the name of a field is a token in lower case (RFC 9113 §8.2.1)")
    }
    let value = Array(field.value.utf8)
    guard !value.contains(where: { $0 == 0 || $0 == 0x0a || $0 == 0x0d }) else {
      throw .malformed("\(field.name) has a zero byte or a line end in it (RFC 9113 §8.2.1)")
    }
    if let first = value.first, let last = value.last, isSpace(first) || isSpace(last) {
      throw .malformed("\(field.name) begins or ends with a space (RFC 9113 §8.2.1)")
    }
    guard !ofConnections.contains(field.name) else {
      throw .malformed("\(field.name) does not stand in HTTP/2 (RFC 9113 §8.2.2)")
    }
    guard field.name != "te" || field.value == "trailers" else {
      throw .malformed("te says nothing but trailers (RFC 9113 §8.2.2)")
    }
  }

  private static func allowed(_ role: Role) -> Set<String> {
    switch role {
    case .request: [":method", ":scheme", ":path", ":authority"]
    case .response: [":status"]
    case .trailers: []
    }
  }

  private static func needed(_ role: Role) -> [String] {
    switch role {
    case .request: [":method", ":scheme", ":path"]
    case .response: [":status"]
    case .trailers: []
    }
  }

  private static func words(_ role: Role) -> String {
    switch role {
    case .request: "a request"
    case .response: "a response"
    case .trailers: "trailers"
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-_.!#$%&'*+^`|~".utf8.contains(byte)
    }
  }
}
