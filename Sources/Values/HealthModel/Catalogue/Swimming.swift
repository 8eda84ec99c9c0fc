/// Where a swimming workout took place.
package enum SwimmingLocation: Int, Hashable, Sendable, CaseIterable {
  case unknown = 0
  case pool = 1
  case openWater = 2
}

/// How a lap was swum.
package enum SwimmingStrokeStyle: Int, Hashable, Sendable, CaseIterable {
  case unknown = 0
  case mixed = 1
  case freestyle = 2
  case backstroke = 3
  case breaststroke = 4
  case butterfly = 5
  /// From iOS 16 and watchOS 9.
  case kickboard = 6
}
