internal import DyadServices
internal import Testing

@Suite struct HealthBoardTests {
  private var board = HealthBoard(services: ["a", "b"])

  private var list: [String: ServingStatus]? { board.list?.statuses.mapValues(\.status) }

  @Test func `it knows its services and the server`() {
    #expect(board.status(of: "a") == .notServing)
    #expect(board.status(of: "") == .notServing)
    #expect(board.status(of: "c") == nil)
    #expect(list == ["": .notServing, "a": .notServing, "b": .notServing])
  }

  @Test mutating func `services change one by one and all together`() {
    board.set(.serving, for: "a")
    #expect(list == ["": .notServing, "a": .serving, "b": .notServing])
    board.set(.serving, for: "c")
    #expect(board.status(of: "c") == .serving)
    board.setAll(.unknown)
    #expect(Set(list.map { Array($0.values) } ?? []) == [.unknown])
  }

  @Test mutating func `after the shutdown began nothing serves again`() {
    board.setAll(.serving)
    board.beginShutdown()
    board.set(.serving, for: "a")
    board.set(.serving, for: "")
    board.setAll(.serving)
    #expect(Set(list.map { Array($0.values) } ?? []) == [.notServing])
  }

  @Test mutating func `a list that is too long is none`() {
    for number in 3..<HealthBoard.maximumListCount {
      board.set(.serving, for: "s\(number)")
    }
    #expect(list?.count == HealthBoard.maximumListCount)
    board.set(.serving, for: "one more")
    #expect(board.list == nil)
  }

  @Test mutating func `a watch tells the first status and each change`() {
    var watch = HealthWatch(service: "a")
    #expect(watch.next(on: board)?.status == .notServing)
    #expect(watch.next(on: board) == nil)
    board.set(.serving, for: "b")
    #expect(watch.next(on: board) == nil)
    board.set(.serving, for: "a")
    #expect(watch.next(on: board)?.status == .serving)
    board.beginShutdown()
    #expect(watch.next(on: board)?.status == .notServing)
    #expect(watch.next(on: board) == nil)
  }

  @Test mutating func `a watch of an unknown service waits for it`() {
    var watch = HealthWatch(service: "later")
    #expect(watch.next(on: board)?.status == .serviceUnknown)
    #expect(watch.next(on: board) == nil)
    board.set(.serving, for: "later")
    #expect(watch.next(on: board)?.status == .serving)
  }
}
