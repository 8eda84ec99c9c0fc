package import HealthModel

/// A number for what an import recognises a sample by: type, source, dates to the second and value.
///
/// A store keeps it of samples that came from an import and were deleted, so that the same export does not bring them
/// back. Who has the store's file can find what was deleted only by trying all that it may have been.
package struct ImportMark: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The marks of samples whose sources are an import's.
  package static func marks(of run: SampleRun) -> [ImportMark] {
    let isImported = run.sources.values.map {
      ImportedSource.isOne($0.source.bundleIdentifier)
    }
    guard isImported.contains(true) else { return [] }
    let values = run.comparableValues
    let sources = run.sources.indexes()
    return (0..<run.count).filter { isImported[sources[$0]] }.map { row in
      ImportMark(
        run.type, from: run.sources[row].source.bundleIdentifier, run.starts[row], run.ends[row],
        step: step(of: values[row]))
    }
  }

  /// The marks that a sample may have had of which an export says this: a value that an export gives in six digits
  /// has one or two.
  package static func candidates(
    _ type: ObjectType, from bundle: String, start: Double, end: Double, value: Double
  ) -> Set<ImportMark> {
    let steps = Set([step(of: value * (1 - tolerance)), step(of: value * (1 + tolerance))])
    return Set(steps.map { ImportMark(type, from: bundle, start, end, step: $0) })
  }

  /// Two values that mean one differ by so much at most, as a part of them.
  private static let tolerance = 1.5e-5
  /// Steps from a number to its double: each is longer than two tolerances, so that what may mean one value lies in
  /// two of them at most.
  private static let stepsPerDouble = 16_384.0

  /// On which step of a scale of proportions a value lies.
  private static func step(of value: Double) -> Int64 {
    guard value.isFinite, value != 0 else { return value == 0 ? 0 : .max }
    let within = Int64((value.magnitude.significand - 1) * stepsPerDouble)
    let step = (Int64(value.exponent) * Int64(stepsPerDouble) + within) << 1 | 1
    return value < 0 ? ~step : step
  }

  private init(
    _ type: ObjectType, from bundle: String, _ start: Double, _ end: Double, step: Int64
  ) {
    var bytes = Array(type.identifier.utf8) + [0] + Array(bundle.utf8) + [0]
    let numbers = [
      start.rounded(.down).bitPattern, end.rounded(.down).bitPattern, UInt64(bitPattern: step),
    ]
    for number in numbers {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    rawValue = UInt64(bitPattern: Checksum.of(bytes))
  }
}
