/// Splits bytes into frames, however they arrive.
package struct FrameReader: Sendable {
  private var bytes: [UInt8] = []
  private var position = 0

  /// Nothing yet.
  ///
  /// - Parameter expectsPreface: Whether a client's preface comes first.
  package init(expectsPreface: Bool = false) {
    skip = expectsPreface ? FrameWriter.preface.count : 0
  }

  private var skip: Int

  /// Takes bytes that arrived.
  package mutating func append(_ more: some Sequence<UInt8>) {
    bytes += more
  }

  /// The next frame that arrived in whole.
  package mutating func next() -> Frame? {
    if skip > 0 {
      guard bytes.count - position >= skip else { return nil }
      position += skip
      skip = 0
    }
    guard bytes.count - position >= 9 else { return nil }
    let header = bytes[position..<position + 9]
    let length = header.prefix(3).reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count - position >= 9 + length else { return nil }
    let start = position + 9
    position = start + length
    let stream = header.suffix(4).reduce(0) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    return Frame(
      kind: FrameKind(rawValue: header[start - 6]), flags: header[start - 5], stream: stream,
      payload: Array(bytes[start..<position]))
  }

  /// All frames that arrived in whole.
  package mutating func frames() -> [Frame] {
    var frames: [Frame] = []
    while let frame = next() { frames.append(frame) }
    return frames
  }

  /// The frames in bytes that hold nothing else.
  package static func frames(in bytes: [UInt8], expectsPreface: Bool = false) -> [Frame] {
    var reader = Self(expectsPreface: expectsPreface)
    reader.append(bytes)
    return reader.frames()
  }
}
