internal import HealthModel
internal import TestSupport

/// Conditions of every kind, from a seed.
struct RandomPredicates {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func next(depth: Int = 0) -> Predicate {
    guard depth < 4, number(0...2) == 0 else { return test() }
    switch number(0...2) {
    case 0: return .and(parts(depth))
    case 1: return .or(parts(depth))
    default: return .not(next(depth: depth + 1))
    }
  }

  private mutating func parts(_ depth: Int) -> [Predicate] {
    (0..<number(0...3)).map { _ in next(depth: depth + 1) }
  }

  private mutating func test() -> Predicate {
    switch number(0...17) {
    // Every object is said by no term at all where it stands alone.
    case 0: .constant(Bool.random(using: &generator))
    case 1: .uuid(UUIDSet((0..<number(0...5)).map { _ in uuid() }))
    case 2: .start(comparison(), double())
    case 3: .end(comparison(), double())
    case 4: .quantity(comparison(), quantity())
    case 5: .category(comparison(), Int64.random(in: .min ... .max, using: &generator))
    case 6: .hasMetadata(key: text())
    case 7: .metadata(key: text(), comparison(), value())
    case 8: .metadataIn(key: text(), [.string("a"), value(), .bool(true)])
    case 9: .sources(bundleIdentifiers: [text(), text()])
    case 10:
      .revisions([
        SourceRevision(
          source: Source(bundleIdentifier: text(), name: text()),
          version: Bool.random(using: &generator) ? text() : nil)
      ])
    case 11: .devices([Device([.name: text(), .udiDeviceIdentifier: text()]), Device()])
    case 12:
      .deviceProperty(
        Device.Property.allCases.randomElement(using: &generator) ?? .name,
        Bool.random(using: &generator) ? [text()] : [])
    case 13:
      .workout(Bool.random(using: &generator) ? .activity : .duration, comparison(), double())
    case 14:
      .workoutTotal(
        [.energyBurned, .distance, .swimmingStrokeCount].randomElement(using: &generator)
          ?? .distance, comparison(), quantity())
    case 15:
      .document(
        Document.Field.allCases.randomElement(using: &generator) ?? .title,
        Bool.random(using: &generator) ? .equals : .contains, text())
    case 16: .memberOf(workout: uuid())
    default: .uncorrelated
    }
  }

  private mutating func value() -> MetadataValue {
    switch number(0...5) {
    case 0: .string(text())
    case 1: .integer(Int64.random(in: .min ... .max, using: &generator))
    case 2: .double(double())
    case 3: .bool(Bool.random(using: &generator))
    case 4: .date(double())
    default: .quantity(quantity())
    }
  }

  private mutating func quantity() -> Quantity {
    Quantity(
      double(), [.count, .kilocalorie, .meter(), .null].randomElement(using: &generator) ?? .count)
  }

  private mutating func comparison() -> Comparison {
    [.less, .lessOrEqual, .equal, .notEqual, .greaterOrEqual, .greater]
      .randomElement(using: &generator) ?? .equal
  }

  private mutating func uuid() -> SampleUUID {
    Bool.random(using: &generator)
      ? SampleUUID(base: 7, counter: UInt64(number(0...9)))
      : SampleUUID(high: generator.next(), low: generator.next())
  }

  private mutating func double() -> Double { Double.random(in: -1e12...1e12, using: &generator) }
  private mutating func text() -> String { "text \(number(0...999)) ä" }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }
}
