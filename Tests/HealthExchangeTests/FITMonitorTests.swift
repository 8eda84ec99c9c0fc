internal import HealthModel
internal import StoreAccess
internal import SystemCore
internal import TestSupport
internal import Testing

@testable internal import HealthExchange

// @testable: what is read of a file is looked at before it is saved.

/// FIT files of days, nights, scales and cuffs.
@Suite struct FITMonitorTests {
  /// 2024-01-02 00:00 by clocks that are an hour ahead of UTC.
  private static let midnight = 725_842_800.0
  private static let time = FITMaker.time(midnight)

  /// A file that begins so many seconds after midnight.
  private static func maker(from second: UInt32 = 0) -> FITMaker {
    var maker = FITMaker()
    maker.add(0, [(0, 0x00, 1, 32), (1, 0x84, 2, 1), (2, 0x84, 2, 1_837)])
    // The clock of the device is later than what it tells.
    maker.add(23, [(253, 0x86, 4, UInt64(time + 90_000))])
    maker.add(
      103, [(253, 0x86, 4, UInt64(time + second)), (0, 0x86, 4, UInt64(time + second + 3_600))])
    return maker
  }

  /// An activity at a second after midnight, by the low bits of its time.
  private static func activity(
    _ second: UInt32, _ kind: UInt64, steps: UInt64? = nil, meters: UInt64? = nil,
    energy: UInt64? = nil, _ maker: inout FITMaker
  ) {
    var fields: [(UInt8, UInt8, Int, UInt64)] = [
      (26, 0x84, 2, UInt64(time + second) & 0xFFFF), (24, 0x0D, 1, kind | 3 << 5),
    ]
    if let steps { fields.append((3, 0x86, 4, steps)) }
    if let meters { fields.append((2, 0x86, 4, meters * 100)) }
    if let energy { fields.append((19, 0x84, 2, energy)) }
    maker.add(55, fields)
  }

  private func texts(_ monitor: FITMonitor) -> [String] {
    monitor.measured.map { measured in
      let from = (measured.start - Self.midnight) / 60
      let to = (measured.end - Self.midnight) / 60
      return "\(measured.type.name) \(from)-\(to) \(measured.value) \(measured.unit)"
    }
  }

  private func read(_ maker: FITMaker) -> FITMonitor {
    let (messages, fault) = FITFile.read(maker.file)
    #expect(fault == nil)
    return FITMonitor(messages)
  }

