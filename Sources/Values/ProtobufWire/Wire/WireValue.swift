/// What stands after a field's number; which type it means, only the declaration knows.
package enum WireValue: Hashable, Sendable {
  /// A number in groups of seven bits: `int32`, `uint64`, `sint32`, `bool`, enums and their like.
  case varint(UInt64)
  /// Eight bytes: `fixed64`, `sfixed64`, `double`.
  case fixed64(UInt64)
  /// Four bytes: `fixed32`, `sfixed32`, `float`.
  case fixed32(UInt32)
  /// Bytes behind their count: `string`, `bytes`, messages, packed numbers.
  case bytes(ArraySlice<UInt8>)
  /// The fields between the two tags of a group of proto2.
  case group(ArraySlice<UInt8>)

  /// The wire type that stands before it.
  package var type: WireType {
    switch self {
    case .varint: .varint
    case .fixed64: .fixed64
    case .fixed32: .fixed32
    case .bytes: .bytes
    case .group: .groupStart
    }
  }

  /// What it is called in an error.
  package var name: StaticString {
    switch self {
    case .varint: "a varint"
    case .fixed64: "eight bytes"
    case .fixed32: "four bytes"
    case .bytes: "counted bytes"
    case .group: "a group"
    }
  }
}

/// The number behind a field's number, which tells how long the value is.
package enum WireType: UInt64, Sendable {
  case varint = 0
  case fixed64 = 1
  case bytes = 2
  case groupStart = 3
  case groupEnd = 4
  case fixed32 = 5
}
