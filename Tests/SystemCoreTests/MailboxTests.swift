internal import SystemCore
internal import Testing

@Suite struct MailboxTests {
  @Test func `values come out in the order in which they came in`() {
    let mailbox = Mailbox<Int>()
    for value in 1...3 { mailbox.put(value) }
    let taken = (1...3).map { _ in mailbox.take() }
    #expect(taken == [1, 2, 3])
  }

  @Test func `a value from another thread ends the waiting`() {
    let question = Mailbox<Int>()
    let answer = Mailbox<Int>()
    WorkThread.start("dyad.test") {
      guard let value = question.take() else { return }
      answer.put(value + 1)
    }
    question.put(41)
    #expect(answer.take() == 42)
  }

  @Test func `nothing comes once the time is over`() {
    let mailbox = Mailbox<Int>()
    #expect(mailbox.take(before: .now) == nil)
    #expect(mailbox.take(before: MonotonicInstant.now.advanced(by: .milliseconds(5))) == nil)
    mailbox.put(1)
    #expect(mailbox.take(before: .now) == 1)
  }
}
