internal import CommandLineCore
internal import CommandSupport
internal import HealthModel
internal import StoreAccess

/// A UUID as it is typed: in full, or as a narrow terminal shows it.
///
/// All UUIDs that one process gives begin with the same digits and differ in the last twelve, and each process
/// begins to count anew. So neither a beginning nor an ending tells one from the others, and the short form is
/// both: "490E..00000000002A", four digits and twelve. It may mean several, which is refused.
struct UUIDWord: Hashable {
  /// Fewer would mean too many to be meant.
  private static let leastDigits = 8
  private static let gap = ".."

  private var high: UInt64 = 0
  private var low: UInt64 = 0
  /// Which bits were typed.
  private var highMask: UInt64 = 0
  private var lowMask: UInt64 = 0

  /// The one UUID that it can be; `nil` for a short form.
  var full: SampleUUID? {
    highMask == .max && lowMask == .max ? SampleUUID(high: high, low: low) : nil
  }

  /// Reads a UUID, or a beginning and an ending with two dots between them; `nil` for anything else.
  init?(_ text: String) {
    if let uuid = SampleUUID(text) {
      (high, low, highMask, lowMask) = (uuid.high, uuid.low, .max, .max)
      return
    }
    let ends = text.split(separator: Self.gap, omittingEmptySubsequences: false)
    guard ends.count == 2, let start = Self.digits(ends[0]), let end = Self.digits(ends[1]),
      (Self.leastDigits..<32).contains(start.count + end.count)
    else { return nil }
    for (place, digit) in start.enumerated() { set(digit, at: place) }
    for (place, digit) in end.enumerated() { set(digit, at: 32 - end.count + place) }
  }

  /// Whether it can be this one.
  func means(_ uuid: SampleUUID) -> Bool {
    uuid.high & highMask == high && uuid.low & lowMask == low
  }

  /// The short form.
  static func short(_ uuid: SampleUUID) -> String {
    let digits = uuid.description.filter { $0 != "-" }
    return "\(digits.prefix(4))\(gap)\(digits.suffix(12))"
  }

  private mutating func set(_ digit: UInt8, at place: Int) {
    let shift = UInt64(60 - place % 16 * 4)
    if place < 16 {
      high |= UInt64(digit) << shift
      highMask |= 0xF << shift
    } else {
      low |= UInt64(digit) << shift
      lowMask |= 0xF << shift
    }
  }

  private static func digits(_ text: Substring) -> [UInt8]? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }.compactMap { byte in
      Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
    return digits.count == text.utf8.count { $0 != UInt8(ascii: "-") } ? digits : nil
  }
}

extension [UUIDWord] {
  /// The UUIDs that the words mean.
  ///
  /// - Parameters:
  ///   - types: Among whose samples short forms are looked for.
  ///   - predicate: Which of them.
  ///   - data: Where they are.
  /// - Returns: The UUIDs; none for a short form that means no sample.
  /// - Throws: Where a short form means several.
  func resolved(
    among types: [ObjectType], where predicate: Predicate, in data: any OwnerAccess
  ) async throws -> [SampleUUID] {
    let short = filter { $0.full == nil }
    guard !short.isEmpty else { return compactMap(\.full) }
    var found: [UUIDWord: (first: SampleUUID, count: Int)] = [:]
    try await Progress.show("Looking for the UUID", of: "samples") { progress in
      var count = 0
      for type in types {
        for try await run in try await data.samples(SampleQuery(type, where: predicate)) {
          for uuid in run.uuids {
            for word in short where word.means(uuid) {
              found[word, default: (uuid, 0)].count += 1
            }
          }
          count += run.count
          progress.tell(count)
        }
      }
    }
    if let (_, several) = found.first(where: { $0.value.count > 1 }) {
      throw ProgramFailure(
        .usage,
        "cannot use --uuid: \(several.count) samples have a UUID like \(UUIDWord.short(several.first))",
        advice: "Give it in full, as --json prints it.")
    }
    return compactMap { $0.full ?? found[$0]?.first }
  }
}
