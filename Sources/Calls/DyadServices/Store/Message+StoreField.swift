package import HealthCodec
internal import HealthModel

// What HealthCodec reads and writes stands in messages of `Store` as the bytes that it makes of it.
extension HealthCodec.Message {
  /// Reads the bytes of a field that holds a message of the model.
  ///
  /// - Parameters:
  ///   - bytes: What the field has.
  ///   - field: What errors call it.
  /// - Throws: What is wrong with them.
  package init(_ bytes: [UInt8], in field: String) throws(StoreWireError) {
    do throws(CodecError) {
      try self.init(decoding: bytes, limits: .wire)
    } catch {
      throw StoreWireError(error, in: field)
    }
  }

  /// The bytes of a field that holds a message of the model.
  ///
  /// - Parameter field: What errors call it.
  /// - Returns: What the field gets.
  /// - Throws: Where the message cannot hold the value.
  package func bytes(in field: String) throws(StoreWireError) -> [UInt8] {
    do throws(CodecError) {
      return try encoded()
    } catch {
      throw StoreWireError(error, in: field)
    }
  }
}

extension HealthCodec.Message where Self: Hashable {
  /// Reads the entries of a set.
  static func set(_ entries: [[UInt8]], in field: String) throws(StoreWireError) -> Set<Self> {
    try StoreWireError.check(entries.count, in: field)
    var values: Set<Self> = []
    for entry in entries { values.insert(try Self(entry, in: field)) }
    return values
  }
}

extension StoreWireError {
  /// What is wrong with a message inside the field, whose own name says nothing more.
  init(_ error: CodecError, in field: String) {
    let inner = error.field.split(separator: ".", maxSplits: 1).dropFirst()
    self.init(([field[...]] + inner).joined(separator: "."), error.detail)
  }
}
