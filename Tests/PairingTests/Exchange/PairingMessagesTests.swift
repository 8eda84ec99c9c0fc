internal import ProtobufWire
internal import TestSupport
internal import Testing

@testable internal import Pairing

struct PairingMessagesTests {
  private static let root =
    #filePath.split(separator: "/").dropLast(4).reduce("") { $0 + "/" + $1 }

  private let compiler: ProtobufCompiler

  init() throws {
    let path = "\(Self.root)/Protos/dyad/v1/pairing.proto"
    let text = try RunningProgram.run("/bin/cat", [path]).output
    compiler = try ProtobufCompiler(["pairing.proto": text])
  }

  @Test func `the messages of an exchange are what protoc reads and writes`() throws {
    var dialogue = try Dialogue(seed: 51)
    dialogue.run()
    #expect(dialogue.sent.count == 8)
    for message in dialogue.sent {
      let text = try compiler.decode(message, as: PairingStepMessage.wireName)
      // Where a number has no name, it is no field of the contract.
      #expect(text.split(separator: "\n").allSatisfy { !($0.first?.isNumber ?? true) })
      #expect(try compiler.encode(text, as: PairingStepMessage.wireName) == message)
    }
  }

  @Test func `what protoc writes is read field by field`() throws {
    let bytes = try compiler.encode(
      """
      hello {
        versions: 1 versions: 300 nonce: "\\001\\377"
        device { id: "i" role: 2 name: "n" incarnation: 18446744073709551615 clock: -0.5 port: 65535 }
      }
      """, as: PairingStepMessage.wireName)
    var hello = PairingHelloMessage()
    hello.versions = [1, 300]
    hello.nonce = [1, 255]
    var device = DeviceDescriptionMessage()
    device.id = "i"
    device.role = 2
    device.name = "n"
    device.incarnation = .max
    device.clock = -0.5
    device.port = 65_535
    hello.device = device
    #expect(try PairingStepMessage.decode(bytes) == .hello(hello))
  }

  @Test(arguments: ["share { }", "proof { }", "commit { }", "committed { }"])
  func `an empty step is one, and too short`(text: String) throws {
    let bytes = try compiler.encode(text, as: PairingStepMessage.wireName)
    let step = try PairingStepMessage.decode(bytes)
    #expect(PairingStepMessage(step).encoded() == bytes)
    #expect(throws: PairingError.self) {
      switch step {
      case .share: _ = try PairingStepMessage.share(bytes)
      case .proof: _ = try PairingStepMessage.proof(bytes)
      case .commit: _ = try PairingStepMessage.commit(bytes, of: .joining)
      case .committed: _ = try PairingStepMessage.commit(bytes, of: .showing)
      case .hello: break
      }
    }
  }

  @Test(
    arguments: [
      // Nothing, an unknown member alone, a proof twice, a proof and a share, a number for a proof, a
      // group that does not end, a count beyond the end.
      [], [0x32, 0x00], [0x1a, 0x00, 0x1a, 0x00], [0x1a, 0x00, 0x12, 0x00], [0x18, 0x01], [0x1b],
      [0x1a, 0x02, 0x0a],
    ] as [[UInt8]])
  func `what is not one step is refused`(bytes: [UInt8]) {
    let error = #expect(throws: PairingError.self) { _ = try PairingStepMessage.decode(bytes) }
    #expect(error?.refusal == .malformed)
    #expect(error?.message.hasPrefix("cannot ") == true)
  }
}