  @Test func `what counts up over a day is told by what was done between`() {
    var maker = Self.maker()
    Self.activity(28_800, 8, &maker)
    Self.activity(29_400, 6, steps: 100, meters: 70, &maker)
    Self.activity(30_000, 1, steps: 300, &maker)
    // The low bits begin again.
    Self.activity(72_000, 8, &maker)
    Self.activity(72_600, 6, steps: 250, meters: 170, &maker)
    Self.activity(72_600, 2, meters: 5_000, &maker)
    // Told at the end of the day alone, and of no time of it.
    Self.activity(86_400, 6, steps: 250, energy: 40, &maker)
    Self.activity(87_000, 6, steps: 20, &maker)
    #expect(
      texts(read(maker)) == [
        "stepCount 480.0-490.0 100.0 count", "distanceWalkingRunning 480.0-490.0 70.0 m",
        "stepCount 490.0-500.0 300.0 count", "stepCount 1200.0-1210.0 150.0 count",
        "distanceWalkingRunning 1200.0-1210.0 100.0 m",
        "distanceCycling 1200.0-1210.0 5000.0 m", "activeEnergyBurned 0.0-1440.0 40.0 kcal",
        "stepCount 1440.0-1450.0 20.0 count",
      ])
  }

  @Test func `what an earlier file of the day tells is not told again`() {
    var maker = Self.maker(from: 43_200)
    Self.activity(43_800, 6, steps: 4_000, &maker)
    Self.activity(44_400, 6, steps: 4_100, &maker)
    // A device that was turned on begins again.
    Self.activity(45_000, 6, steps: 30, &maker)
    Self.activity(87_000, 6, steps: 20, &maker)
    #expect(
      texts(read(maker)) == [
        "stepCount 730.0-740.0 100.0 count", "stepCount 740.0-750.0 30.0 count",
        "stepCount 1440.0-1450.0 20.0 count",
      ])
  }

  @Test func `nights, pulses, oxygen, weights and pressures become samples, once`() async throws {
    let export = try await AppleExport()
    let now = UInt64(Self.time)
    var maker = Self.maker()
    maker.add(55, [(26, 0x84, 2, (now + 600) & 0xFFFF), (27, 0x02, 1, 52)])
    maker.add(55, [(26, 0x84, 2, (now + 660) & 0xFFFF), (27, 0x02, 1, 0)])
    for (minute, level) in [(10, 2), (70, 3), (100, 2), (130, 0), (160, 1)] as [(UInt64, UInt64)] {
      maker.add(275, [(253, 0x86, 4, now + minute * 60), (0, 0x00, 1, level)])
    }
    maker.add(211, [(253, 0x86, 4, now + 700), (0, 0x02, 1, 50), (1, 0x02, 1, 48)])
    maker.add(269, [(253, 0x86, 4, now + 800), (0, 0x02, 1, 96), (1, 0x02, 1, 3)])
    maker.add(297, [(253, 0x86, 4, now + 900), (0, 0x83, 2, 1_450)])
    maker.add(
      30, [(253, 0x86, 4, now + 1_000), (0, 0x84, 2, 7_050), (1, 0x84, 2, 2_230)])
    // It is still being weighed.
    maker.add(30, [(253, 0x86, 4, now + 1_010), (0, 0x84, 2, 0xFFFE)])
    maker.add(
      51, [(253, 0x86, 4, now + 1_100), (0, 0x84, 2, 118), (1, 0x84, 2, 76), (6, 0x02, 1, 61)])
    try export.folder.write(maker.file, to: "day.fit")
    func take() async throws -> ImportSummary {
      let files = try #require(try RecordingFile.found(at: export.folder.file("day.fit")))
      var entropy = Entropy()
      var importer = try await RecordingImporter(
        files, into: export.data, uuids: UUIDSequence(using: &entropy))
      return try await importer.run { _ in true }
    }
    let summary = try await take()
    #expect(summary.lossCount == 0 && summary.isComplete, "\(summary.losses)")
    let night = try await export.samples(.sleepAnalysis).map { sample in
      "\((sample.start - Self.midnight) / 60)-\((sample.end - Self.midnight) / 60) \(sample.value)"
    }
    #expect(
      night == ["10.0-70.0 category(4)", "70.0-100.0 category(3)", "130.0-160.0 category(2)"])
    func values(_ name: String) async throws -> [Double] {
      try await export.samples(try #require(ObjectType(named: name))).compactMap { sample in
        if case .quantity(let quantity) = sample.value { quantity.value } else { nil }
      }
    }
    #expect(try await values("heartRate") == [52, 61])
    #expect(try await values("restingHeartRate") == [48])
    #expect(try await values("oxygenSaturation") == [0.96])
    #expect(try await values("respiratoryRate") == [14.5])
    #expect(try await values("bodyMass") == [70.5])
    #expect(try await values("bodyFatPercentage") == [0.223])
    #expect(try await export.samples(.bloodPressure).count == 1)
    #expect(
      try await export.samples(.heartRate).map(\.source.source.name) == [
        "Garmin 1837", "Garmin 1837",
      ])
    let again = try await take()
    #expect(again.total.saved == 0 && again.total.known > 0)
  }

  @Test func `of several people on one scale nobody is taken`() {
    var maker = Self.maker()
    for person in 0..<2 as Range<UInt64> {
      maker.add(
        30,
        [(253, 0x86, 4, UInt64(Self.time)), (0, 0x84, 2, 7_050), (12, 0x84, 2, person)])
    }
    let monitor = read(maker)
    #expect(monitor.hasSeveralPeople && monitor.isEmpty)
  }

  @Test func `whatever the bytes are, reading ends`() {
    let seed = UInt64.random(in: 0...(.max))
    var generator = SeededGenerator(seed: seed)
    var maker = Self.maker()
    for second in stride(from: UInt32(600), to: 6_000, by: 600) {
      Self.activity(second, 6, steps: UInt64(second), meters: 5, energy: 3, &maker)
    }
    maker.add(275, [(253, 0x86, 4, UInt64(Self.time)), (0, 0x00, 1, 2)])
    let whole = maker.file
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      let monitor = FITMonitor(FITFile.read(bytes).messages)
      for measured in monitor.measured {
        #expect(measured.start <= measured.end && measured.value.isFinite, "seed \(seed)")
      }
    }
  }
}
