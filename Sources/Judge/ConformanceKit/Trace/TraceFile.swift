internal import ConformanceWire

/// A recording as a file: a line that says what it is, then one length and entry after the other.
package enum TraceFile {
  private static let head = Array("dyad-trace 1\n".utf8)
  /// More than a day of two nodes; a file that says more is none.
  package static let mostBytes = 256 << 20

  /// Why a file cannot be read.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The bytes of a recording.
  package static func bytes(_ messages: [TracedMessage]) -> [UInt8] {
    var writer = WireWriter()
    writer.raw(head)
    for message in messages { writer.delimited(entry(message)) }
    return writer.bytes
  }

  private static func entry(_ message: TracedMessage) -> [UInt8] {
    var entry = WireWriter.field(1, UInt64(message.connection))
    entry += WireWriter.field(2, UInt64(message.stream))
    entry += WireWriter.field(3, Array(message.method.utf8))
    entry += WireWriter.field(4, UInt64(message.from.rawValue))
    entry += WireWriter.field(5, UInt64(max(0, message.at * 1e6)))
    switch message.content {
    case .message(let bytes): entry += WireWriter.field(6, bytes)
    case .end(let code, let text):
      entry += WireWriter.field(7, UInt64(max(0, code))) + WireWriter.field(8, Array(text.utf8))
    }
    return entry
  }

  /// Reads a recording.
  package static func messages(_ bytes: [UInt8]) throws(Failure) -> [TracedMessage] {
    guard bytes.starts(with: head) else {
      throw Failure(description: "it does not begin as a recording does")
    }
    var messages: [TracedMessage] = []
    do throws(MessageError) {
      var reader = WireReader(Array(bytes.dropFirst(head.count)))
      while !reader.isAtEnd {
        guard let message = read(try reader.delimited()) else {
          throw MessageError("entry \(messages.count + 1)", "it says too little or too much")
        }
        messages.append(message)
      }
    } catch {
      throw Failure(description: "\(error)")
    }
    return messages
  }

  private static func read(_ entry: WireReader) -> TracedMessage? {
    var (numbers, texts): ([Int: UInt64], [Int: [UInt8]]) = ([:], [:])
    var reader = entry
    do throws(MessageError) {
      while !reader.isAtEnd {
        let tag = try reader.tag()
        switch tag.kind {
        case .varint: numbers[tag.number] = try reader.varint()
        case .delimited: texts[tag.number] = try reader.delimited().rest
        default: return nil
        }
      }
    } catch {
      return nil
    }
    guard let role = numbers[4].flatMap({ Role(rawValue: Int(clamping: $0)) }),
      let method = texts[3]
    else { return nil }
    let content: TracedMessage.Content
    if let bytes = texts[6] {
      content = .message(bytes)
    } else if let code = numbers[7] {
      content = .end(
        code: Int(clamping: code), message: String(decoding: texts[8] ?? [], as: UTF8.self))
    } else {
      return nil
    }
    return TracedMessage(
      connection: Int(clamping: numbers[1] ?? 0), stream: UInt32(clamping: numbers[2] ?? 0),
      method: String(decoding: method, as: UTF8.self), from: role,
      at: Double(numbers[5] ?? 0) / 1e6, content: content)
  }
}
