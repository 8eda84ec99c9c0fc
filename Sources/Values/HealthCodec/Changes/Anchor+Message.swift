internal import CDyadMessages
package import HealthModel

extension Anchor: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    let packing = Packing(expecting: 256)
    let message = unsafe packing.make(dyad__v1__anchor__init)
    if let incarnation {
      unsafe message.pointee.writer_case = DYAD__V1__ANCHOR__WRITER_INCARNATION
      unsafe message.pointee.incarnation = incarnation.rawValue
    }
    unsafe message.pointee.position = position
    unsafe message.pointee.own_is_untold = ownIsUntold ? 1 : 0
    unsafe message.pointee.foreign_is_untold = foreignIsUntold ? 1 : 0
    if let backfill {
      let part = unsafe packing.make(dyad__v1__backfill__init)
      unsafe part.pointee.after = backfill.after
      unsafe part.pointee.includes_own = backfill.includesOwn ? 1 : 0
      unsafe part.pointee.includes_foreign = backfill.includesForeign ? 1 : 0
      unsafe part.pointee.is_first = backfill.isFirst ? 1 : 0
      unsafe message.pointee.backfill = part
    }
    return unsafe packing.bytes(of: message)
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("Anchor") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        return try unsafe Self(unpacking.message(bytes, dyad__v1__anchor__unpack))
      }
    }
  }

  private init(_ message: UnsafeMutablePointer<Dyad__V1__Anchor>) throws(CodecError) {
    let hasWriter =
      unsafe message.pointee.writer_case == DYAD__V1__ANCHOR__WRITER_INCARNATION
    let incarnation = unsafe Incarnation(rawValue: message.pointee.incarnation)
    let position = unsafe message.pointee.position
    guard position >= 0 else {
      throw CodecError(.outOfRange, "position", "a log position is negative")
    }
    self.init(incarnation: hasWriter ? incarnation : nil, position: position)
    ownIsUntold = unsafe message.pointee.own_is_untold != 0
    foreignIsUntold = unsafe message.pointee.foreign_is_untold != 0
    guard let part = unsafe message.pointee.backfill else { return }
    let after = unsafe part.pointee.after
    guard (0...position).contains(after) else {
      throw CodecError(.outOfRange, "backfill.after", "it is not between 0 and the position")
    }
    let includesOwn = unsafe part.pointee.includes_own != 0
    let includesForeign = unsafe part.pointee.includes_foreign != 0
    guard includesOwn || includesForeign else {
      throw CodecError(.outOfRange, "backfill", "it brings nothing")
    }
    backfill = Backfill(
      after: after, includesOwn: includesOwn, includesForeign: includesForeign,
      isFirst: unsafe part.pointee.is_first != 0)
  }
}
