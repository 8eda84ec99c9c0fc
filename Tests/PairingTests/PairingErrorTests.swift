internal import Pairing
internal import Testing

struct PairingErrorTests {
  @Test(arguments: PairingError.Refusal.allCases)
  func `every refusal is one word that crosses the wire`(refusal: PairingError.Refusal) {
    #expect(PairingError.Refusal(rawValue: refusal.rawValue) == refusal)
    #expect(refusal.rawValue.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x2d })
  }
}
