package import CalendarEdges
package import HealthModel

/// What the quantities of a type came to, in the unit and by the clocks in which it is shown.
package struct StatisticsReport: Hashable, Sendable {
  package let type: ObjectType
  package let unit: Unit
  package let zone: TimeZoneRules
  /// How long each bucket is; `nil` where there is one answer over all.
  package let interval: CalendarInterval?
  /// Of each bucket that has any quantity, in order.
  package let statistics: [Statistics]
  /// Of all buckets; empty where there are none.
  package let edges: [Double]
  /// Whether somebody asked for the time from the first edge to the last, so that nothing is an answer.
  package let isWholeRange: Bool

  /// Takes statistics in the type's canonical unit.
  package init(
    of type: ObjectType, _ statistics: [Statistics], in unit: Unit, by zone: TimeZoneRules,
    interval: CalendarInterval? = nil, edges: [Double] = [], isWholeRange: Bool = false
  ) {
    self.type = type
    self.unit = unit
    self.zone = zone
    self.interval = interval
    self.edges = edges
    self.isWholeRange = isWholeRange
    let conversion = type.description?.canonicalUnit.flatMap {
      UnitConversion.remembered(from: $0, to: unit)
    }
    self.statistics = statistics.map { each in conversion.map(each.converted) ?? each }
  }

  /// Whether quantities of the type add up; each of the others stands for itself.
  package var isCumulative: Bool {
    type == .sleepAnalysis || type.description?.aggregation == .cumulative
  }

  /// What tables and JSON list: buckets without any quantity only where somebody asked for their time.
  var listed: [Statistics] { isWholeRange ? all : statistics }

  /// Every bucket, also those without any quantity.
  var all: [Statistics] {
    var rest = statistics[...]
    return zip(edges, edges.dropFirst()).map { start, end in
      guard let first = rest.first, first.start < end else {
        return Statistics(start: start, end: end)
      }
      return rest.removeFirst()
    }
  }

  /// What is drawn: the sum, or the average.
  func height(_ values: Statistics.Values) -> Double? {
    isCumulative ? values.sum : values.average
  }

  /// "stepCount, count, per day, Europe/Berlin".
  var title: String {
    [type.name, unit.unitString, interval.map(\.words), zone.name].compactMap(\.self)
      .joined(separator: ", ")
  }
}

extension CalendarInterval {
  /// "per day", or "per 2 days".
  var words: String { count == 1 ? "per \(unit.rawValue)" : "per \(count) \(unit.rawValue)s" }
}

extension Statistics {
  fileprivate func converted(by conversion: UnitConversion) -> Self {
    var converted = self
    converted.values = values.converted(by: conversion)
    converted.sources = sources.map { OfSource($0.source, $0.values.converted(by: conversion)) }
    return converted
  }
}

extension Statistics.Values {
  fileprivate func converted(by conversion: UnitConversion) -> Self {
    var converted = self
    converted.average = average.map(conversion.callAsFunction)
    converted.minimum = minimum.map(conversion.callAsFunction)
    converted.maximum = maximum.map(conversion.callAsFunction)
    converted.sum = sum.map(conversion.callAsFunction)
    converted.mostRecent?.value = mostRecent.map { conversion($0.value) } ?? 0
    return converted
  }
}
