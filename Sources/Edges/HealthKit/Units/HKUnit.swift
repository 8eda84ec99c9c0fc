// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

internal import HealthModel
private import Synchronization

/// Grams that a mole of glucose weighs, for blood glucose in `mmol<M>/L`.
public let HKUnitMolarMassBloodGlucose = EngineUnit.molarMassOfBloodGlucose

/// A unit, such as `mg/dL`; there is one object of each.
open class HKUnit: NSObject, NSSecureCoding, NSCopying, InitializedByFactory, @unchecked Sendable {
  let unit: EngineUnit

  init(_ unit: EngineUnit) {
    self.unit = unit
  }

  private static let shared = Mutex<[EngineUnit: HKUnit]>([:])
  /// More than a process meets; whoever invents units gets objects of their own beyond.
  private static let mostShared = 4_096

  /// The object of a unit.
  static func of(_ unit: EngineUnit) -> HKUnit {
    shared.withLock { shared in
      if let known = shared[unit] { return known }
      let made = HKUnit(unit)
      if shared.count < mostShared { shared[unit] = made }
      return made
    }
  }

  /// The unit of a text from outside, which may be none.
  ///
  /// - Parameter text: Such as `count/min`.
  /// - Returns: The unit.
  /// - Throws: `errorInvalidArgument` for a text that is no unit.
  public static func parse(_ text: String) throws -> HKUnit {
    do {
      return .of(try EngineUnit(parsing: text))
    } catch {
      throw HKError(error)
    }
  }

  /// The unit's text, which makes the same unit again.
  open var unitString: String { unit.unitString }

  /// Whether nothing is left to measure.
  open func isNull() -> Bool { unit.isNull }

  /// The product of two units; stops for one that has no bounds.
  open func unitMultiplied(by unit: HKUnit) -> HKUnit {
    combine { try $0.multiplied(by: unit.unit) }
  }

  /// The quotient of two units; stops for one that has no bounds.
  open func unitDivided(by unit: HKUnit) -> HKUnit { combine { try $0.divided(by: unit.unit) } }

  /// A power of the unit; stops for one that has no bounds.
  open func unitRaised(toPower power: Int) -> HKUnit { combine { try $0.raised(toPower: power) } }

  /// One divided by the unit.
  open func reciprocal() -> HKUnit { .of(unit.reciprocal()) }

  private func combine(_ operation: (EngineUnit) throws -> EngineUnit) -> HKUnit {
    do {
      return .of(try operation(unit))
    } catch {
      stop("\(error)")
    }
  }

  open override var description: String { unitString }

  open override func isEqual(_ object: Any?) -> Bool { (object as? HKUnit)?.unit == unit }

  open override var hash: Int { unit.hashValue }

  /// Units are archived as their texts.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "unitString"),
      let unit = EngineUnit.remembered(text as String)
    else { return nil }
    self.unit = unit
  }

  /// Archives the unit's text.
  open func encode(with coder: NSCoder) {
    coder.encode(unitString as NSString, forKey: "unitString")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension InitializedByFactory where Self: HKUnit {
  /// The unit of a text such as `mg/dL`; stops for a text that is none.
  ///
  /// `HKUnit.parse(_:)` is for texts from outside.
  public init(from string: String) {
    guard let unit = EngineUnit.remembered(string) else {
      stop("Unable to parse factorization string \(string.prefix(64))")
    }
    self.init(sharing: unit)
  }

  init(sharing unit: EngineUnit) {
    guard let shared = HKUnit.of(unit) as? Self else { stop("HKUnit is not to be subclassed") }
    self = shared
  }
}
