internal import DyadServices
internal import Testing

@Suite struct ServiceHealthTests {
  private var health = ServiceHealth(services: ["a", "b"])

  private var list: [String: ServingStatus]? { health.list?.statuses.mapValues(\.status) }

  @Test func `it knows its services and the server`() {
    #expect(health.status(of: "a") == .notServing)
    #expect(health.status(of: "") == .notServing)
    #expect(health.status(of: "c") == nil)
    #expect(list == ["": .notServing, "a": .notServing, "b": .notServing])
  }

  @Test mutating func `services change one by one and all together`() {
    health.set(.serving, for: "a")
    #expect(list == ["": .notServing, "a": .serving, "b": .notServing])
    health.set(.serving, for: "c")
    #expect(health.status(of: "c") == .serving)
    health.setAll(.unknown)
    #expect(Set(list.map { Array($0.values) } ?? []) == [.unknown])
  }

  @Test mutating func `after the shutdown began nothing serves again`() {
    health.setAll(.serving)
    health.beginShutdown()
    health.set(.serving, for: "a")
    health.set(.serving, for: "")
    health.setAll(.serving)
    #expect(Set(list.map { Array($0.values) } ?? []) == [.notServing])
  }

  @Test mutating func `a list that is too long is none`() {
    for number in 3..<ServiceHealth.maximumListCount {
      health.set(.serving, for: "s\(number)")
    }
    #expect(list?.count == ServiceHealth.maximumListCount)
    health.set(.serving, for: "one more")
    #expect(health.list == nil)
  }

  @Test mutating func `a watch tells the first status and each change`() {
    var watch = HealthWatch(service: "a")
    #expect(watch.next(on: health)?.status == .notServing)
    #expect(watch.next(on: health) == nil)
    health.set(.serving, for: "b")
    #expect(watch.next(on: health) == nil)
    health.set(.serving, for: "a")
    #expect(watch.next(on: health)?.status == .serving)
    health.beginShutdown()
    #expect(watch.next(on: health)?.status == .notServing)
    #expect(watch.next(on: health) == nil)
  }

  @Test mutating func `a watch of an unknown service waits for it`() {
    var watch = HealthWatch(service: "later")
    #expect(watch.next(on: health)?.status == .serviceUnknown)
    #expect(watch.next(on: health) == nil)
    health.set(.serving, for: "later")
    #expect(watch.next(on: health)?.status == .serving)
  }
}
