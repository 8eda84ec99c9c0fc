internal import ConformanceWire
internal import Synchronization
internal import Testing

@Suite struct EmergencyStopTests {
  @Test func `all is ended once, the last first`() {
    let ended = Mutex<[Int]>([])
    let stop = EmergencyStop()
    for number in 1...3 { stop.onStrike { ended.withLock { $0.append(number) } } }
    #expect(!stop.hasStruck)
    stop.strike()
    stop.strike()
    #expect(stop.hasStruck)
    #expect(ended.withLock { $0 } == [3, 2, 1])
  }

  @Test func `what comes too late is ended at once`() {
    let ended = Mutex(false)
    let stop = EmergencyStop()
    stop.strike()
    stop.onStrike { ended.withLock { $0 = true } }
    #expect(ended.withLock { $0 })
  }
}
