internal import ConformanceCases
internal import ConformanceKit
internal import Testing

@Suite struct PastCasesTests {
  @Test func `each path that is unfit means a case`() {
    for path in PastCases.unfit {
      let isThere = Catalogue.all.contains { $0.path == path || $0.path.hasPrefix(path + "/") }
      #expect(isThere, "\(path)")
    }
  }

  @Test func `cases that are unfit say so`() {
    for item in Catalogue.all {
      let isUnfit = PastCases.unfit.contains { item.path == $0 || item.path.hasPrefix($0 + "/") }
      #expect(item.needs.contains(.fresh) == isUnfit)
    }
  }
}
