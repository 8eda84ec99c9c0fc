internal import SystemCore
internal import Testing

@Suite struct SuccessionTests {
  @Test func `the last one counts until another one follows`() {
    let succession = Succession()
    let one = succession.next()
    #expect(one())
    let two = succession.next()
    #expect(!one())
    #expect(two())
  }
}
