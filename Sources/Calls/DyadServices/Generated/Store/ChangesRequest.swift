package import ProtobufWire

/// Asks for what happened since an anchor: one page.
package struct ChangesRequest: WireMessage {
  package static let wireName = "dyad.v1.ChangesRequest"

  /// An app asks for one at a time.
  package var types: [String] = []
  /// Predicate.
  package var predicate: PredicateMessage?
  /// Where to go on from, as it came; empty for the beginning, or for where the subscriber stands
  /// with these types.
  package var anchor: [UInt8] = []
  /// At most so many objects; 0 for as many as are convenient.
  package var limit: UInt64 = 0
  /// The name of a subscription of the caller, which then is heard from.
  package var subscriber = ""
  /// Samples in plain words, instead of runs.
  package var plain = false

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: types.append(try field.string("types"))
    case 2: try field.merge(into: &predicate, "predicate")
    case 3: anchor = try field.bytes("anchor")
    case 4: limit = try field.uint64("limit")
    case 5: subscriber = try field.string("subscriber")
    case 6: plain = try field.bool("plain")
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(types, field: 1)
    writer.write(predicate, field: 2)
    writer.write(anchor, field: 3)
    writer.write(limit, field: 4)
    writer.write(subscriber, field: 5)
    writer.write(plain, field: 6)
  }
}
