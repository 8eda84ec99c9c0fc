internal import ConformanceKit

/// The section "pairing": how two nodes become a pair, and how a pair ends.
enum PairingCases {
  static let all = parts.map { $0.needing(.window) }

  private static let parts =
    SaidStepCases.all + TakenStepCases.all + BrokenHellos.all + BrokenProofs.all + StepCases.all
    + ChannelCases.all + PairingWindowCases.all + StepTimeCases.all + GuessCases.all + LockCases.all
    + HalfPairCases.all + TrustCases.all + RotationCases.all + KnownPeerCases.all + JoinCases.all
    + DerivationCases.all
}
