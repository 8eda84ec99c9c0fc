internal import HealthModel
internal import SQLiteCore
internal import TextFormats

/// What SQLite compares columns of samples with, as a question for the engine.
///
/// The engine lets through all that SQLite would, and a little more where dates and values are rounded to be shown;
/// SQLite looks again then.
struct SampleConditions: Hashable, Sendable {
  /// What a column says of a sample.
  enum Role: Hashable, Sendable {
    case startText, endText
    /// Seconds since 1970.
    case startNumber, endNumber
    case quantity(Unit)
    case category
    case sourceName, bundle
    case uuid
    case type
  }

  /// The columns that have one, by their places.
  let roles: [Int: Role]
  /// The column of values.
  let valueAt: Int
  /// Where the columns of `SampleColumns.origin` begin.
  let originAt: Int

  /// How far what is shown may be from what is stored.
  private static let dateMargin = 1e-3
  private static let valueMargin = 1e-9

  // MARK: Before the values are known

  func plan(_ question: TableQuestion) -> TablePlan {
    var plan = TablePlan()
    plan.isOrdered = order(question.order) != nil
    var isExact = question.order.isEmpty || plan.isOrdered
    for (place, condition) in question.conditions.enumerated() where !condition.comparison.isOfRows
    {
      guard let role = roles[condition.column], Self.takes(role, condition.comparison) else {
        isExact = false
        continue
      }
      plan.taken.append(place)
      plan.rows *= role == .uuid ? 1e-6 : condition.comparison == .equal ? 0.01 : 0.3
      if role == .bundle || role == .type { plan.exact.insert(place) } else { isExact = false }
    }
    // Where SQLite itself leaves out rows, the first ones of the engine may not be the first ones of the answer.
    guard isExact else { return plan }
    for (place, condition) in question.conditions.enumerated() where condition.comparison.isOfRows {
      plan.taken.append(place)
      plan.rows *= 0.01
    }
    return plan
  }

  private static func takes(_ role: Role, _ comparison: TableComparison) -> Bool {
    switch role {
    case .sourceName, .bundle, .uuid, .type: comparison == .equal
    default: true
    }
  }

  /// The order in which the engine is asked for rows; `nil` for an order that it does not know.
  private func order(_ order: [TableQuestion.Order]) -> [SortDescriptor]? {
    guard !order.isEmpty else { return [] }
    guard order.count == 1 else { return nil }
    switch roles[order[0].column] {
    case .startText, .startNumber:
      return [SortDescriptor(.start, ascending: !order[0].isDescending)]
    case .endText, .endNumber: return [SortDescriptor(.end, ascending: !order[0].isDescending)]
    default: return nil
    }
  }

  // MARK: With the values

  /// The question for samples of a type.
  ///
  /// - Parameters:
  ///   - type: Theirs.
  ///   - request: What SQLite asks for.
  ///   - sources: Everybody who saved any of them, where a condition is on a name.
  /// - Returns: It finds all that SQLite means, and maybe more.
  func query(
    _ type: ObjectType, _ request: TableRequest, sources: [Source]
  ) -> SampleQuery {
    let parts = request.conditions.compactMap { condition -> Predicate? in
      guard let role = roles[condition.column], !condition.comparison.isOfRows else { return nil }
      return Self.predicate(role, condition.comparison, condition.value, sources)
    }
    return SampleQuery(
      type, where: .and(parts), order: order(request.order) ?? [], limit: Self.limit(request))
  }

  /// The columns of samples that a request looks at.
  func needs(_ request: TableRequest) -> NeededColumns {
    let ofAll: [NeededColumns] = [
      .sources, .sources, .sources, .rest, .rest, .rest, .dates, .dates,
    ]
    var needs: NeededColumns = []
    for column in 0..<(originAt + ofAll.count) where request.looks(at: column) {
      switch column {
      case 0, 1: needs.formUnion(.dates)
      case valueAt: needs.formUnion(.values)
      case originAt...: needs.formUnion(ofAll[column - originAt])
      // Types and units are the same for all; what others have is not of quantities, which come whole.
      default: break
      }
    }
    return needs
  }

  /// Whether a condition is on the name of a source.
  func namesSources(_ request: TableRequest) -> Bool {
    request.conditions.contains { roles[$0.column] == .sourceName }
  }

  /// Whether samples of a type can be meant.
  func allows(_ type: ObjectType, _ request: TableRequest) -> Bool {
    request.conditions.allSatisfy { condition in
      roles[condition.column] != .type || condition.value.string == type.name
    }
  }

