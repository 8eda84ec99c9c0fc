/// A compiled zone file (RFC 8536, "TZif", versions 1 to 4), checked.
///
/// Bytes come from outside: every count is compared with what is there before anything is read.
struct ZoneFile: Hashable {
  /// When clocks change, in seconds since 2001 in UTC, ascending.
  var transitions: [Int] = []
  /// Seconds ahead of UTC from each transition on.
  var offsets: [Int] = []
  /// Seconds ahead of UTC before the first.
  var firstOffset = 0
  /// What holds after the last.
  var rule: ZoneRule?

  /// No real file has a tenth of it.
  static let mostBytes = 262_144

  private static let magic = Array("TZif".utf8)
  private static let secondsFrom1970To2001 = 978_307_200
  // RFC 8536, 3.2: -89,999 to 93,599.
  private static let offsets = -89_999...93_599

  /// Reads the bytes of a file.
  init(_ bytes: [UInt8]) throws(ZoneFault) {
    var reader = Reader(bytes: bytes)
    let header = try Header(&reader)
    guard header.version >= 2 else {
      try readBlock(header, timeBytes: 4, &reader)
      return
    }
    // The first block repeats what fits 32 bits, for readers of the first version.
    _ = try reader.take(header.byteCount(timeBytes: 4))
    try readBlock(try Header(&reader), timeBytes: 8, &reader)
    rule = try Self.footer(&reader)
  }

  private mutating func readBlock(
    _ header: Header, timeBytes: Int, _ reader: inout Reader
  ) throws(ZoneFault) {
    guard header.leapCount == 0 else { throw ZoneFault("it counts leap seconds") }
    guard header.typeCount > 0 else { throw ZoneFault("it has no type of local time") }
    var times = Reader(bytes: try reader.take(header.timeCount * timeBytes))
    let places = try reader.take(header.timeCount)
    var types = Reader(bytes: try reader.take(header.typeCount * 6))
    // The names and the marks of the types change no clock.
    _ = try reader.take(
      header.characterCount + header.standardCount + header.universalCount)

    var typeOffsets: [Int] = []
    for _ in 0..<header.typeCount {
      let offset = try types.number(4)
      guard Self.offsets.contains(offset) else { throw ZoneFault("an offset is more than a day") }
      typeOffsets.append(offset)
      _ = try types.take(2)
    }
    firstOffset = typeOffsets[0]
    for place in places {
      let (time, overflow) = try times.number(timeBytes)
        .subtractingReportingOverflow(Self.secondsFrom1970To2001)
      guard !overflow, transitions.last ?? .min < time else {
        throw ZoneFault("its transitions do not ascend")
      }
      guard Int(place) < typeOffsets.count else {
        throw ZoneFault("a transition has no type of local time")
      }
      transitions.append(time)
      offsets.append(typeOffsets[Int(place)])
    }
  }

  private static func footer(_ reader: inout Reader) throws(ZoneFault) -> ZoneRule? {
    let newline = UInt8(ascii: "\n")
    let text = try reader.take(reader.rest)
    guard text.count >= 2, text.first == newline, text.last == newline else {
      throw ZoneFault("its last line is not whole")
    }
    let rule = text.dropFirst().dropLast()
    return rule.isEmpty ? nil : try ZoneRule(parsing: Array(rule))
  }
}

extension ZoneFile {
  /// The head of a block.
  private struct Header {
    var version: Int
    var universalCount: Int
    var standardCount: Int
    var leapCount: Int
    var timeCount: Int
    var typeCount: Int
    var characterCount: Int

    init(_ reader: inout Reader) throws(ZoneFault) {
      guard try reader.take(4) == magic else { throw ZoneFault("it is no zone file") }
      switch try reader.take(1).first {
      case 0: version = 1
      case UInt8(ascii: "2"): version = 2
      case UInt8(ascii: "3"): version = 3
      case UInt8(ascii: "4"): version = 4
      default: throw ZoneFault("its version is unknown")
      }
      _ = try reader.take(15)
      universalCount = try reader.count()
      standardCount = try reader.count()
      leapCount = try reader.count()
      timeCount = try reader.count()
      typeCount = try reader.count()
      characterCount = try reader.count()
    }

    // Each count has 32 bits, so that nothing here overflows 64.
    func byteCount(timeBytes: Int) -> Int {
      timeCount * (timeBytes + 1) + typeCount * 6 + characterCount + leapCount * (timeBytes + 4)
        + standardCount + universalCount
    }
  }

  /// One pass over bytes.
  private struct Reader {
    private let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    var rest: Int { bytes.count - position }

    mutating func take(_ count: Int) throws(ZoneFault) -> [UInt8] {
      guard count <= rest else { throw ZoneFault("it is cut off") }
      defer { position += count }
      return Array(bytes[position..<position + count])
    }

    /// A number with a sign, its first byte the greatest.
    mutating func number(_ byteCount: Int) throws(ZoneFault) -> Int {
      let bytes = try take(byteCount)
      // Ones above a negative number of fewer bytes than eight.
      var number: Int64 = (bytes.first ?? 0) >= 0x80 ? -1 : 0
      for byte in bytes { number = number << 8 | Int64(byte) }
      return Int(number)
    }

    /// A number without a sign.
    mutating func count() throws(ZoneFault) -> Int {
      try number(4) & 0xFFFF_FFFF
    }
  }
}
