internal import CommandSupport
internal import HealthModel

extension SampleText {
  /// What an object such as a route carries, in a few words.
  static func text(of details: Details, _ type: ObjectType) -> String {
    let count = details.series.values.map(\.count).max() ?? 0
    switch type {
    case .workoutRoute: return counted(count, "place")
    case .heartbeatSeries: return counted(count, "beat")
    case .audiogram: return counted(count, "tone")
    case .electrocardiogram: return counted(count, "voltage")
    case .stateOfMind:
      guard case .double(let valence) = details.values["valence"] else { return "" }
      return "valence \(NumberText.short(valence))"
    case .gad7Assessment, .phq9Assessment: return counted(count, "answer")
    case .activitySummary:
      let parts = ["energy", "exercise"].compactMap { name -> String? in
        guard case .quantity(let quantity) = details.values[name] else { return nil }
        return "\(NumberText.short(quantity.value)) \(quantity.unit.readableString)"
      }
      guard case .double(let hours) = details.values["stand"] else {
        return parts.joined(separator: ", ")
      }
      return (parts + ["\(NumberText.short(hours)) h"]).joined(separator: ", ")
    case .foreignRecord:
      return ["type", "value", "unit"].compactMap { name -> String? in
        if case .string(let text) = details.values[name] { text } else { nil }
      }.joined(separator: " ")
    case .visionPrescription: return details.values["kind"] == .integer(1) ? "glasses" : "contacts"
    case _ where !details.series.isEmpty: return "\(details.series.count) series"
    default:
      guard case .string(let name) = details.values["displayName"] else { return "" }
      return name
    }
  }
}
