/// The section "handshake": hello and welcome, versions, vectors, wrong messages, calls and ends.
enum HandshakeCases {
  static let all =
    HelloCases.all + OpeningRuleCases.all + TellingCases.all + VectorRuleCases.all
    + VectorTellingCases.all + VectorOrderCases.all + WrongMessageCases.all + SessionEndCases.all
    + CallCases.all + LargeVectorCases.all + StaleCallCases.all + TrustlessCases.all
}
