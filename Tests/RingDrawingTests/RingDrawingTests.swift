internal import RingDrawing
internal import TestSupport
internal import Testing

/// Rings as pixels, as files, and as vectors.
struct RingDrawingTests {
  private static let rings = [Ring(0.75, .move), Ring(1.3, .exercise), Ring(0, .stand)]

  /// Each pixel as a letter: m, e or s for a ring that is open there, M, E or S where it is closed.
  private static func letters(_ canvas: RingCanvas) -> [String] {
    (0..<canvas.height).map { row in
      String(
        (0..<canvas.width).map { column -> Character in
          let pixel = canvas.pixels[row * canvas.width + column]
          guard pixel.cover > 0.5 else { return "." }
          let parts = [pixel.colour.red, pixel.colour.green, pixel.colour.blue]
          let light = parts.max() ?? 0
          let name: Character =
            parts[1] < light / 1.5 ? "m" : parts[2] > parts[0] ? "s" : "e"
          return light > 0.5 ? Character(name.uppercased()) : name
        })
    }
  }

  @Test func `rings close clockwise from the top, and go round again`() {
    var canvas = RingCanvas(width: 24, height: 24)
    canvas.draw(Self.rings, left: 0, top: 0, side: 24)
    let letters = Self.letters(canvas)
    #expect(letters == Self.reference, "\n\(letters.joined(separator: "\n"))")
  }

  private static let reference = [
    "..........mMMMM.........",
    ".......mmmmMMMMMMM......",
    ".....mmmmmmMMMMMMMM.....",
    "....mmmmeEEEEEEMMMMM....",
    "...mmmmEEEEEEEEEEMMMM...",
    "..mmmeEEEEEEEEEEEEMMMM..",
    "..mmmEEEEssssssEEEEMMMM.",
    ".mmmEEEEssssssssEEEEMMM.",
    ".mmeEEEssssssssssEEEMMM.",
    ".mmEEEssss....ssssEEEMMM",
    "mmmEEEsss......sssEEEMMM",
    "MMMEEEsss......sssEEEMMM",
    "MMMEEEsss......sssEEEMMM",
    "MMMEEEsss......sssEEEMMM",
    "MMMEEEssss....ssssEEEMMM",
    ".MMMEEEssssssssssEEEEMM.",
    ".MMMEEEEssssssssEEEEMMM.",
    ".MMMMEEEEssssssEEEEMMMM.",
    "..MMMMEEEEEEEEEEEEMMMM..",
    "...MMMMEEEEEEEEEEMMMM...",
    "....MMMMMEEEEEEMMMMM....",
    ".....MMMMMMMMMMMMMM.....",
    "......MMMMMMMMMMMM......",
    ".........MMMMMM.........",
  ]

  @Test func `each ring lies where nothing else does, and within the square`() {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    for _ in 0..<20 {
      let side = Int.random(in: 1...60, using: &generator)
      var canvas = RingCanvas(width: side + 7, height: side + 5)
      let rings = [RingColour.move, .exercise, .stand].map {
        Ring(Double.random(in: 0...3, using: &generator), $0)
      }
      canvas.draw(rings, left: 3, top: 2, side: side)
      for (index, pixel) in canvas.pixels.enumerated() {
        let (column, row) = (index % canvas.width, index / canvas.width)
        let isIn = (3..<3 + side).contains(column) && (2..<2 + side).contains(row)
        #expect(isIn || pixel.cover == 0, "seed \(generator.seed)")
        #expect((0...1).contains(pixel.cover), "seed \(generator.seed)")
      }
    }
  }

  @Test func `more is closed where there is more progress`() {
    func closed(_ progress: Double) -> Int {
      var canvas = RingCanvas(width: 60, height: 60)
      canvas.draw([Ring(progress, .move)], left: 0, top: 0, side: 60)
      return canvas.pixels.count { $0.cover > 0.5 && $0.colour.red > 0.6 }
    }
    let counts = [0, 0.1, 0.3, 0.5, 0.9].map(closed)
    #expect(counts[0] == 0)
    #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, "\(counts)")
    // A quarter more is as much wherever it is.
    let (one, other) = (closed(0.55) - closed(0.3), closed(0.8) - closed(0.55))
    #expect(abs(one - other) < one / 20)
  }

  @Test func `nothing that is no number is drawn`() {
    for progress in [Double.nan, .infinity, -1] { #expect(Ring(progress, .move).progress == 0) }
    var canvas = RingCanvas(width: 4, height: 4)
    canvas.draw([Ring(1e300, .move)], left: -9, top: 3, side: 12)
    canvas.draw([], left: 0, top: 0, side: 0)
    #expect(canvas.pixels.count == 16)
  }

  @Test func `a file has the chunks of a picture, each with its checksum`() throws {
    var canvas = RingCanvas(width: 5, height: 3)
    canvas.draw(Self.rings, left: 0, top: 0, side: 3)
    let bytes = try canvas.png()
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    func number(_ place: Int) -> Int {
      bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    var place = 8
    var names: [String] = []
    while place < bytes.count {
      let count = number(place)
      let body = bytes[place + 4..<place + 8 + count]
      names.append(String(decoding: body.prefix(4), as: UTF8.self))
      #expect(Self.checksum(body) == UInt32(number(place + 8 + count)))
      place += count + 12
    }
    #expect(names == ["IHDR", "IDAT", "IEND"])
    #expect(number(16) == 5 && number(20) == 3)
  }

  /// CRC-32 as its definition has it, bit by bit.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }

  @Test func `vectors have a line for what is open, and one for what is closed`() {
    let lines = RingVector.elements(Self.rings, x: 10, y: 20, side: 100)
    #expect(lines.count == 2 + 4 + 1)
    #expect(lines.allSatisfy { $0.hasPrefix("<") && $0.hasSuffix("/>") })
    #expect(lines[1].contains("stroke-linecap=\"round\"") && lines[1].contains(" 0 1 1 "))
  }
}
