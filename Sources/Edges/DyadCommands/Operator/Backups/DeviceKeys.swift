internal import DyadServices
internal import LocalStore
internal import SystemCore

/// The files that make a machine this device to those it is paired with.
struct DeviceKeys: Hashable, Sendable {
  /// More than a key and its certificate need.
  static let mostBytes = 16 * 1_024

  /// What `device.pem` holds.
  var current: [UInt8]
  /// The key that takes its place, where peers are just being told of it; empty otherwise.
  var next: [UInt8] = []

  /// The keys of a node; `nil` where its daemon never ran.
  static func read(_ places: NodePlaces) throws -> DeviceKeys? {
    guard let current = try file(places.identity) else { return nil }
    return DeviceKeys(current: current, next: try file(places.nextIdentity) ?? [])
  }

  private static func file(_ path: String) throws -> [UInt8]? {
    guard try FileSystem.exists(path) else { return nil }
    return try FileSystem.readFile(path, atMost: mostBytes)
  }

  /// Gives a node these keys; another key that it had stays beside them.
  func put(_ places: NodePlaces) throws {
    if let old = try Self.file(places.identity), old != current {
      try FileSystem.replaceFile(Self.kept(places), old, asOfFolder: true)
    }
    try FileSystem.replaceFile(places.identity, current, asOfFolder: true)
    if next.isEmpty {
      _ = try FileSystem.removeFile(places.nextIdentity)
    } else {
      try FileSystem.replaceFile(places.nextIdentity, next, asOfFolder: true)
    }
  }

  /// Where another key stays.
  static func kept(_ places: NodePlaces) -> String { places.identity + ".before-restore" }
}
