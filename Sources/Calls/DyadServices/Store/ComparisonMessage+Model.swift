internal import HealthModel

extension Comparison {
  /// Reads how two values compare.
  init(_ message: ComparisonMessage, in field: String) throws(StoreWireError) {
    switch message {
    case .unspecified: throw StoreWireError("\(field).comparison", "there is no such comparison")
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .equalTo: self = .equal
    case .notEqual: self = .notEqual
    case .greaterOrEqual: self = .greaterOrEqual
    case .greater: self = .greater
    }
  }
}

extension ComparisonMessage {
  /// Says how two values compare.
  init(_ comparison: Comparison) {
    switch comparison {
    case .less: self = .less
    case .lessOrEqual: self = .lessOrEqual
    case .equal: self = .equalTo
    case .notEqual: self = .notEqual
    case .greaterOrEqual: self = .greaterOrEqual
    case .greater: self = .greater
    }
  }
}
