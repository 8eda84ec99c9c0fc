/// Rings as elements of Scalable Vector Graphics.
package enum RingVector {
  /// The elements that draw rings into a square.
  ///
  /// - Parameters:
  ///   - rings: From the outermost to the innermost.
  ///   - x: Where the square begins.
  ///   - y: Likewise.
  ///   - side: How long its sides are.
  /// - Returns: The text of each.
  package static func elements(
    _ rings: [Ring], x: Double, y: Double, side: Double
  ) -> [String] {
    let geometry = RingGeometry(count: rings.count)
    let (middleX, middleY) = (x + side / 2, y + side / 2)
    return rings.enumerated().flatMap { index, ring -> [String] in
      let radius = geometry.radius(index) * side
      let width = number(geometry.width * side)
      func line(_ shape: String, _ colour: RingColour) -> String {
        "<\(shape) fill=\"none\" stroke=\"\(colour.hexadecimal)\" stroke-width=\"\(width)\" "
          + "stroke-linecap=\"round\"/>"
      }
      let circle =
        "circle cx=\"\(number(middleX))\" cy=\"\(number(middleY))\" r=\"\(number(radius))\""
      func arc(from: Double, to: Double) -> String {
        let (start, end) = (
          RingGeometry.place(from, radius: radius), RingGeometry.place(to, radius: radius)
        )
        return "path d=\"M\(number(middleX + start.x)) \(number(middleY + start.y))"
          + "A\(number(radius)) \(number(radius)) 0 \(to - from > 0.5 ? 1 : 0) 1 "
          + "\(number(middleX + end.x)) \(number(middleY + end.y))\""
      }
      var lines = [line(circle, ring.colour.mixed(with: .black, 0.78))]
      let turns = ring.turns
      guard turns > 0 else { return lines }
      if turns < 1 { return lines + [line(arc(from: 0, to: turns), ring.colour)] }
      lines.append(line(circle, ring.colour))
      let head = RingGeometry.place(turns + 0.012, radius: radius)
      lines.append(
        "<circle cx=\"\(number(middleX + head.x))\" cy=\"\(number(middleY + head.y))\" "
          + "r=\"\(number(geometry.width * side / 2))\" fill=\"#000000\" fill-opacity=\"0.45\"/>")
      let light = ring.colour.mixed(with: .white, 0.28)
      lines.append(line(arc(from: turns - 0.25, to: turns), light))
      return lines
    }
  }

  /// Two digits behind the point say where a line is.
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let digits = String(hundredths.magnitude % 100)
    let fraction = digits.utf8.count == 1 ? "0" + digits : digits
    return (hundredths < 0 ? "-" : "") + "\(hundredths.magnitude / 100).\(fraction)"
  }
}
