internal import Pairing
internal import RPCCore
internal import RPCHTTP2
internal import Testing

@testable internal import NodeTrust

// What the daemon is put together from is nobody else's.

@Suite struct PeerDialerTests {
  private let address = "127.0.0.1:7443"

  @Test func `a peer that knows this node no more may hang up as soon as it has said so`() {
    let failures = ConnectionFailures()
    failures.connectionFailed(.other("the peer's bytes stop in the middle"))
    let said = RPCError(PairingError(.notPaired, "the caller is not paired"))
    #expect(PeerDialer.failure(said, failures, address) == .forgotten)
  }

  @Test func `a connection that failed says why there is no answer`() {
    let failures = ConnectionFailures()
    failures.connectionFailed(.unreachable("nobody listens there"))
    let lost = RPCError(.unavailable, "the connection is lost")
    guard case .unreached = PeerDialer.failure(lost, failures, address) else {
      Issue.record("it is told as something else")
      return
    }
    let strangers = ConnectionFailures()
    strangers.connectionFailed(.certificateRevoked)
    #expect(PeerDialer.failure(lost, strangers, address) == .forgotten)
  }
}
