/// Paths of fields as JSON has them: in camel case, with commas between.
enum FieldMaskText {
  /// The paths as one text, or `nil` where one would not come back as it is.
  static func text(of paths: [String]) -> String? {
    var result: [String] = []
    for path in paths {
      guard let camel = camelCase(path), snakeCase(camel) == path, !path.utf8.contains(0x2C) else {
        return nil
      }
      result.append(camel)
    }
    return result.joined(separator: ",")
  }

  /// The paths in a text, or `nil` where one is written otherwise.
  static func paths(in text: String) -> [String]? {
    guard !text.isEmpty else { return [] }
    var result: [String] = []
    for path in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard !path.isEmpty, let snake = snakeCase(String(path)) else { return nil }
      result.append(snake)
    }
    return result
  }

  private static func camelCase(_ path: String) -> String? {
    var isAfterUnderscore = false
    var result: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "_"):
        guard !isAfterUnderscore else { return nil }
        isAfterUnderscore = true
      case UInt8(ascii: "a")...UInt8(ascii: "z") where isAfterUnderscore:
        result.append(byte - 0x20)
        isAfterUnderscore = false
      default:
        guard !isAfterUnderscore else { return nil }
        result.append(byte)
      }
    }
    return isAfterUnderscore ? nil : String(decoding: result, as: UTF8.self)
  }

  private static func snakeCase(_ path: String) -> String? {
    var result: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "_"): return nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): result += [UInt8(ascii: "_"), byte + 0x20]
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
