package import ProtobufWire

/// Asks for samples of one type.
package struct QueryRequest: WireMessage {
  package static let wireName = "dyad.v1.QueryRequest"

  /// Type.
  package var type = ""
  /// Predicate.
  package var predicate: PredicateMessage?
  /// Without any, in the order in which they were saved.
  package var order: [SortKeyMessage] = []
  /// 0 for no limit.
  package var limit: UInt64 = 0
  /// First asks the peers for what is newer, where what is here may be older than so many seconds.
  package var maxAge: Double?
  /// Samples in plain words, instead of runs.
  package var plain = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: type = try field.string("type")
    case 2: try field.merge(into: &predicate, "predicate")
    case 3: order.append(try field.message("order"))
    case 4: limit = try field.uint64("limit")
    case 5: maxAge = try field.double("max_age")
    case 6: plain = try field.bool("plain")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(type, field: 1)
    writer.write(predicate, field: 2)
    writer.write(order, field: 3)
    writer.write(limit, field: 4)
    if let maxAge { writer.write(maxAge, field: 5, always: true) }
    writer.write(plain, field: 6)
  }
}
