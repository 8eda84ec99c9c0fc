package import ProtobufWire

/// Opens a window in which a code is shown.
package struct OpenWindowRequest: WireMessage {
  package static let wireName = "dyad.v1.OpenWindowRequest"

  /// How long it stays open: 1 to 600; 0 is 120.
  package var seconds: UInt32 = 0
  /// 6 or 8; 0 is 6.
  package var digits: UInt32 = 0
  /// What becomes of samples of another pair.
  package var rows = RowsPolicyMessage.refuse

  /// Makes one in which nothing is said.
  package init() {}

  package mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: seconds = try field.uint32("seconds")
    case 2: digits = try field.uint32("digits")
    case 3: rows = RowsPolicyMessage(rawValue: try field.int32("rows")) ?? .refuse
    default: break
    }
  }

  package func write(to writer: inout WireWriter) {
    writer.write(seconds, field: 1)
    writer.write(digits, field: 2)
    writer.write(rows.rawValue, field: 3)
  }
}
