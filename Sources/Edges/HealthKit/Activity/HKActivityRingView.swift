internal import HealthModel
internal import RingDrawing
private import Synchronization

/// Draws the rings of a summary: Linux has no views, so it gives a picture.
///
/// The outer ring is energy, the middle one exercise, the inner one standing; more than a whole ring goes round again.
open class HKActivityRingView: NSObject, @unchecked Sendable {
  private let summary = Mutex<HKActivitySummary?>(nil)

  /// What is drawn; without one the rings are empty.
  open var activitySummary: HKActivitySummary? {
    get { summary.withLock(\.self) }
    set { setActivitySummary(newValue, animated: false) }
  }

  /// Changes what is drawn; a picture does not move.
  open func setActivitySummary(_ activitySummary: HKActivitySummary?, animated: Bool) {
    let copy = activitySummary?.copy() as? HKActivitySummary
    summary.withLock { $0 = copy }
  }

  private var rings: [Ring] {
    let summary = activitySummary
    func part(_ reached: HKQuantity?, _ goal: HKQuantity?, _ unit: HKUnit) -> Double {
      let goal = goal?.doubleValue(for: unit) ?? 0
      return goal > 0 ? (reached?.doubleValue(for: unit) ?? 0) / goal : 0
    }
    return [
      Ring(
        part(summary?.activeEnergyBurned, summary?.activeEnergyBurnedGoal, .kilocalorie()), .move),
      Ring(
        part(summary?.appleExerciseTime, summary?.exerciseTimeGoal, .minute()), .exercise),
      Ring(part(summary?.appleStandHours, summary?.standHoursGoal, .count()), .stand),
    ]
  }

  /// The file of a picture in PNG, so many pixels wide and high, on dark ground.
  ///
  /// - Throws: Where there is no room for so large a picture.
  open func pngData(side: Int) throws -> Data {
    guard (16...4_096).contains(side) else {
      throw HKError.invalid("a picture of rings is 16 to 4096 pixels wide")
    }
    var canvas = RingCanvas(width: side, height: side)
    canvas.draw(rings, left: 0, top: 0, side: side)
    canvas.fill(behind: RingColour(0.043, 0.051, 0.063))
    return Data(try canvas.png())
  }

  /// The text of a picture in SVG, which needs nothing else and has no scripts.
  open func svg(side: Int) -> String {
    let elements = RingVector.elements(rings, x: 0, y: 0, side: Double(side))
    return
      ([
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(side) \(side)\" role=\"img\" "
          + "aria-label=\"Activity\">"
      ] + elements + ["</svg>"]).joined(separator: "\n") + "\n"
  }
}
