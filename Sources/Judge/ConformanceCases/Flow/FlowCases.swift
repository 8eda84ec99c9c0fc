/// The section "flow": acknowledgements, credit, comparisons and the order of things.
enum FlowCases {
  static let all =
    WeightCases.all + CreditCases.all + AcknowledgementCases.all + CompareCases.all
    + SayingOrderCases.all + EvolutionCases.all + MixCases.all
}
