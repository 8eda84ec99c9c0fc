/// One of the eyes.
@nonexhaustive public enum HKVisionEye: Int, Sendable {
  case left = 1
  case right = 2
}

/// Where the thick side of a prism is.
@nonexhaustive public enum HKPrismBase: Int, Sendable {
  case none = 0
  case up = 1
  case down = 2
  /// Toward the nose.
  case `in` = 3
  /// Away from the nose.
  case out = 4
}

/// How much a lens turns the light aside, and where to.
open class HKVisionPrism: NSObject, @unchecked Sendable {
  /// How much, in prism diopters.
  public let amount: HKQuantity
  /// Where to: an angle, counted from the wearer's left against the clock as others see it.
  public let angle: HKQuantity
  /// Of which eye.
  public let eye: HKVisionEye

  /// A prism by its amount and angle; stops for units that do not fit.
  public init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) {
    guard amount.is(compatibleWith: .prismDiopter()) else { stop("a prism requires pD") }
    guard angle.is(compatibleWith: .degreeAngle()) else {
      stop("the angle of a prism requires deg")
    }
    self.amount = amount
    self.angle = angle
    self.eye = eye
  }

  /// A prism by what it does upward or downward, and to a side; stops for units that do not fit.
  public convenience init(
    verticalAmount: HKQuantity, verticalBase: HKPrismBase, horizontalAmount: HKQuantity,
    horizontalBase: HKPrismBase, eye: HKVisionEye
  ) {
    for amount in [verticalAmount, horizontalAmount]
    where !amount.is(compatibleWith: .prismDiopter()) {
      stop("a prism requires pD")
    }
    let up = verticalAmount.doubleValue(for: .prismDiopter())
    let side = horizontalAmount.doubleValue(for: .prismDiopter())
    let y = verticalBase == .down ? -up : verticalBase == .up ? up : 0
    let x =
      horizontalBase == .none
      ? 0 : Self.pointsRight(horizontalBase, eye) ? side : -side
    var degrees = atan2(y, x) * 180 / .pi
    if degrees < 0 { degrees += 360 }
    self.init(
      amount: HKQuantity(unit: .prismDiopter(), doubleValue: (x * x + y * y).squareRoot()),
      angle: HKQuantity(unit: .degreeAngle(), doubleValue: degrees), eye: eye)
  }

  /// Whether a base lies on the right as others see the face: the nose is right of the right eye.
  private static func pointsRight(_ base: HKPrismBase, _ eye: HKVisionEye) -> Bool {
    (base == .in) == (eye == .right)
  }

  private var radians: Double { angle.doubleValue(for: .radianAngle()) }
  private var size: Double { amount.doubleValue(for: .prismDiopter()) }
  private var right: Double { Self.rounded(size * cos(radians)) }
  private var up: Double { Self.rounded(size * sin(radians)) }

  /// What is left of an angle that is straight is nothing.
  private static func rounded(_ amount: Double) -> Double { (amount * 1e9).rounded() / 1e9 }

  /// How much upward or downward.
  open var verticalAmount: HKQuantity { HKQuantity(unit: .prismDiopter(), doubleValue: abs(up)) }
  /// How much to a side.
  open var horizontalAmount: HKQuantity {
    HKQuantity(unit: .prismDiopter(), doubleValue: abs(right))
  }
  /// Whether the base is up or down.
  open var verticalBase: HKPrismBase { up == 0 ? .none : up > 0 ? .up : .down }
  /// Whether the base is at the nose or away from it.
  open var horizontalBase: HKPrismBase {
    right == 0 ? .none : (right > 0) == Self.pointsRight(.in, eye) ? .in : .out
  }

  /// Prisms are equal where amount, angle and eye are.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKVisionPrism else { return false }
    return amount == other.amount && angle == other.angle && eye == other.eye
  }

  open override var hash: Int { amount.hashValue ^ eye.hashValue }
}
