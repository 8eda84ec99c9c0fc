internal import CDyadMessages
package import HealthModel

extension UnitPreference: Message {
  package func encoded() throws(CodecError) -> [UInt8] {
    try at("UnitPreference") { () throws(CodecError) in
      let packing = Packing()
      let message = unsafe packing.make(dyad__v1__unit_preference__init)
      unsafe message.pointee.type = try packing.text(type.identifier)
      unsafe message.pointee.unit = try packing.text(unit.unitString)
      return unsafe packing.bytes(of: message)
    }
  }

  package init(decoding bytes: RawSpan, limits: DecodingLimits) throws(CodecError) {
    self = unsafe try bytes.withUnsafeBytes { bytes throws(CodecError) in
      try at("UnitPreference") { () throws(CodecError) in
        let unpacking = try Unpacking(byteCount: bytes.count, limits: limits)
        let message = try unsafe unpacking.message(bytes, dyad__v1__unit_preference__unpack)
        let type = try at("type") { () throws(CodecError) in
          try unsafe unpacking.recordType(message.pointee.type)
        }
        return try at("unit") { () throws(CodecError) in
          let unit = try unsafe unpacking.unit(unpacking.text(message.pointee.unit))
          do throws(ModelError) {
            return try UnitPreference(of: type, unit)
          } catch {
            throw CodecError(.notAllowed, "quantities of the type have no such unit")
          }
        }
      }
    }
  }
}
