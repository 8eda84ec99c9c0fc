internal import HealthModel
internal import TestSupport
internal import Testing

/// Since when a position was acknowledged, against a plain history of what was noted.
struct AcknowledgedMarksTests {
  @Test func `a position counts only as long as it was acknowledged all the time`() {
    var random = SeededGenerator(seed: 111)
    for round in 0..<300 {
      var marks = AcknowledgedMarks()
      var history: [(position: Int64, time: Double)] = []
      var now = 0.0
      var position: Int64 = 0
      for _ in 0..<30 {
        now += Double(random.next() % 10)
        // A peer that is restored goes back.
        position = max(0, position + Int64(random.next() % 10) - 2)
        if random.next() % 4 == 0 {
          // And may be where it was before anybody looks.
          let presented = Int64(random.next() % 60)
          marks.lower(to: presented)
          history.append((min(presented, history.last?.position ?? 0), now))
        }
        marks.note(position, at: now, step: 1)
        history.append((position, now))
        let comment: Comment = "\(random), round \(round)"
        let places = marks.marks
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.position < $1.position }, comment)
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.since < $1.since }, comment)
        for time in stride(from: 0.0, through: now, by: 3) {
          // The least that was acknowledged at that time and ever since.
          let sinceThen = history.filter { $0.time > time }.map(\.position)
          let before = history.last { $0.time <= time }.map(\.position) ?? 0
          let least = min(before, sinceThen.min() ?? before)
          #expect(marks.position(since: time) <= least, comment)
        }
        #expect(marks.position(since: now) == position, comment)
      }
    }
  }

  @Test func `what is acknowledged once more is so since then, and what lies before it since ever`()
  {
    var marks = AcknowledgedMarks()
    marks.note(4, at: 10, step: 1)
    marks.note(8, at: 20, step: 1)
    marks.lower(to: 6)
    marks.note(8, at: 30, step: 1)
    #expect(marks.position(since: 10) == 4)
    #expect(marks.position(since: 20) == 6)
    #expect(marks.position(since: 29) == 6)
    #expect(marks.position(since: 30) == 8)
    marks.lower(to: 0)
    #expect(marks.marks.isEmpty)
  }

  @Test func `a clock that goes back leaves no mark of the future`() {
    var marks = AcknowledgedMarks()
    marks.note(5, at: 1_000, step: 1)
    marks.note(6, at: 10, step: 1)
    #expect(marks.marks.allSatisfy { $0.since <= 10 })
    #expect(marks.position(since: 10) == 6)
    #expect(marks.position(since: 9) == 0)
  }

  @Test func `marks within a step are one at the later time`() {
    var marks = AcknowledgedMarks()
    for minute in 0..<600 { marks.note(Int64(minute + 1), at: Double(minute), step: 60) }
    #expect(marks.marks.count == 10)
    #expect(marks.position(since: 59) == 60)
    #expect(marks.position(since: 58) == 0)
  }
}
