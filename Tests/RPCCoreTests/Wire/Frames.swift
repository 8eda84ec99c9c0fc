internal import RPCCore

/// Messages as bytes, made without the code under test.
enum Frames {
  static func prefix(_ length: Int, flag: UInt8 = 0) -> [UInt8] {
    [flag] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
  }

  static func bytes(of messages: [CallMessage]) -> [UInt8] {
    messages.flatMap { prefix($0.bytes.count, flag: $0.isCompressed ? 1 : 0) + $0.bytes }
  }

  static func body(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  }
}
