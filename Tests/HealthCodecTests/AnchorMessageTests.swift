internal import HealthCodec
internal import HealthModel
internal import Testing

struct AnchorMessageTests {
  static let anchors: [Anchor] = [
    .beginning,
    Anchor(incarnation: nil, position: 7),
    Anchor(incarnation: Incarnation(rawValue: 0), position: 0),
    Anchor(incarnation: Incarnation(rawValue: .max), position: .max),
    Anchor(
      incarnation: Incarnation(rawValue: 9), position: 12,
      backfill: Anchor.Backfill(after: 12, includesOwn: true, includesForeign: false)),
    Anchor(
      incarnation: Incarnation(rawValue: 9), position: 12,
      backfill: Anchor.Backfill(after: 0, includesOwn: false, includesForeign: true)),
    Anchor(
      incarnation: Incarnation(rawValue: 9), position: 12,
      backfill: Anchor.Backfill(
        after: 3, includesOwn: true, includesForeign: true, isFirst: true)),
    untold(own: true, foreign: false, backfill: nil),
    untold(own: false, foreign: true, backfill: nil),
    untold(
      own: true, foreign: true,
      backfill: Anchor.Backfill(after: 5, includesOwn: false, includesForeign: true)),
  ]

  private static func untold(own: Bool, foreign: Bool, backfill: Anchor.Backfill?) -> Anchor {
    var anchor = Anchor(
      incarnation: Incarnation(rawValue: 9), position: 12, backfill: backfill)
    anchor.ownIsUntold = own
    anchor.foreignIsUntold = foreign
    return anchor
  }

  @Test(arguments: anchors)
  func `an anchor comes back as it was`(anchor: Anchor) throws {
    #expect(try Anchor(decoding: anchor.encoded(), limits: .wire) == anchor)
  }

  @Test(arguments: anchors)
  func `the text of an anchor reads back`(anchor: Anchor) {
    #expect(Anchor(text: anchor.description) == anchor)
  }

  @Test(arguments: [
    "", "-", "-1", "+1", "1-", "g-1", "1-2-3", "1-2-3-0", "1-2-3-4", "1-2-0-12", "1-2-3-8",
    "1-2-3-32", "1 ", "٣",
  ])
  func `any other text is no anchor`(text: String) {
    #expect(Anchor(text: text) == nil)
  }

  // position: -1; backfill {} without a class; backfill.after beyond the position.
  @Test(
    arguments: [
      ([0x10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], "Anchor.position"),
      ([0x10, 0x05, 0x1A, 0x00], "Anchor.backfill"),
      ([0x10, 0x05, 0x1A, 0x04, 0x08, 0x06, 0x10, 0x01], "Anchor.backfill.after"),
      ([0x09, 0x01], "Anchor"),
    ] as [([UInt8], String)])
  func `a hostile anchor is refused by field`(bytes: [UInt8], field: String) throws {
    let error = #expect(throws: CodecError.self) { try Anchor(decoding: bytes, limits: .wire) }
    #expect(error?.field == field)
  }
}
