internal import HealthModel

/// The answers to a list of questions, and what they come to.
open class HKScoredAssessment: HKSample, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool {
    rows.hasDetails(of: .gad7Assessment) || rows.hasDetails(of: .phq9Assessment)
  }

  /// What the answers come to.
  open var score: Int { numbers.reduce(0) { $0 &+ points($1) } }

  /// The answers by number.
  fileprivate var numbers: [Int] {
    (details.series["answers"] ?? []).compactMap { Int(exactly: $0) }
  }

  /// What an answer counts.
  fileprivate func points(_ answer: Int) -> Int { answer }

  override var valueDescription: String { "\(score)" }

  fileprivate static func sample(
    _ type: ObjectType, _ date: Date, _ answers: [Int], _ metadata: [String: Any]?
  ) throws(HKError) -> Sample {
    let details = Details(series: ["answers": answers.map { Double($0) }])
    return try Sample(
      checking: type, details, start: date, end: date, device: nil, metadata: metadata)
  }
}

/// The answers to seven questions about anxiety.
open class HKGAD7Assessment: HKScoredAssessment, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool { rows.hasDetails(of: .gad7Assessment) }

  /// What a score stands for.
  @nonexhaustive public enum Risk: Int, Sendable {
    case noneToMinimal = 1
    case mild = 2
    case moderate = 3
    case severe = 4
  }

  /// How often something bothered somebody in two weeks.
  @nonexhaustive public enum Answer: Int, Sendable {
    case notAtAll = 0
    case severalDays = 1
    case moreThanHalfTheDays = 2
    case nearlyEveryDay = 3
  }

  /// The answers, in the order of the questions.
  open var answers: [Answer] { numbers.compactMap(Answer.init) }

  /// What the score stands for.
  open var risk: Risk {
    switch score {
    case ..<5: .noneToMinimal
    case ..<10: .mild
    case ..<15: .moderate
    default: .severe
    }
  }
}

extension InitializedByFactory where Self: HKGAD7Assessment {
  /// The answers of a date; stops unless there are seven.
  public init(date: Date, answers: [HKGAD7Assessment.Answer], metadata: [String: Any]? = nil) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKGAD7Assessment.sample(.gad7Assessment, date, answers.map(\.rawValue), metadata)
      })
  }
}

/// The answers to nine questions about depression.
open class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
  override class func canView(_ rows: SampleRows) -> Bool { rows.hasDetails(of: .phq9Assessment) }

  /// What a score stands for.
  @nonexhaustive public enum Risk: Int, Sendable {
    case noneToMinimal = 1
    case mild = 2
    case moderate = 3
    case moderatelySevere = 4
    case severe = 5
  }

  /// How often something bothered somebody in two weeks.
  @nonexhaustive public enum Answer: Int, Sendable {
    case notAtAll = 0
    case severalDays = 1
    case moreThanHalfTheDays = 2
    case nearlyEveryDay = 3
    case preferNotToAnswer = 4
  }

  /// The answers, in the order of the questions.
  open var answers: [Answer] { numbers.compactMap(Answer.init) }

  /// What the score stands for.
  open var risk: Risk {
    switch score {
    case ..<5: .noneToMinimal
    case ..<10: .mild
    case ..<15: .moderate
    case ..<20: .moderatelySevere
    default: .severe
    }
  }

  fileprivate override func points(_ answer: Int) -> Int {
    answer == Answer.preferNotToAnswer.rawValue ? 0 : answer
  }
}

extension InitializedByFactory where Self: HKPHQ9Assessment {
  /// The answers of a date; stops unless there are nine.
  public init(date: Date, answers: [HKPHQ9Assessment.Answer], metadata: [String: Any]? = nil) {
    self.init(
      viewing: made { () throws(HKError) in
        try HKPHQ9Assessment.sample(.phq9Assessment, date, answers.map(\.rawValue), metadata)
      })
  }
}
