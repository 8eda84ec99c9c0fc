extension NSPredicate: InitializedByFactory {
  /// A predicate of a format from outside, such as one that a user typed.
  ///
  /// - Parameters:
  ///   - format: A format.
  ///   - arguments: What stands for `%@` and its like, in order.
  /// - Returns: The predicate.
  /// - Throws: `errorInvalidArgument` for what is no predicate.
  public static func parse(format: String, arguments: [Any] = []) throws -> NSPredicate {
    ConditionPredicate(try PredicateFormat.condition(format, arguments))
  }
}

// Linux's Foundation has the names and refuses to compile them.
extension InitializedByFactory where Self: NSPredicate {
  /// A predicate of a format; stops for what is no predicate.
  public init(format predicateFormat: String, _ arguments: Any...) {
    self.init(format: predicateFormat, argumentArray: arguments)
  }

  /// A predicate of a format; stops for what is no predicate.
  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    let condition = made { () throws(HKError) in
      try PredicateFormat.condition(predicateFormat, arguments ?? [])
    }
    guard let predicate = ConditionPredicate(condition) as? Self else {
      stop("\(Self.self) has no format")
    }
    self = predicate
  }
}
