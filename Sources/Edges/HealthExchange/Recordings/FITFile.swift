/// The messages of a FIT file: numbers of fields with what they hold, in their order.
struct FITFile {
  /// Why a file ends before its end.
  enum Fault: String, Error {
    case noHeader = "it has no header of a FIT file"
    case truncated = "the file ends before its last message"
    case undefined = "a message comes before its definition"
    case wrongSum = "its checksum is wrong"
    case tooLong = "it has more messages than five days have seconds"
  }

  /// One message: raw values by field number; what is not there, or says so itself, is left out.
  struct Message {
    var number: UInt16
    var fields: [UInt8: [Double]]

    /// The first value of a field, as a scale and an offset have it.
    func value(_ field: UInt8, scale: Double = 1, offset: Double = 0) -> Double? {
      fields[field]?.first.map { $0 / scale - offset }
    }
  }

  private struct Field {
    var number: UInt8
    var size: Int
    var type: UInt8
  }

  private struct Definition {
    var isBigEndian: Bool
    var number: UInt16
    var fields: [Field]
    /// The bytes of fields that apps define.
    var developerBytes: Int
  }

  static let timestamp: UInt8 = 253
  /// From 1989-12-31, when these files' seconds begin, to 2001.
  static let epoch = 631_065_600.0 - 978_307_200.0
  /// Counted from when a device was turned on.
  private static let leastTime = 268_435_456.0

  private let bytes: [UInt8]
  private var place = 0
  private var definitions: [Definition?] = []
  private var lastTime: UInt32?

  /// Whether a file begins as these do.
  static func isOne(_ beginning: [UInt8]) -> Bool {
    beginning.count >= 12 && [12, 14].contains(beginning[0])
      && beginning[8..<12].elementsEqual(".FIT".utf8)
  }

