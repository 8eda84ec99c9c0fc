/// How serious a message is.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
  /// The number that Apple's log has.
  public let rawValue: UInt8

  /// The level of a number.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The level of a number.
  public init(_ rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// What matters.
  public static let `default` = Self(0x00)
  /// What may help.
  public static let info = Self(0x01)
  /// What helps while a program is made.
  public static let debug = Self(0x02)
  /// What went wrong.
  public static let error = Self(0x10)
  /// What should never go wrong.
  public static let fault = Self(0x11)

  var name: String {
    switch self {
    case .info: "info"
    case .debug: "debug"
    case .error: "error"
    case .fault: "fault"
    default: "notice"
    }
  }
}

/// Who may read a value in a message.
public struct OSLogPrivacy: Sendable {
  enum Kind: Sendable {
    /// Numbers are public, anything else is private.
    case auto
    case `public`
    case `private`
    case sensitive
  }

  /// What stands for a private value.
  public enum Mask: Sendable {
    /// A number that is the same for equal values within a process.
    case hash
    /// Nothing.
    case none
  }

  let kind: Kind
  let mask: Mask

  /// Numbers are public, anything else is private.
  public static let auto = Self(kind: .auto, mask: .none)
  /// For everybody.
  public static let `public` = Self(kind: .public, mask: .none)
  /// For nobody, unless `OS_LOG_PRIVATE=1` is set.
  public static let `private` = Self(kind: .private, mask: .none)
  /// For nobody, ever.
  public static let sensitive = Self(kind: .sensitive, mask: .none)

  /// As `auto`, with something in the place of a private value.
  public static func auto(mask: Mask) -> Self { Self(kind: .auto, mask: mask) }
  /// As `private`, with something in the place of the value.
  public static func `private`(mask: Mask) -> Self { Self(kind: .private, mask: mask) }
  /// As `sensitive`, with something in the place of the value.
  public static func sensitive(mask: Mask) -> Self { Self(kind: .sensitive, mask: mask) }

  /// The value as it may be read.
  func shown(_ text: String, isNumber: Bool, showsPrivate: Bool) -> String {
    switch kind {
    case .public: return text
    case .auto where isNumber: return text
    case .auto, .private: if showsPrivate { return text }
    case .sensitive: break
    }
    switch mask {
    case .none: return "<private>"
    case .hash: return "<mask.hash: '\(String(text.hashValue, radix: 36))'>"
    }
  }
}
