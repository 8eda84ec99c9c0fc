internal import CDyadMessages
internal import CProtobufC
internal import HealthModel
private import Testing

@testable internal import HealthCodec

// @testable: hostile messages are valid ones, made by the codec's own packing and then broken.

/// A valid run as a C message, for a test to break before it is packed.
@safe struct HostileRun {
  typealias Message = UnsafeMutablePointer<Dyad__V1__SampleRun>

  /// The error that a decoder has for the message once `change` has broken it.
  @safe static func error(
    _ limits: DecodingLimits = .stored, _ run: SampleRun? = nil,
    _ change: (Message, Packing) throws -> Void
  ) throws -> CodecError {
    let packing = Packing()
    let message = try unsafe packing.run(try run ?? quantities())
    try unsafe change(message, packing)
    let bytes = unsafe packing.bytes(of: message)
    return try #require(throws: CodecError.self) {
      _ = try SampleRun(decoding: bytes, limits: limits)
    }
  }

  static let rows = 4

  /// Four heart rates with two sources, dots, positions and metadata.
  static func quantities() throws -> SampleRun {
    let unit = try Unit(parsing: "count/min")
    return try run(
      .quantity(
        values: [60, 61, 62.5, 63], units: DictionaryColumn(repeating: unit, count: rows)))
  }

  /// Four objects.
  static func objects(_ body: ObjectBody) throws -> SampleRun {
    try run(.objects(Array(repeating: body, count: rows)))
  }

  static func run(_ payload: SampleRun.Payload) throws -> SampleRun {
    let sources = ["a", "b", "a", "a"].map {
      SourceRevision(source: Source(bundleIdentifier: $0, name: "A"), version: "1")
    }
    var metadata = MetadataColumn(key: "HKWasUserEntered")
    metadata.append(.bool(true), at: 1)
    metadata.append(.string("x"), at: 3)
    var dots = DotColumn()
    dots.append(DotColumn.Span(incarnation: Incarnation(rawValue: 7), first: 10, count: 2))
    dots.append(DotColumn.Span(incarnation: Incarnation(rawValue: 9), first: 10, count: 2))
    return try #require(
      SampleRun(
        type: ObjectType("T"), uuids: uuids, starts: [0, 5, 10, 15], ends: [1, 6, 10, 15.5],
        payload: payload, sources: DictionaryColumn(sources),
        devices: DictionaryColumn([nil, Device([.name: "D"]), nil, nil]), metadata: [metadata],
        dots: dots, positions: CounterColumn(from: 3, count: rows)))
  }

  /// Two of our numbering, two others.
  static var uuids: [SampleUUID] {
    [
      SampleUUID(base: 0xABCD, counter: 5), SampleUUID(base: 0xABCD, counter: 6),
      SampleUUID(high: 1, low: 2), SampleUUID(high: 3, low: 4),
    ]
  }
}