  private static func limit(_ request: TableRequest) -> Int? {
    func rows(_ comparison: TableComparison) -> Int? {
      guard
        case .integer(let number) = request.conditions.first(where: { $0.comparison == comparison }
        )?.value,
        number >= 0
      else { return nil }
      return Int(number)
    }
    guard let limit = rows(.limit) else { return nil }
    let sum = limit.addingReportingOverflow(rows(.offset) ?? 0)
    return sum.overflow ? nil : sum.partialValue
  }

  private static func predicate(
    _ role: Role, _ comparison: TableComparison, _ value: SQLValue, _ sources: [Source]
  ) -> Predicate? {
    // Nothing is equal to NULL, nor before or after it.
    if value == .null { return .constant(false) }
    switch role {
    case .startText:
      return days(value).flatMap { between(comparison, $0) { .start($0, $1) } }
    case .endText:
      return days(value).flatMap { between(comparison, $0) { .end($0, $1) } }
    case .startNumber:
      return instants(value).flatMap { between(comparison, $0) { .start($0, $1) } }
    case .endNumber:
      return instants(value).flatMap { between(comparison, $0) { .end($0, $1) } }
    case .quantity(let unit):
      guard let number = value.double, abs(number) < 1e300 else { return nil }
      let margin = (abs(number) + 1) * valueMargin
      return between(comparison, (number - margin)...(number + margin)) {
        .quantity($0, Quantity($1, unit))
      }
    case .category:
      guard case .integer(let number) = value, let meant = Comparison(comparison) else {
        return nil
      }
      return .category(meant, number)
    case .sourceName:
      guard let name = value.string else { return .constant(false) }
      let meant = sources.filter { $0.name == name }.map(\.bundleIdentifier)
      return .sources(bundleIdentifiers: Set(meant))
    case .bundle:
      guard let bundle = value.string else { return .constant(false) }
      return .sources(bundleIdentifiers: [bundle])
    case .uuid:
      guard let uuid = value.string.flatMap({ SampleUUID($0) }) else { return .constant(false) }
      return .uuid(UUIDSet([uuid]))
    case .type: return nil
    }
  }

  /// What lies where the comparison says, of anything in a range.
  private static func between(
    _ comparison: TableComparison, _ range: ClosedRange<Double>,
    _ make: (Comparison, Double) -> Predicate
  ) -> Predicate? {
    switch comparison {
    case .equal:
      .and([make(.greaterOrEqual, range.lowerBound), make(.lessOrEqual, range.upperBound)])
    case .greater, .greaterOrEqual: make(.greaterOrEqual, range.lowerBound)
    case .less, .lessOrEqual: make(.lessOrEqual, range.upperBound)
    case .limit, .offset: nil
    }
  }

  private static func instants(_ value: SQLValue) -> ClosedRange<Double>? {
    guard let seconds = value.double, abs(seconds) < 1e12 else { return nil }
    let instant = seconds - Instant.secondsFrom1970
    return (instant - dateMargin)...(instant + dateMargin)
  }

  /// The time from the beginning of the day, month or year that a text names to its end; `nil` where it names none.
  ///
  /// SQLite compares dates as texts. One that comes after a text is in this time or later, and one that comes before it
  /// is in this time or earlier, whatever stands behind the date.
  static func days(_ value: SQLValue) -> ClosedRange<Double>? {
    guard let text = value.string else { return nil }
    var parts = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
    let widths = [4, 2, 2]
    guard parts.count <= 3, zip(parts, widths).allSatisfy({ $0.utf8.count == $1 }) else {
      return nil
    }
    let length = parts.count == 3 ? 1.0 : parts.count == 2 ? 31 : 366
    while parts.count < 3 { parts.append("01") }
    guard let day = try? DateText(parsing: parts.joined(separator: "-")) else { return nil }
    let start = day.secondsSince2001
    return (start - dateMargin)...(start + length * Instant.secondsPerDay + dateMargin)
  }
}

extension Comparison {
  fileprivate init?(_ comparison: TableComparison) {
    switch comparison {
    case .equal: self = .equal
    case .greater: self = .greater
    case .lessOrEqual: self = .lessOrEqual
    case .less: self = .less
    case .greaterOrEqual: self = .greaterOrEqual
    case .limit, .offset: return nil
    }
  }
}
