internal import DyadServices
internal import ProtobufWire
internal import RPCCore
internal import Testing

@Suite(.timeLimit(.minutes(5))) struct ReflectionServiceTests {
  private static let methods = [ReflectionService.info, ReflectionService.olderInfo]

  private func ask(
    _ questions: [ServerReflectionRequest.MessageRequest], of router: Router,
    by method: Method<ServerReflectionRequest, ServerReflectionResponse>
  ) async throws -> [ServerReflectionResponse.MessageResponse?] {
    try await withServices(of: router) { client in
      try await client.withCall(method) { call in
        var answers: [ServerReflectionResponse.MessageResponse?] = []
        for question in questions {
          try await call.send(ServerReflectionRequest(question))
          answers.append(try await call.receive()?.messageResponse)
        }
        call.finishSending()
        #expect(try await call.receive() == nil)
        return answers
      }
    }
  }

  @Test(arguments: [0, 1]) func `the services of the router are listed, and no others`(
    version: Int
  ) async throws {
    var router = Router()
    router.addReflection(of: try ServedDescriptors.pool())
    let alone = try await ask([.listServices("")], of: router, by: Self.methods[version])
    #expect(alone == [.services(ReflectionService.names)])

    router = Router()
    router.add(HealthService(ServiceHealth(services: [])))
    router.addReflection(of: try ServedDescriptors.pool())
    let both = try await ask([.listServices("")], of: router, by: Self.methods[version])
    #expect(both == [.services([HealthMethods.name] + ReflectionService.names)])
  }

  @Test(arguments: [0, 1]) func `a call answers one question after the other`(
    version: Int
  ) async throws {
    var router = Router()
    router.addReflection(of: try ServedDescriptors.pool())
    let answers = try await ask(
      [
        .fileContainingSymbol(HealthMethods.name), .fileByFilename("none.proto"), .listServices(""),
      ],
      of: router, by: Self.methods[version])
    guard case .fileDescriptorResponse(let files) = answers.first else {
      Issue.record("no file: \(answers)")
      return
    }
    let file = try FileDescriptor(decoding: try #require(files.fileDescriptorProto.first))
    #expect(file.name == "grpc/health/v1/health.proto")
    #expect(answers[1] == .failure(code: 5, message: "there is no file none.proto"))
    #expect(answers[2] == .services(ReflectionService.names))
  }
}
