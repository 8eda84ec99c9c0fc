/// Why a server of PostgreSQL, or the way to it, refused something.
///
/// What a server says of values is left out: it would be health data.
package struct PostgresError: Error, Hashable {
  /// What a caller may react to.
  package enum Code: Hashable, Sendable {
    /// This machine has no libpq.
    case noLibrary
    /// No connection came about, or it is lost; whether what was under way holds is not known.
    case lost
    /// The address is none.
    case badAddress
    /// The server has no such database.
    case noDatabase
    /// The server does not let this user in, or not to do this.
    case refused
    /// Another transaction was in the way: all of it can be tried again.
    case inTheWay
    /// A key is there already, or a table of that name.
    case duplicate
    /// The server's disk, memory or connections are used up.
    case full
    /// Anything nobody reacts to.
    case other
  }

  /// What a caller may react to.
  package var code: Code
  /// What was being attempted, as a verb phrase: "copy rows".
  package var operation: String
  /// The reason.
  package var detail: String

  init(_ code: Code, cannot operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  /// The error that a SQLSTATE stands for.
  ///
  /// - Parameters:
  ///   - state: Five characters.
  ///   - message: What the server says; it is repeated only where it cannot name values.
  ///   - operation: What was being attempted.
  init(state: String, _ message: String, cannot operation: String) {
    let family = String(state.prefix(2))
    let code: Code =
      switch (family, state) {
      case (_, "40001"), (_, "40P01"): .inTheWay
      // It has no code of its own.
      case (_, "XX000") where message == "tuple concurrently updated": .inTheWay
      case ("08", _), (_, "57P01"), (_, "57P02"), (_, "57P03"), ("40", _): .lost
      case ("28", _), (_, "42501"): .refused
      case ("3D", _): .noDatabase
      case (_, "23505"), (_, "42P06"), (_, "42P07"), (_, "42710"): .duplicate
      case ("53", _): .full
      default: .other
      }
    let namesNoValues = ["08", "28", "3D", "3F", "42", "53", "57"].contains(family)
    self.init(code, cannot: operation, namesNoValues ? message : "SQLSTATE \(state)")
  }
}

extension PostgresError: CustomStringConvertible {
  /// "cannot OPERATION: DETAIL".
  package var description: String { "cannot \(operation): \(detail)" }
}
