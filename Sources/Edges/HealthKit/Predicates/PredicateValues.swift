internal import HealthModel

/// How two values of a predicate stand to each other.
enum PredicateValues {
  typealias Options = NSComparisonPredicate.Options

  static func stands(
    _ left: Any?, _ type: NSComparisonPredicate.Operator, _ right: Any?, _ options: Options
  ) -> Bool {
    switch type {
    case .equalTo: return areEqual(left, right, options)
    case .notEqualTo: return !areEqual(left, right, options)
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      guard let comparison = type.comparison else { return false }
      return isOrdered(left, comparison, right, options)
    case .between:
      guard let bounds = Member.elements(right), bounds.count == 2 else { return false }
      return isOrdered(left, .greaterOrEqual, bounds[0], options)
        && isOrdered(left, .lessOrEqual, bounds[1], options)
    case .in: return holds(right, left, options)
    case .contains: return holds(left, right, options)
    case .beginsWith, .endsWith, .like, .matches:
      guard let text = left as? String, let pattern = right as? String else { return false }
      return matches(text, type, pattern, options)
    }
  }

  /// Whether a collection has an element, or a text a part.
  private static func holds(_ whole: Any?, _ part: Any?, _ options: Options) -> Bool {
    if let text = whole as? String {
      guard let part = part as? String else { return false }
      return part.isEmpty || folded(text, options).contains(folded(part, options))
    }
    return Member.elements(whole)?.contains { areEqual($0, part, options) } ?? false
  }

  private static func areEqual(_ left: Any?, _ right: Any?, _ options: Options) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let one = value(left, options), let two = value(right, options) {
      return one.stands(.equal, to: two)
    }
    if let one = left as? NSObject, let two = right as? NSObject { return one.isEqual(two) }
    if let one = left as? AnyHashable, let two = right as? AnyHashable { return one == two }
    return false
  }

  private static func isOrdered(
    _ left: Any?, _ comparison: Comparison, _ right: Any?, _ options: Options
  ) -> Bool {
    guard let left, let right, let one = value(left, options), let two = value(right, options)
    else {
      return false
    }
    return one.stands(comparison, to: two)
  }

  private static func value(_ value: Any, _ options: Options) -> MetadataValue? {
    if let day = (value as? DateComponents).flatMap(CalendarDay.number(of:)) {
      return .integer(Int64(day))
    }
    guard let known = MetadataValue(value) else { return nil }
    if case .string(let text) = known { return .string(folded(text, options)) }
    return known
  }

  private static func folded(_ text: String, _ options: Options) -> String {
    var folding: String.CompareOptions = []
    if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    return folding.isEmpty ? text : text.folding(options: folding, locale: nil)
  }

  private static func matches(
    _ text: String, _ type: NSComparisonPredicate.Operator, _ pattern: String, _ options: Options
  ) -> Bool {
    let text = folded(text, options)
    switch type {
    case .beginsWith: return text.hasPrefix(folded(pattern, options))
    case .endsWith: return text.hasSuffix(folded(pattern, options))
    case .like: return isMatch(text, expression(like: folded(pattern, options)))
    default:
      // A pattern's own escapes must not be folded.
      let flag = options.contains(.caseInsensitive) ? "(?i)" : ""
      return isMatch(text, flag + "(?:" + pattern + ")")
    }
  }

  /// `?` is any character, `*` any number of them, and a backslash takes the next one as it is.
  private static func expression(like pattern: String) -> String {
    var expression = "(?s)"
    var isEscaped = false
    for character in pattern {
      if isEscaped {
        expression += NSRegularExpression.escapedPattern(for: String(character))
        isEscaped = false
      } else {
        switch character {
        case "\\": isEscaped = true
        case "?": expression += "."
        case "*": expression += ".*"
        default: expression += NSRegularExpression.escapedPattern(for: String(character))
        }
      }
    }
    return expression
  }

  private static func isMatch(_ text: String, _ expression: String) -> Bool {
    guard let regular = try? NSRegularExpression(pattern: "\\A" + expression + "\\z") else {
      stop("Can't do regex matching: the pattern is no regular expression")
    }
    let whole = NSRange(text.startIndex..., in: text)
    return regular.firstMatch(in: text, range: whole) != nil
  }
}
