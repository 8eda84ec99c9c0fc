/// Nodes that break the clauses of the section "sharing".
enum SharingSaboteurs {
  static let all: [Saboteur] =
    InsertSaboteurs.all + ViewSaboteurs.all + HeldWindowSaboteurs.all + SharedDeathSaboteurs.all
    + ResumeSaboteurs.all + RefillingSaboteurs.all
}
