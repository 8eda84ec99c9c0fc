/// Nodes that break the clauses of the section "connection".
enum ConnectionSaboteurs {
  static let all: [Saboteur] =
    TLSSaboteurs.all + PinSaboteurs.all + GRPCSaboteurs.all + ServiceSaboteurs.all
}
