/// Nodes that break the clauses of the section "flow".
enum FlowSaboteurs {
  static let all: [Saboteur] = CreditSaboteurs.all + CompareSaboteurs.all
}
