private import Glibc
internal import SystemCore
internal import TestSupport
internal import Testing

struct RuntimeMarkerTests {
  /// A place in memory, which a machine that runs tests has.
  private static let memory = "/dev/shm"

  @Test func `a note is taken once`() throws {
    let marker = try #require(RuntimeMarker(name: Self.name(), places: [Self.memory]))
    #expect(try marker.take() == nil)
    try marker.leave([1, 2, 3])
    #expect(try marker.take() == [1, 2, 3])
    #expect(try marker.take() == nil)
  }

  @Test func `a later note replaces an earlier one`() throws {
    let marker = try #require(RuntimeMarker(name: Self.name(), places: [Self.memory]))
    try marker.leave([1])
    try marker.leave([2])
    #expect(try marker.take() == [2])
  }

  @Test func `notes of different names do not meet`() throws {
    let first = try #require(RuntimeMarker(name: Self.name(), places: [Self.memory]))
    let second = try #require(RuntimeMarker(name: Self.name(), places: [Self.memory]))
    try first.leave([1])
    #expect(try second.take() == nil)
    #expect(try first.take() == [1])
  }

  @Test func `a place on a disk is no place for a note`() throws {
    #expect(RuntimeMarker(name: "a", places: ["/usr", "/proc", "/missing", ""]) == nil)
    #expect(RuntimeMarker(name: "a", places: []) == nil)
  }

  @Test func `a place is passed over for the next`() throws {
    let marker = try #require(
      RuntimeMarker(name: Self.name(), places: ["/missing", Self.memory]))
    #expect(try marker.take() == nil)
  }

  @Test func `a folder others can read is no place for a note`() throws {
    let place = "\(Self.memory)/dyad-test-\(Self.name())"
    let folder = "\(place)/dyad-\(geteuid())"
    try FileSystem.createFolder(folder)
    defer {
      _ = unsafe rmdir(folder)
      _ = unsafe rmdir(place)
    }
    #expect(RuntimeMarker(name: "a", places: [place]) != nil)
    #expect(unsafe chmod(folder, 0o755) == 0)
    #expect(RuntimeMarker(name: "a", places: [place]) == nil)
  }

  @Test func `a note that is too long to be ours is taken away and not believed`() throws {
    let name = Self.name()
    let marker = try #require(RuntimeMarker(name: name, places: [Self.memory]))
    let path = "\(Self.memory)/dyad-\(geteuid())/\(name)"
    let bytes = [UInt8](repeating: 1, count: RuntimeMarker.mostBytes + 1)
    try FileSystem.createFile(path, bytes)
    #expect(throws: SystemError.self) { try marker.take() }
    #expect(try marker.take() == nil)
  }

  @Test func `the usual places are whole paths`() {
    let places = RuntimeMarker.usualPlaces()
    #expect(places.contains("/dev/shm"))
    #expect(places.allSatisfy { $0.hasPrefix("/") })
  }

  private static func name() -> String {
    var entropy = Entropy()
    return "test-\(getpid())-\(entropy.next())"
  }
}
