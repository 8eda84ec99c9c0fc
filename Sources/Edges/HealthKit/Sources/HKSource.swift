internal import HealthModel

/// An app or a device that saves samples.
open class HKSource: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let source: EngineSource

  init(_ source: EngineSource) {
    self.source = source
  }

  /// This app: the main bundle's identifier and name, or `local.` and the program's name where it has none.
  public class func `default`() -> HKSource { own }

  private static let own: HKSource = {
    let program = ProcessInfo.processInfo.processName
    let bundle = Bundle.main
    let name =
      bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
      ?? bundle.object(forInfoDictionaryKey: "CFBundleName") as? String ?? program
    return HKSource(
      EngineSource(bundleIdentifier: bundle.bundleIdentifier ?? "local.\(program)", name: name))
  }()

  /// What the user calls the source.
  open var name: String { source.name }

  /// What tells the source from others.
  open var bundleIdentifier: String { source.bundleIdentifier }

  open override var description: String { "\"\(name)\" (\(bundleIdentifier))" }

  /// Sources are equal where their bundle identifiers are.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKSource)?.bundleIdentifier == bundleIdentifier
  }

  open override var hash: Int { bundleIdentifier.hashValue }

  /// Sources are archived as identifier and name.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let bundle = coder.decodeObject(of: NSString.self, forKey: "bundleIdentifier"),
      let name = coder.decodeObject(of: NSString.self, forKey: "name")
    else { return nil }
    source = EngineSource(bundleIdentifier: bundle as String, name: name as String)
  }

  /// Archives identifier and name.
  open func encode(with coder: NSCoder) {
    coder.encode(bundleIdentifier as NSString, forKey: "bundleIdentifier")
    coder.encode(name as NSString, forKey: "name")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
