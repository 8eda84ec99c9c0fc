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
        "stepCount, count, per day, UTC",
        "START         SUM",
        "2026-11-24   8000  █████████████████████▍",
        "2026-11-25   3250  ████████▋",
        "2026-11-26",
        "2026-11-27  12345  ████████████████████████████████▉",
        "                   └────────────┴─────────────┴────────────┘",
        "                   0          5000          10000      15000",
      ])
    #expect(
      chart.lines(width: 120) == [
        "stepCount, count, per day, UTC",
        "START         SUM",
        "2026-11-24   8000  █████████████████████████████████████████████████████████▏",
        "2026-11-25   3250  ███████████████████████▎",
        "2026-11-26",
        "2026-11-27  12345  ████████████████████████████████████████████████████████████████████████████████████████▏",
        "                   └─────────────┴──────────────┴─────────────┴─────────────┴─────────────┴──────────────┴─────────────┘",
        "                   0           2000           4000          6000          8000          10000          12000       14000",
      ])
  }

  @Test func `ranges show where the average lies`() {
    let report = masses([(70, 71, 74), (72.5, 72.5, 72.5), (71, 73.4, 73.5)])
    #expect(
      TerminalChart(report, isASCII: false).lines(width: 60) == [
        "bodyMass, kg, per day, UTC",
        "START       AVERAGE",
        "2026-11-24       71  ━━━━━━━━━●━━━━━━━━━━━━━━━━━━━━━━━━━━━━",
        "2026-11-25     72.5                         ●",
        "2026-11-26     73.4           ━━━━━━━━━━━━━━━━━━━━━━━●━",
        "                     └──────────────────┴──────────────────┘",
        "                     70                72                 74",
      ])
    #expect(
      TerminalChart(report, isASCII: true).lines(width: 60) == [
        "bodyMass, kg, per day, UTC",
        "START       AVERAGE",
        "2026-11-24       71  ---------o----------------------------",
        "2026-11-25     72.5                         o",
        "2026-11-26     73.4           -----------------------o-",
        "                     +------------------+------------------+",
        "                     70                72                 74",
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
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 420" role="img" aria-label="stepCount, count, per day, UTC">
        <title>stepCount, count, per day, UTC</title>
        <style>
        .paper { fill: #ffffff }
        text { fill: #1f2933; font: 14px system-ui, sans-serif }
        .title { font-size: 18px; font-weight: 600 }
        .grid { stroke: #d9dee3 }
        .bar { fill: #2563a8 }
        .mark { fill: #b3410e }
        @media (prefers-color-scheme: dark) {
        .paper { fill: #14181d }
        text { fill: #e4e9ee }
        .grid { stroke: #37404a }
        .bar { fill: #6aa9e9 }
        .mark { fill: #f2a36b }
        }
        </style>
        <rect class="paper" width="960" height="420"/>
        <text class="title" x="80" y="32">stepCount, count, per day, UTC</text>
        <line class="grid" x1="80" y1="360" x2="912" y2="360"/>
        <text x="72" y="365" text-anchor="end">0</text>
        <line class="grid" x1="80" y1="284" x2="912" y2="284"/>
        <text x="72" y="289" text-anchor="end">2000</text>
        <line class="grid" x1="80" y1="208" x2="912" y2="208"/>
        <text x="72" y="213" text-anchor="end">4000</text>
        <line class="grid" x1="80" y1="132" x2="912" y2="132"/>
        <text x="72" y="137" text-anchor="end">6000</text>
        <line class="grid" x1="80" y1="56" x2="912" y2="56"/>
        <text x="72" y="61" text-anchor="end">8000</text>
        <line class="grid" x1="80" y1="360" x2="80" y2="366"/>
        <text x="80" y="384" text-anchor="middle">2026-11-24</text>
        <line class="grid" x1="357.33" y1="360" x2="357.33" y2="366"/>
        <text x="357.33" y="384" text-anchor="middle">2026-11-25</text>
        <line class="grid" x1="634.67" y1="360" x2="634.67" y2="366"/>
        <text x="634.67" y="384" text-anchor="middle">2026-11-26</text>
        <line class="grid" x1="912" y1="360" x2="912" y2="366"/>
        <text x="912" y="384" text-anchor="middle">2026-11-27</text>
        <rect class="bar" x="82" y="56" width="273.33" height="304"><title>2026-11-24 to 2026-11-25: 8000 count</title></rect>
        <rect class="bar" x="636.67" y="236.5" width="273.33" height="123.5"><title>2026-11-26 to 2026-11-27: 3250 count</title></rect>
        </svg>

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
