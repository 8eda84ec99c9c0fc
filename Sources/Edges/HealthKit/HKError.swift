// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

internal import HealthModel
private import HealthStorage
private import RPCCore
private import StoreAccess

/// The domain of the errors of a health store.
public let HKErrorDomain = "com.apple.healthkit"

/// An error of a health store.
public struct HKError: Error, CustomNSError, LocalizedError, CustomStringConvertible,
  @unchecked Sendable
{
  /// What went wrong.
  @nonexhaustive public enum Code: Int, Error, Sendable {
    case unknownError = 0
    case errorHealthDataUnavailable = 1
    case errorHealthDataRestricted = 2
    case errorInvalidArgument = 3
    case errorAuthorizationDenied = 4
    case errorAuthorizationNotDetermined = 5
    case errorDatabaseInaccessible = 6
    case errorUserCanceled = 7
    case errorAnotherWorkoutSessionStarted = 8
    case errorUserExitedWorkoutSession = 9
    case errorRequiredAuthorizationDenied = 10
    case errorNoData = 11
    case errorWorkoutActivityNotAllowed = 12
    case errorDataSizeExceeded = 13
    case errorBackgroundWorkoutSessionNotAllowed = 14
    case errorNotPermissibleForGuestUserMode = 15

    /// The older name of `unknownError`.
    public static var noError: Self { .unknownError }
  }

  /// What went wrong, to react to.
  public let code: Code
  /// What else there is to say, as in an `NSError`.
  ///
  /// The values are as immutable as the texts and numbers that they are by convention.
  public let userInfo: [String: Any]

  /// An error of a code.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  /// The domain that the errors have as `NSError`.
  public static var errorDomain: String { HKErrorDomain }
  /// The code's number.
  public var errorCode: Int { code.rawValue }
  /// The same as `userInfo`.
  public var errorUserInfo: [String: Any] { userInfo }
  /// What went wrong, in a sentence.
  public var errorDescription: String? {
    userInfo[NSLocalizedDescriptionKey] as? String ?? "\(code)"
  }
  /// What went wrong, in a sentence.
  public var localizedDescription: String { errorDescription ?? "\(code)" }
  /// The code and the sentence.
  public var description: String { "HKError.\(code): \(localizedDescription)" }
}

extension HKError: Hashable {
  /// Whether both have the same code.
  public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

  /// By the code.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
  }
}

extension HKError.Code {
  /// Lets `catch HKError.errorNoData` catch the errors of this code.
  public static func ~= (code: Self, error: any Error) -> Bool {
    if let error = error as? HKError { return error.code == code }
    let other = error as NSError
    return other.domain == HKErrorDomain && other.code == code.rawValue
  }
}

// The codes without their type, for patterns and comparisons.
extension HKError {
  /// An error that has no code of its own.
  public static var unknownError: Code { .unknownError }
  /// The older name of `unknownError`.
  public static var noError: Code { .unknownError }
  /// There is no health data on this device.
  public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }
  /// The owner of the device restricted health data.
  public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }
  /// An argument cannot be used.
  public static var errorInvalidArgument: Code { .errorInvalidArgument }
  /// The user denied saving.
  public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }
  /// The user was never asked.
  public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }
  /// The data is locked.
  public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }
  /// The user broke off.
  public static var errorUserCanceled: Code { .errorUserCanceled }
  /// Another workout began.
  public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }
  /// The user left the app during a workout.
  public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }
  /// A type that the app needs was refused.
  public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }
  /// There is nothing to answer with.
  public static var errorNoData: Code { .errorNoData }
  /// The activity cannot be done here.
  public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }
  /// There are more bytes than may be.
  public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }
  /// A workout cannot begin in the background.
  public static var errorBackgroundWorkoutSessionNotAllowed: Code {
    .errorBackgroundWorkoutSessionNotAllowed
  }
  /// A guest uses the device.
  public static var errorNotPermissibleForGuestUserMode: Code {
    .errorNotPermissibleForGuestUserMode
  }
}

extension HKError {
  /// What the engine refused.
  init(_ error: ModelError) {
    let code = Code(rawValue: error.healthKitCode) ?? .unknownError
    self.init(code, userInfo: [NSLocalizedDescriptionKey: error.description])
  }

  /// What kept a store from answering, in words.
  init(thrown error: any Error) {
    var cause = error
    if case .noAnswer(let answer) = (error as? DaemonUnreachable)?.reason { cause = answer }
    let code: Code =
      switch cause {
      case let error as HKError: error.code
      case let error as ModelError: Code(rawValue: error.healthKitCode) ?? .unknownError
      case let error as RPCError where error.code == .unauthenticated: .errorAuthorizationDenied
      case let error as RPCError where error.code == .cancelled: .errorUserCanceled
      // Something that is wanted beside the store, such as a watch, is not there.
      case let error as RPCError
      where error.code == .notFound || error.code == .failedPrecondition:
        .errorHealthDataUnavailable
      case is CancellationError: .errorUserCanceled
      case is RequestTooLarge: .errorDataSizeExceeded
      case is SubscriptionRefusal: .errorInvalidArgument
      default: .errorDatabaseInaccessible
      }
    if let error = error as? HKError {
      self = error
    } else {
      self.init(code, userInfo: [NSLocalizedDescriptionKey: "\(error)"])
    }
  }

  /// An argument that cannot be used, for a reason without any health value.
  static func invalid(_ reason: String) -> Self {
    Self(.errorInvalidArgument, userInfo: [NSLocalizedDescriptionKey: reason])
  }
}

/// What `body` returns; what it throws, as an error of a health store.
func thrownAsHKError<Value>(_ body: () async throws -> Value) async throws -> Value {
  do {
    return try await body()
  } catch {
    throw HKError(thrown: error)
  }
}