  /// Reads all messages of a file, and of those that follow it in one.
  ///
  /// - Returns: Those that could be read, and why there are no more.
  static func read(_ bytes: [UInt8]) -> (messages: [Message], fault: Fault?) {
    var file = FITFile(bytes)
    var messages: [Message] = []
    do throws(Fault) {
      repeat { try file.readPart(&messages) } while file.place < bytes.count
    } catch {
      return (messages, error)
    }
    return (messages, nil)
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func readPart(_ messages: inout [Message]) throws(Fault) {
    let start = place
    guard Self.isOne(Array(bytes[start..<min(bytes.count, start + 14)])) else {
      throw .noHeader
    }
    let headerBytes = Int(bytes[start])
    let dataBytes = Int(unsigned(at: start + 4, 4, isBigEndian: false))
    let end = start + headerBytes + dataBytes
    place = start + headerBytes
    definitions = [Definition?](repeating: nil, count: 16)
    lastTime = nil
    while place < min(end, bytes.count) { try readRecord(&messages, end: min(end, bytes.count)) }
    guard end + 2 <= bytes.count else { throw .truncated }
    guard Self.sum(bytes[start..<end]) == UInt16(unsigned(at: end, 2, isBigEndian: false)) else {
      throw .wrongSum
    }
    place = end + 2
  }

  private mutating func readRecord(_ messages: inout [Message], end: Int) throws(Fault) {
    let header = bytes[place]
    place += 1
    if header & 0x80 != 0 {
      let time = lastTime.map { last in
        let low = UInt32(header & 0x1F)
        return (last & ~0x1F) &+ low &+ (low < last & 0x1F ? 0x20 : 0)
      }
      lastTime = time ?? lastTime
      try readMessage(Int(header >> 5 & 0x3), at: time, &messages, end: end)
    } else if header & 0x40 != 0 {
      try readDefinition(Int(header & 0xF), hasDeveloperFields: header & 0x20 != 0, end: end)
    } else {
      try readMessage(Int(header & 0xF), at: nil, &messages, end: end)
    }
  }

  private mutating func readDefinition(
    _ local: Int, hasDeveloperFields: Bool, end: Int
  ) throws(Fault) {
    guard place + 5 <= end else { throw .truncated }
    let isBigEndian = bytes[place + 1] == 1
    let number = UInt16(unsigned(at: place + 2, 2, isBigEndian: isBigEndian))
    let count = Int(bytes[place + 4])
    place += 5
    guard place + 3 * count <= end else { throw .truncated }
    let fields = (0..<count).map { index in
      let field = place + 3 * index
      return Field(number: bytes[field], size: Int(bytes[field + 1]), type: bytes[field + 2])
    }
    place += 3 * count
    var developerBytes = 0
    if hasDeveloperFields {
      guard place < end, place + 1 + 3 * Int(bytes[place]) <= end else { throw .truncated }
      let count = Int(bytes[place])
      for index in 0..<count { developerBytes += Int(bytes[place + 2 + 3 * index]) }
      place += 1 + 3 * count
    }
    definitions[local] = Definition(
      isBigEndian: isBigEndian, number: number, fields: fields, developerBytes: developerBytes)
  }

  private mutating func readMessage(
    _ local: Int, at time: UInt32?, _ messages: inout [Message], end: Int
  ) throws(Fault) {
    guard let definition = definitions[local] else { throw .undefined }
    let size = definition.fields.reduce(definition.developerBytes) { $0 + $1.size }
    guard place + size <= end else { throw .truncated }
    var message = Message(number: definition.number, fields: [:])
    var field = place
    for one in definition.fields {
      let values = values(of: one, at: field, isBigEndian: definition.isBigEndian)
      if !values.isEmpty { message.fields[one.number] = values }
      field += one.size
    }
    place += size
    if let time { message.fields[Self.timestamp] = [Double(time)] }
    if let told = message.value(Self.timestamp), time == nil {
      lastTime = UInt32(exactly: told)
    }
    guard messages.count < RecordingFile.mostMoments else { throw .tooLong }
    messages.append(message)
  }

  private func values(of field: Field, at place: Int, isBigEndian: Bool) -> [Double] {
    let width: Int =
      switch field.type & 0x1F {
      case 0x03, 0x04, 0x0B: 2
      case 0x05, 0x06, 0x08, 0x0C: 4
      case 0x09, 0x0E, 0x0F, 0x10: 8
      // Texts are of no interest.
      case 0x07: 0
      default: 1
      }
    // What is misaligned is left out, and the rest of the message kept.
    guard width > 0, field.size % width == 0 else { return [] }
    return stride(from: place, to: place + field.size, by: width).compactMap { place in
      number(field.type & 0x1F, unsigned(at: place, width, isBigEndian: isBigEndian), width)
    }
  }

  /// A value; `nil` for what stands for none.
  private func number(_ type: UInt8, _ raw: UInt64, _ width: Int) -> Double? {
    let ones = width == 8 ? UInt64.max : (1 << (8 * UInt64(width))) - 1
    switch type {
    case 0x01, 0x03, 0x05, 0x0E:
      guard raw != ones >> 1 else { return nil }
      let shift = 64 - 8 * width
      return Double(Int64(bitPattern: raw << UInt64(shift)) >> Int64(shift))
    case 0x0A, 0x0B, 0x0C, 0x10: return raw == 0 ? nil : Double(raw)
    case 0x08:
      let value = Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
      return value.isFinite ? value : nil
    case 0x09:
      let value = Double(bitPattern: raw)
      return value.isFinite ? value : nil
    default: return raw == ones ? nil : Double(raw)
    }
  }

  private func unsigned(at place: Int, _ width: Int, isBigEndian: Bool) -> UInt64 {
    (0..<width).reduce(0) { value, index in
      value << 8 | UInt64(bytes[place + (isBigEndian ? index : width - 1 - index)])
    }
  }

  /// An instant of a field; `nil` for one that is none.
  static func instant(_ value: Double?) -> Double? {
    guard let value, value >= leastTime else { return nil }
    return value + epoch
  }

  private static let table: [UInt16] = (0..<16).map { (nibble: UInt16) in
    (0..<4).reduce(nibble) { sum, _ in sum & 1 != 0 ? sum >> 1 ^ 0xA001 : sum >> 1 }
  }

  /// The checksum of these files.
  static func sum(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      let low = sum >> 4 ^ table[Int(sum & 0xF)] ^ table[Int(byte & 0xF)]
      return low >> 4 ^ table[Int(low & 0xF)] ^ table[Int(byte >> 4)]
    }
  }
}
