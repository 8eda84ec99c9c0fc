/// Pixels on which rings are drawn, with soft edges.
package struct RingCanvas: Hashable, Sendable {
  /// A colour, and how much of the pixel it covers.
  package struct Pixel: Hashable, Sendable {
    package var colour = RingColour(0, 0, 0)
    package var cover = 0.0
  }

  package let width: Int
  package let height: Int
  package private(set) var pixels: [Pixel]

  /// Nothing is drawn yet.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [Pixel](repeating: Pixel(), count: width * height)
  }

  /// Draws rings in each other into a square.
  ///
  /// - Parameters:
  ///   - rings: From the outermost to the innermost.
  ///   - left: Where the square begins.
  ///   - top: Likewise.
  ///   - side: How long its sides are.
  package mutating func draw(_ rings: [Ring], left: Int, top: Int, side: Int) {
    guard side > 0 else { return }
    let geometry = RingGeometry(count: rings.count)
    for row in max(0, top)..<max(max(0, top), min(height, top + side)) {
      for column in max(0, left)..<max(max(0, left), min(width, left + side)) {
        let x = (Double(column - left) + 0.5) / Double(side) - 0.5
        let y = (Double(row - top) + 0.5) / Double(side) - 0.5
        for (index, ring) in rings.enumerated() {
          let brush = Brush(
            ring, radius: geometry.radius(index), width: geometry.width, side: Double(side))
          brush.paint(&pixels[row * width + column], x: x, y: y)
        }
      }
    }
  }

  /// Four bytes for each pixel: red, green, blue, and how much of it is covered.
  package var bytes: [UInt8] {
    pixels.flatMap { pixel in
      [pixel.colour.red, pixel.colour.green, pixel.colour.blue, pixel.cover].map(RingColour.byte)
    }
  }
}

/// What a ring does to a pixel.
private struct Brush {
  private let ring: Ring
  private let radius: Double
  private let halfWidth: Double
  /// How many pixels the side of the square has.
  private let side: Double
  private let head: (x: Double, y: Double)

  init(_ ring: Ring, radius: Double, width: Double, side: Double) {
    self.ring = ring
    self.radius = radius
    halfWidth = width / 2
    self.side = side
    head = RingGeometry.place(ring.turns, radius: radius)
  }

  func paint(_ pixel: inout RingCanvas.Pixel, x: Double, y: Double) {
    let band = soft(abs(RingGeometry.distance(x: x, y: y) - radius))
    guard band > 0 else { return }
    // The way that is still to go.
    pixel.put(ring.colour.mixed(with: .black, 0.78), band)
    guard ring.progress > 0 else { return }
    let turns = RingGeometry.turns(x: x, y: y)
    let atHead = soft(RingGeometry.distance(x: x - head.x, y: y - head.y))
    if ring.turns < 1 {
      let start = RingGeometry.place(0, radius: radius)
      let atStart = soft(RingGeometry.distance(x: x - start.x, y: y - start.y))
      let isWithin = turns <= ring.turns
      let cover = max(isWithin ? band : 0, atStart, atHead)
      // What reaches over the top to the left is the beginning.
      let place = isWithin ? turns : atStart > atHead ? 0 : ring.turns
      pixel.put(colour(at: place), cover)
      return
    }
    // How much of a turn the pixel lies behind the head.
    var behind = (ring.turns - turns).truncatingRemainder(dividingBy: 1)
    if behind < 0 { behind += 1 }
    let place = ring.turns - behind
    pixel.put(colour(at: place), band)
    if behind > 0.5 {
      // In front of the head lies its shadow, and over that its round end.
      let distance = RingGeometry.distance(x: x - head.x, y: y - head.y) - halfWidth
      let depth = max(0, 1 - max(0, distance) / (halfWidth * 0.9))
      pixel.put(.black, band * depth * depth * 0.6)
      pixel.put(colour(at: ring.turns), atHead)
    }
  }

  /// A little lighter along the way.
  private func colour(at turns: Double) -> RingColour {
    ring.colour.mixed(with: .white, 0.28 * min(1, max(0, turns / max(1, ring.turns))))
  }

  /// How much of a pixel a line covers of which this is the distance to the middle.
  private func soft(_ distance: Double) -> Double {
    min(1, max(0, (halfWidth - distance) * side + 0.5))
  }
}

extension RingCanvas.Pixel {
  fileprivate mutating func put(_ colour: RingColour, _ cover: Double) {
    guard cover > 0 else { return }
    let all = cover + self.cover * (1 - cover)
    self.colour = self.colour.mixed(with: colour, cover / all)
    self.cover = all
  }
}

extension RingCanvas {
  /// Lays a colour behind all that is drawn.
  package mutating func fill(behind colour: RingColour) {
    for index in pixels.indices {
      let drawn = pixels[index]
      pixels[index] = Pixel(colour: colour.mixed(with: drawn.colour, drawn.cover), cover: 1)
    }
  }
}
