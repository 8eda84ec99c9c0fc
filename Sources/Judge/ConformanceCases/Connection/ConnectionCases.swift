/// The section "connection": TLS, pinned keys, calls of gRPC, and what every node serves.
enum ConnectionCases {
  static let all =
    TLSNegotiationCases.all + TLSCertificateCases.all + TLSRecordCases.all + TLSTimeCases.all
    + PinStrangerCases.all
    + PinWindowCases.all + PinPeerCases.all + PinCallerCases.all + GRPCRequestCases.all
    + GRPCMetadataCases.all + GRPCMessageCases.all + GRPCAnswerCases.all + ServiceCases.all
}
