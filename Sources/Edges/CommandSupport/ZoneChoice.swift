package import CalendarEdges
package import CommandLineCore
internal import TextFormats

/// By whose clocks days begin.
package enum ZoneChoice {
  /// The zone of `--tz`, else the machine's.
  ///
  /// - Throws: What is wrong with it, with the name that may have been meant.
  package static func zone(
    _ arguments: ParsedArguments, _ environment: (String) -> String? = CurrentProcess.environment
  ) throws(ProgramFailure) -> TimeZoneRules {
    let folder = folder(environment)
    do throws(CalendarError) {
      guard let name = arguments.value(.timeZone) else {
        return try TimeZoneRules.machine(variable: environment("TZ"), in: folder)
      }
      return try TimeZoneRules.named(name, in: folder)
    } catch {
      var failure = ProgramFailure(.usage, error.description, advice: error.advice)
      if error.code == .unknownZone, let name = arguments.value(.timeZone) ?? environment("TZ") {
        failure.advice = advice(for: name, in: folder) ?? failure.advice
      }
      throw failure
    }
  }

  /// The machine's zone, and UTC where nobody can tell, as the C library has it.
  package static var machine: TimeZoneRules {
    let environment = CurrentProcess.environment
    let zone = try? TimeZoneRules.machine(variable: environment("TZ"), in: folder(environment))
    return zone ?? .utc
  }

  /// What the words that name a zone complete to.
  package static let word = "zones"

  /// The names of all zones.
  package static var names: [String] { TimeZoneRules.names(in: folder(CurrentProcess.environment)) }

  /// Where the zones' files are.
  package static func folder(_ environment: (String) -> String?) -> String {
    environment("TZDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? TimeZoneRules.usualFolder
  }

  private static func advice(for name: String, in folder: String) -> String? {
    let names = TimeZoneRules.names(in: folder)
    if let near = Suggestion.nearest(to: name, among: names) { return "Did you mean \(near)?" }
    // Most people know the city and not the region.
    let cities = names.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let city = name.split(separator: "/").last.map(String.init) ?? name
    guard let near = Suggestion.nearest(to: city, among: cities),
      let index = cities.firstIndex(of: near)
    else { return nil }
    return "Did you mean \(names[index])?"
  }
}

extension Option {
  /// Whose clocks begin days.
  package static let timeZone = Option(
    "tz", value: "ZONE",
    help: "Begin days by the clocks of ZONE, such as Europe/Berlin or +02:00, not the machine's",
    completion: .asked(ZoneChoice.word))
}
