internal import CalendarEdges
internal import DyadCommands
internal import HealthModel
internal import Testing

@Suite struct ChartTests {
  private static let midnight = 817_171_200.0  // 2026-11-24T00:00:00Z

  private func steps(
    _ sums: [Double?], by zone: TimeZoneRules = .utc
  ) -> StatisticsReport {
    let edges = (0...sums.count).map { Self.midnight + Double($0) * 86_400 }
    let statistics = sums.enumerated().compactMap { index, sum in
      sum.map { sum in
        var values = Statistics.Values()
        values.sum = sum
        return Statistics(start: edges[index], end: edges[index + 1], values: values)
      }
    }
    return StatisticsReport(
      of: .stepCount, statistics, in: .count, by: zone, interval: .init(.day), edges: edges)
  }

  private func masses(_ ranges: [(Double, Double, Double)]) -> StatisticsReport {
    let edges = (0...ranges.count).map { Self.midnight + Double($0) * 86_400 }
    let statistics = ranges.enumerated().map { index, range in
      var values = Statistics.Values()
      (values.minimum, values.average, values.maximum) = range
      return Statistics(start: edges[index], end: edges[index + 1], values: values)
    }
    return StatisticsReport(
      of: .bodyMass, statistics, in: .gram(.kilo), by: .utc, interval: .init(.day), edges: edges)
  }

  @Test func `bars are as wide as the terminal lets them be`() {
    let chart = TerminalChart(steps([8_000, 3_250, nil, 12_345]), isASCII: false)
    #expect(
      chart.lines(width: 60) == [
        ""
      ])
    #expect(
      chart.lines(width: 120) == [
        ""
      ])
  }

  @Test func `ranges show where the average lies`() {
    let report = masses([(70, 71, 74), (72.5, 72.5, 72.5), (71, 73.4, 73.5)])
    #expect(
      TerminalChart(report, isASCII: false).lines(width: 60) == [
        ""
      ])
    #expect(
      TerminalChart(report, isASCII: true).lines(width: 60) == [
        ""
      ])
  }

  @Test(arguments: [0, 1, 20, 40, 60, 61, 80, 119, 120, 200])
  func `no line is wider than the terminal, unless nothing would be left`(width: Int) {
    for sums in [[1], [0], [1e-7, 2e9], [3, 1e14], [0.1, 0.2, 0.3], [-5, 5]] as [[Double]] {
      for isASCII in [false, true] {
        let lines = TerminalChart(steps(sums), isASCII: isASCII).lines(width: width)
        #expect(lines.dropFirst().allSatisfy { $0.count <= max(width, 48) }, "\(sums)")
        #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
        #expect(!isASCII || lines.allSatisfy { $0.allSatisfy(\.isASCII) })
      }
    }
  }

  @Test func `a long time without anything is one line`() {
    let few = TerminalChart(steps([1] + Array(repeating: nil, count: 31) + [2]), isASCII: true)
    #expect(few.lines(width: 60).count == 2 + 33 + 2)
    let many = TerminalChart(steps([1] + Array(repeating: nil, count: 32) + [2]), isASCII: true)
    let lines = many.lines(width: 60)
    #expect(lines.count == 2 + 3 + 2)
    #expect(lines[3] == "(32 empty)")
  }

  @Test(arguments: [
    [Double.nan], [.infinity], [-.infinity, .infinity], [.greatestFiniteMagnitude, 0],
    [-.greatestFiniteMagnitude, .greatestFiniteMagnitude], [.leastNonzeroMagnitude], [-0.0],
  ])
  func `numbers that cannot be drawn do no harm`(sums: [Double]) {
    let report = steps(sums)
    #expect(TerminalChart(report, isASCII: false).lines(width: 60).count == sums.count + 4)
    #expect(VectorChart(report).text.hasSuffix("</svg>\n"))
  }

  @Test func `the picture says everything in itself`() {
    #expect(
      VectorChart(steps([8_000, nil, 3_250])).text == """
        """)
  }

  @Test func `text in a picture is escaped`() throws {
    let zone = try TimeZoneRules.machine(variable: "<+03>-3", in: "/nowhere")
    let text = VectorChart(steps([1], by: zone)).text
    #expect(text.contains("<title>stepCount, count, per day, &lt;+03&gt;-3</title>"))
    #expect(!text.contains("<+03>"))
  }

  @Test func `ranges have a mark for the average`() {
    let text = VectorChart(masses([(70, 71, 74), (72.5, 72.5, 72.5)])).text
    #expect(text.split(separator: "\n").count { $0.hasPrefix("<circle") } == 2)
    #expect(text.contains("<title>2026-11-24 to 2026-11-25: 71 kg, 70 to 74</title>"))
  }
}
