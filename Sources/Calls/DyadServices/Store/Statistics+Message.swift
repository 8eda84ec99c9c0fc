internal import HealthCodec
package import HealthModel

extension Statistics {
  /// Reads what one bucket has; `field` is what errors call it.
  package init(_ message: StatisticsMessage, in field: String) throws(StoreWireError) {
    // What overflowed is told as it is; dates never do.
    guard message.start.isFinite, message.end.isFinite, message.start <= message.end else {
      throw StoreWireError(field, "its dates are none")
    }
    self.init(start: message.start, end: message.end, values: Values(message.values))
    for source in message.sources {
      sources.append(
        OfSource(
          try Source(source.source ?? [], in: "\(field).sources"), Values(source.values)))
    }
  }
}

extension Statistics.Values {
  fileprivate init(_ message: StatisticsValuesMessage?) {
    self.init()
    average = message?.average
    minimum = message?.minimum
    maximum = message?.maximum
    sum = message?.sum
    mostRecent = message?.mostRecent.map {
      Statistics.MostRecent(value: $0.value, start: $0.start, end: $0.end)
    }
  }
}

extension StatisticsMessage {
  /// Says what one bucket has.
  package init(_ statistics: Statistics) throws(StoreWireError) {
    self.init()
    start = statistics.start
    end = statistics.end
    values = StatisticsValuesMessage(statistics.values)
    for source in statistics.sources {
      var message = SourceStatisticsMessage()
      message.source = try source.source.bytes(in: "sources")
      message.values = StatisticsValuesMessage(source.values)
      sources.append(message)
    }
  }
}

extension StatisticsValuesMessage {
  fileprivate init(_ values: Statistics.Values) {
    self.init()
    average = values.average
    minimum = values.minimum
    maximum = values.maximum
    sum = values.sum
    mostRecent = values.mostRecent.map { quantity in
      var message = MostRecentQuantityMessage()
      message.value = quantity.value
      message.start = quantity.start
      message.end = quantity.end
      return message
    }
  }
}
