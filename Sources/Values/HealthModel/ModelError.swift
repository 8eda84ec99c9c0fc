/// A value or a request that the model refuses, with the code an app would see for it.
package struct ModelError: Error, Hashable, Sendable {
  /// What a caller may react to; the raw values are HealthKit's error codes.
  package enum Code: Int, Hashable, Sendable, CaseIterable {
    case healthDataUnavailable = 1
    case healthDataRestricted = 2
    case invalidArgument = 3
    case authorizationDenied = 4
    case authorizationNotDetermined = 5
    case databaseInaccessible = 6
    case userCanceled = 7
  }

  /// What a caller may react to.
  package var code: Code
  /// What was being attempted, as a verb phrase: "parse unit", "convert kcal to g".
  package var operation: String
  /// Why it was refused, without any health value.
  package var detail: String

  /// An error that reads "cannot `operation`: `detail`".
  package init(_ code: Code, cannot operation: String, _ detail: String) {
    self.code = code
    self.operation = operation
    self.detail = detail
  }

  /// The number that HealthKit gives to this error.
  package var healthKitCode: Int { code.rawValue }
}

extension ModelError: CustomStringConvertible {
  package var description: String { "cannot \(operation): \(detail)" }
}
