/// How a column of whole numbers is written: the choice that one pass over them finds shortest.
struct IntColumnPlan {
  enum Transform {
    case plain
    case delta
    case deltaOfDelta
  }

  var transform: Transform
  /// The number before the first row.
  var start: Int64
  /// Subtracted from every transformed number.
  var bias: Int64
  /// Whether equal neighbours are written once.
  var isRunLength: Bool
  /// About how many bytes the column takes.
  var byteCount: Int

  /// From this many rows on a bias can pay for itself.
  private static let biasThreshold = 8
  /// How many rows are looked at to guess the most common step.
  private static let probes = 15

  /// Judges `values`, which are not empty.
  init(_ values: [Int64]) {
    self.init(constant: values[0], count: values.count)
    guard values.contains(where: { $0 != values[0] }) else { return }
    let first = values[0]
    let isLong = values.count >= Self.biasThreshold
    let level = isLong ? Self.typical(values, after: 0) : 0
    let step = isLong ? Self.typical(values, after: 1) : 0
    let firstStep = isLong ? values[1] &- first : 0

    var plain = Estimate(overhead: 0)
    var levelled = Estimate(overhead: 1 + Self.size(level))
    var delta = Estimate(overhead: 4 + Self.size(first &- step) + Self.size(step))
    var curve = Estimate(overhead: 4 + Self.size(first &- firstStep) + Self.size(firstStep))
    var previous = first &- step
    var previousStep = firstStep
    var beforeCurve = first &- firstStep
    for value in values {
      plain.add(value)
      levelled.add(value &- level)
      delta.add(value &- previous &- step)
      previous = value
      let newStep = value &- beforeCurve
      curve.add(newStep &- previousStep)
      previousStep = newStep
      beforeCurve = value
    }
    choose(plain, .plain, start: 0, bias: 0, isFirst: true)
    choose(levelled, .plain, start: 0, bias: level)
    choose(delta, .delta, start: first &- step, bias: step)
    choose(curve, .deltaOfDelta, start: first &- firstStep, bias: firstStep)
  }

  private init(constant value: Int64, count: Int) {
    transform = .plain
    start = 0
    bias = 0
    isRunLength = count > 1
    byteCount = Self.size(value) + (isRunLength ? 3 : 0)
  }

  private mutating func choose(
    _ estimate: Estimate, _ transform: Transform, start: Int64, bias: Int64, isFirst: Bool = false
  ) {
    let size = min(estimate.bytes, estimate.runBytes)
    guard isFirst || size < byteCount else { return }
    self.transform = transform
    self.start = start
    self.bias = bias
    isRunLength = estimate.runBytes < estimate.bytes
    byteCount = size
  }

  /// The median of a few evenly spaced numbers, or of their distances from the ones before.
  private static func typical(_ values: [Int64], after order: Int) -> Int64 {
    var sample: [Int64] = []
    sample.reserveCapacity(probes)
    for probe in 1...probes {
      let row = max(order, probe * (values.count - 1) / probes)
      sample.append(order == 0 ? values[row] : values[row] &- values[row - 1])
    }
    sample.sort()
    return sample[probes / 2]
  }

  /// How many bytes a zigzag varint takes.
  @inline(__always)
  static func size(_ value: Int64) -> Int {
    let zigzag = UInt64(bitPattern: (value &<< 1) ^ (value &>> 63))
    // A seventh of the significant bits, rounded up, without dividing.
    return ((63 &- (zigzag | 1).leadingZeroBitCount) &* 9 &+ 73) &>> 6
  }

  private struct Estimate {
    var bytes: Int
    var runBytes: Int
    var last: Int64?

    init(overhead: Int) {
      bytes = overhead
      // The tag and length of the counts.
      runBytes = overhead + 2
    }

    @inline(__always)
    mutating func add(_ value: Int64) {
      let size = IntColumnPlan.size(value)
      bytes &+= size
      if value != last {
        runBytes &+= size &+ 1
        last = value
      }
    }
  }
}
