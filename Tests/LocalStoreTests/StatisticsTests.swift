internal import HealthModel
internal import HealthStorage
internal import LocalStore
internal import Testing

/// Statistics as users and apps ask for them.
struct StatisticsTests {
  private static let query = StatisticsQuery(.stepCount, [.cumulativeSum, .separateBySource])

  /// A store in which two apps count the same minutes.
  private func counted() async throws -> AppSessionFixture {
    let fixture = try await AppSessionFixture()
    for (app, values) in [
      (AppSessionFixture.app, [1.0, 2]), (AppSessionFixture.other, [10, 20, 30]),
    ] {
      try await fixture.grant(app, share: [.stepCount])
      try await fixture.session(app).save([fixture.run(.stepCount, values)])
    }
    return fixture
  }

  @Test func `the user's order decides which source counts`() async throws {
    let fixture = try await counted()
    for (order, sum) in [
      ([AppSessionFixture.app, AppSessionFixture.other], 33.0),
      ([AppSessionFixture.other, AppSessionFixture.app], 60),
    ] {
      try await fixture.store.setSourceOrder(SourceOrder(of: .stepCount, order))
      let answer = try #require(try await fixture.store.statistics(Self.query).first)
      #expect(answer.values.sum == sum)
      #expect(answer.sources.map(\.values.sum) == [3, 60])
    }
  }

  @Test func `an app that may not read sees its own samples alone`() async throws {
    let fixture = try await counted()
    let own = try await fixture.session().statistics(Self.query)
    #expect(own.map(\.values.sum) == [3])
    #expect(own.first?.sources.count == 1)
    try await fixture.grant(read: [.stepCount])
    let all = try await fixture.session().statistics(Self.query)
    #expect(all == (try await fixture.store.statistics(Self.query)))
  }

  @Test func `an app that never asked is refused, and so is what does not fit the type`()
    async throws
  {
    let fixture = try await counted()
    let error = await #expect(throws: ModelError.self) {
      _ = try await fixture.session("app.stranger").statistics(Self.query)
    }
    #expect(error?.code == .authorizationNotDetermined)
    let refused = await #expect(throws: ModelError.self) {
      _ = try await fixture.store.statistics(StatisticsQuery(.stepCount, .discreteAverage))
    }
    #expect(refused?.code == .invalidArgument)
  }

  @Test func `a question that was given up ends`() async throws {
    let fixture = try await counted()
    let store = fixture.store
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let question = Task {
      for await _ in begun {}
      return try await store.statistics(Self.query)
    }
    question.cancel()
    begin.finish()
    await #expect(throws: CancellationError.self) { _ = try await question.value }
    #expect(try await fixture.store.statistics(Self.query).count == 1)
  }
}
