internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import LocalStore

/// What is kept in reserve beside a store.
@Suite(.enabled(if: SmallDisk.obstacle == nil, "there is no small disk here"))
struct DiskRoomTests {
  @Test func `however often it is given up, as much comes back`() throws {
    let disk = try SmallDisk(megabytes: 4)
    let location = StoreLocation(folder: disk.folder.path)
    let room = DiskRoom(of: location)
    room.hold()
    #expect(room.isHeld)
    for _ in 0..<20 {
      // Whatever was left beside it is used by something else.
      try disk.fill()
      room.giveUp()
      #expect(room.free >= DiskRoom.mostReserved)
      room.hold()
      #expect(room.isHeld)
    }
  }
}
