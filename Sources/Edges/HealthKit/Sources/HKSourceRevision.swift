// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

internal import HealthModel

/// Stands for every version of a source in a predicate.
public let HKSourceRevisionAnyVersion = "HKSourceRevisionAnyVersion"
/// Stands for every product in a predicate.
public let HKSourceRevisionAnyProductType = "HKSourceRevisionAnyProductType"
/// Stands for every version of the operating system in a predicate.
public let HKSourceRevisionAnyOperatingSystem = OperatingSystemVersion(
  majorVersion: -1, minorVersion: -1, patchVersion: -1)

/// A source at one of its versions.
open class HKSourceRevision: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// Who saved.
  public let source: HKSource
  /// Its version, where it told one.
  public let version: String?
  /// The product that it ran on; a store of this library does not keep it.
  public let productType: String?
  /// The version of the operating system; a store of this library does not keep it, and gives 0.0.0.
  public let operatingSystemVersion: OperatingSystemVersion

  /// A revision of a source.
  public init(
    source: HKSource, version: String?, productType: String?,
    operatingSystemVersion: OperatingSystemVersion
  ) {
    self.source = source
    self.version = version
    self.productType = productType
    self.operatingSystemVersion = operatingSystemVersion
  }

  /// A revision of a source, on any product and operating system.
  public convenience init(source: HKSource, version: String?) {
    self.init(
      source: source, version: version, productType: HKSourceRevisionAnyProductType,
      operatingSystemVersion: HKSourceRevisionAnyOperatingSystem)
  }

  convenience init(_ revision: EngineRevision) {
    self.init(
      source: HKSource(revision.source), version: revision.version, productType: nil,
      operatingSystemVersion: OperatingSystemVersion(
        majorVersion: 0, minorVersion: 0, patchVersion: 0))
  }

  open override var description: String {
    source.description + (version.map { " \($0)" } ?? "")
  }

  /// Revisions are equal where their sources and versions are: what else there is nobody keeps.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKSourceRevision else { return false }
    return source == other.source && version == other.version
  }

  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(source)
    hasher.combine(version)
    return hasher.finalize()
  }

  /// Revisions are archived with their sources.
  public class var supportsSecureCoding: Bool { true }

  /// Reads an archive.
  public required init?(coder: NSCoder) {
    guard let source = coder.decodeObject(of: HKSource.self, forKey: "source") else { return nil }
    self.source = source
    version = coder.decodeObject(of: NSString.self, forKey: "version") as String?
    productType = coder.decodeObject(of: NSString.self, forKey: "productType") as String?
    operatingSystemVersion = OperatingSystemVersion(
      majorVersion: coder.decodeInteger(forKey: "major"),
      minorVersion: coder.decodeInteger(forKey: "minor"),
      patchVersion: coder.decodeInteger(forKey: "patch"))
  }

  /// Archives the revision with its source.
  open func encode(with coder: NSCoder) {
    coder.encode(source, forKey: "source")
    coder.encode(version as NSString?, forKey: "version")
    coder.encode(productType as NSString?, forKey: "productType")
    coder.encode(operatingSystemVersion.majorVersion, forKey: "major")
    coder.encode(operatingSystemVersion.minorVersion, forKey: "minor")
    coder.encode(operatingSystemVersion.patchVersion, forKey: "patch")
  }

  /// The same object, which never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
