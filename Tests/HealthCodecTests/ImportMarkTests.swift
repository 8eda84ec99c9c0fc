internal import HealthCodec
internal import HealthModel
internal import TestSupport
internal import Testing

/// What an import recognises a deleted sample by.
struct ImportMarkTests {
  private static func candidates(_ value: Double, start: Double = 60) -> Set<ImportMark> {
    ImportMark.candidates(.bodyMass, from: "a", start: start, end: 61, value: value)
  }

  private static func mark(_ value: Double) -> ImportMark? {
    let sample = Sample(
      uuid: SampleUUID(base: 1, counter: 1), type: .bodyMass, start: 60.9, end: 61.2,
      value: .quantity(Quantity(value, .gram(.kilo))),
      source: SourceRevision(
        source: Source(bundleIdentifier: ImportedSource.typedIn, name: "Health")))
    return ImportMark.marks(of: SampleRun(sample)).first
  }

  @Test func `six digits of a value find its mark, and another value does not`() {
    var generator = SeededGenerator(seed: UInt64.random(in: 0...(.max)))
    for _ in 0..<20_000 {
      let magnitude = Double.random(in: -8...8, using: &generator)
      var value = Double.random(in: 1..<10, using: &generator)
      for _ in 0..<Int(magnitude.magnitude) { value *= magnitude < 0 ? 0.1 : 10 }
      if Bool.random(using: &generator) { value = -value }
      let mark = Self.mark(value)
      func found(_ said: Double) -> Bool {
        let all = ImportMark.candidates(
          .bodyMass, from: ImportedSource.typedIn, start: 60, end: 61, value: said)
        return mark.map(all.contains) ?? false
      }
      let error = Double.random(in: -1e-5...1e-5, using: &generator)
      #expect(found(value * (1 + error)), "seed \(generator.seed)")
      #expect(!found(value * 1.000_2) && !found(-value), "seed \(generator.seed)")
    }
  }

  @Test func `type, source and dates are part of it, and nothing has a mark like zero`() {
    #expect(Self.candidates(1).count <= 2)
    #expect(Self.candidates(0).isDisjoint(with: Self.candidates(.nan)))
    #expect(Self.candidates(1).isDisjoint(with: Self.candidates(1, start: 61)))
    #expect(Self.candidates(1) == Self.candidates(1, start: 60.5))
    let other = ImportMark.candidates(.height, from: "a", start: 60, end: 61, value: 1)
    #expect(Self.candidates(1).isDisjoint(with: other))
  }

  @Test func `what no import made has none`() {
    let sample = Sample(
      uuid: SampleUUID(base: 1, counter: 1), type: .bodyMass, start: 60, end: 61,
      value: .quantity(Quantity(70, .gram(.kilo))),
      source: SourceRevision(source: Source(bundleIdentifier: "org.example.app", name: "App")))
    #expect(ImportMark.marks(of: SampleRun(sample)).isEmpty)
  }
}
