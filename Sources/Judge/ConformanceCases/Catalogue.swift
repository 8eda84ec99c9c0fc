package import ConformanceKit

/// All cases, in the order in which they are told.
package enum Catalogue {
  package static let all: [Case] = sections.map(PastCases.declare)

  private static let sections: [Case] =
    ConnectionCases.all + HTTP2Cases.all + PairingCases.all + HandshakeCases.all
    + SettingsCases.all + BatchCases.all + SharingCases.all + ReconcilingCases.all
    + DeathTrustCases.all + FlowCases.all + AppCases.all
}
