internal import HealthModel

/// An app or a device that saves samples.
open class HKSource: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let source: EngineSource

  init(_ source: EngineSource) {
    self.source = source
  }

  /// This app: what `DYAD_APP` in the environment says, else the main bundle's identifier and name, else `local.`
  /// and the program's name.
  public class func `default`() -> HKSource { own }

  /// An app that is not this one, for tests; Apple's framework makes no sources of other apps.
  public convenience init(bundleIdentifier: String, name: String) {
    self.init(EngineSource(bundleIdentifier: bundleIdentifier, name: name))
  }

  private static let own: HKSource = {
    let program = ProcessInfo.processInfo.processName
    let named = ProcessInfo.processInfo.environment["DYAD_APP"]
    let bundle = Bundle.main
    let name =
      bundle.object(forInfoDictionaryKey: "CFBundleDisplayName") as? String
      ?? bundle.object(forInfoDictionaryKey: "CFBundleName") as? String ?? program
    return HKSource(
      EngineSource(
        bundleIdentifier: named ?? bundle.bundleIdentifier ?? "local.\(program)", name: name))
  }()

  /// The source at the version of this program.
  var ownRevision: EngineRevision {
    EngineRevision(
      source: source,
      version: Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String)
  }

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
