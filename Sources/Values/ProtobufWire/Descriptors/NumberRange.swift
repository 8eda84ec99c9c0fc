/// Numbers from a first to a last one, as descriptors write them.
struct NumberRange: WireReadable {
  static let wireName = "google.protobuf.DescriptorProto.ReservedRange"

  var start = 0
  var end = 0

  /// The numbers where the end is not among them, as in messages.
  var halfOpen: Range<Int> { start..<max(start, end) }
  /// The numbers where the end is among them, as in enums.
  var closed: Range<Int> { start..<max(start, end + 1) }

  mutating func read(_ field: WireField) throws(WireError) {
    switch field.number {
    case 1: start = Int(try field.int32("start"))
    case 2: end = Int(try field.int32("end"))
    default: break
    }
  }
}

/// How many more declarations there may be.
struct DescriptorBudget {
  private var remaining: Int

  init(_ count: Int) {
    remaining = count
  }

  mutating func spend() throws(WireError) {
    guard remaining > 0 else {
      throw WireError(
        .tooLarge, "there are more than \(DescriptorPool.maximumSymbolCount) declarations")
    }
    remaining -= 1
  }
}

/// Runs `body` and names `scope` in what it throws.
func at<Value>(_ scope: String, _ body: () throws(WireError) -> Value) throws(WireError) -> Value {
  do throws(WireError) {
    return try body()
  } catch {
    throw error.inside(scope)
  }
}
