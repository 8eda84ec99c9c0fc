internal import DyadServices
internal import ProtobufWire
internal import RPCCore

/// The methods of the service that implementations of gRPC judge each other by.
enum TestMethods {
  static let service = "grpc.testing.TestService"

  static let empty = method("EmptyCall", .unary, Empty.self, Empty.self)
  static let unary = method("UnaryCall", .unary, SimpleRequest.self, SimpleResponse.self)
  static let cacheable = method(
    "CacheableUnaryCall", .unary, SimpleRequest.self, SimpleResponse.self)
  static let output = method(
    "StreamingOutputCall", .serverStreaming, StreamingOutputCallRequest.self,
    StreamingOutputCallResponse.self)
  static let input = method(
    "StreamingInputCall", .clientStreaming, StreamingInputCallRequest.self,
    StreamingInputCallResponse.self)
  static let fullDuplex = method(
    "FullDuplexCall", .bidirectional, StreamingOutputCallRequest.self,
    StreamingOutputCallResponse.self)
  static let halfDuplex = method(
    "HalfDuplexCall", .bidirectional, StreamingOutputCallRequest.self,
    StreamingOutputCallResponse.self)
  /// A method that no server has.
  static let unimplemented = method("UnimplementedCall", .unary, Empty.self, Empty.self)
  /// A method of a service that no server has.
  static let unimplementedService = method(
    "UnimplementedCall", .unary, Empty.self, Empty.self,
    of: "grpc.testing.UnimplementedService")

  /// What comes back in the headers.
  static let initialKey = "x-grpc-test-echo-initial"
  /// What comes back with the status.
  static let trailingKey = "x-grpc-test-echo-trailing-bin"

  private static func method<Request: WireMessage, Response: WireMessage>(
    _ name: String, _ kind: CallKind, _: Request.Type, _: Response.Type,
    of service: String = TestMethods.service
  ) -> Method<Request, Response> {
    Method(service, name, kind)
  }
}
