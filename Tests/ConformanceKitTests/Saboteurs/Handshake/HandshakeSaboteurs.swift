/// Nodes that break the clauses of the section "handshake".
enum HandshakeSaboteurs {
  static let all: [Saboteur] = OpeningSaboteurs.all + VectorSaboteurs.all + CallSaboteurs.all
}
