private import Glibc

/// Where rings lie in each other, in a square whose side is 1 and whose middle is at 0.
struct RingGeometry {
  /// How wide each is, as a part of the square.
  let width: Double
  private let gap: Double

  init(count: Int) {
    // A hole of about a quarter of the side stays in the middle.
    let room = 0.36 / Double(max(1, count))
    width = room * 0.88
    gap = room * 0.12
  }

  /// How far the middle of a ring's line is from the middle; the first ring is the outermost.
  func radius(_ index: Int) -> Double { 0.49 - width / 2 - Double(index) * (width + gap) }

  /// Where a ring is after some of a turn, clockwise from the top.
  static func place(_ turns: Double, radius: Double) -> (x: Double, y: Double) {
    let angle = turns * 2 * .pi
    return (radius * sin(angle), -radius * cos(angle))
  }

  /// How much of a turn it is to a place, from 0 to 1.
  static func turns(x: Double, y: Double) -> Double {
    let turns = atan2(x, -y) / (2 * .pi)
    return turns < 0 ? turns + 1 : turns
  }

  static func distance(x: Double, y: Double) -> Double { (x * x + y * y).squareRoot() }
}
