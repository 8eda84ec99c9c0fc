internal import HealthModel
internal import ProtobufWire
internal import TestSupport
internal import Testing

@testable internal import Pairing

struct HelloTests {
  /// One thing that is changed in a hello, and what it gets.
  struct Change: CustomStringConvertible, Sendable {
    var description: String
    var refusal: PairingError.Refusal?
    /// Gets the hello, and the device that will read it.
    var apply: @Sendable (inout PairingHelloMessage, DeviceDescription) -> Void

    init(
      _ description: String, _ refusal: PairingError.Refusal?,
      _ apply: @escaping @Sendable (inout PairingHelloMessage, DeviceDescription) -> Void
    ) {
      self.description = description
      self.refusal = refusal
      self.apply = apply
    }
  }

  static let versions = [
    Change("none", .malformed) { hello, _ in hello.versions = [] },
    Change("0", .malformed) { hello, _ in hello.versions = [0] },
    Change("above 32 bits", .malformed) { hello, _ in hello.versions = [1 << 32 | 1] },
    Change("descending", .malformed) { hello, _ in hello.versions = [2, 1] },
    Change("twice the same", .malformed) { hello, _ in hello.versions = [1, 1] },
    Change("17 of them", .malformed) { hello, _ in hello.versions = Array(1...17) },
    Change("a later one", .version) { hello, _ in hello.versions = [2] },
    Change("later ones", .version) { hello, _ in hello.versions = Array(2...17) },
    Change("a later one of a device that says nothing", .version) { hello, _ in
      hello = PairingHelloMessage()
      hello.versions = [2]
    },
  ]

  static let contents = [
    Change("no nonce", .malformed) { hello, _ in hello.nonce = [] },
    Change("a short nonce", .malformed) { hello, _ in hello.nonce.removeLast() },
    Change("a long nonce", .malformed) { hello, _ in hello.nonce.append(0) },
    Change("no device", .malformed) { hello, _ in hello.device = nil },
    Change("an empty device", .malformed) { hello, _ in
      hello.device = DeviceDescriptionMessage()
    },
    Change("no id", .malformed) { hello, _ in hello.device?.id = "" },
    Change("an id with a mistake", .malformed) { hello, _ in hello.device?.id.removeLast() },
    Change("an id in small letters", .malformed) { hello, _ in
      let id = hello.device?.id
      hello.device?.id = id?.lowercased() ?? ""
    },
    Change("the same id", .malformed) { hello, reader in
      hello.device?.id = reader.id.description
    },
    Change("no role", .malformed) { hello, _ in hello.device?.role = 0 },
    Change("a third role", .malformed) { hello, _ in hello.device?.role = 3 },
    Change("a role above a byte", .malformed) { hello, _ in hello.device?.role += 256 },
    Change("the same role", .wrongRole) { hello, reader in
      hello.device?.role = UInt64(reader.role.rawValue)
    },
    Change("no name", .malformed) { hello, _ in hello.device?.name = "" },
    Change("one letter", nil) { hello, _ in hello.device?.name = "é" },
    Change("64 letters", nil) { hello, _ in
      hello.device?.name = String(repeating: "腕", count: 64)
    },
    Change("65 letters", .malformed) { hello, _ in
      hello.device?.name = String(repeating: "a", count: 65)
    },
    Change("one letter with 64 marks", .malformed) { hello, _ in
      hello.device?.name = "a" + String(repeating: "\u{0301}", count: 64)
    },
    Change("a new line", .malformed) { hello, _ in hello.device?.name = "a\nb" },
    Change("an escape", .malformed) { hello, _ in hello.device?.name = "\u{1b}[2J" },
    Change("a control character above ASCII", .malformed) { hello, _ in
      hello.device?.name = "a\u{9b}b"
    },
    Change("a line separator", .malformed) { hello, _ in hello.device?.name = "a\u{2028}b" },
    Change("a text that turns round", .malformed) { hello, _ in
      hello.device?.name = "a\u{202e}b"
    },
    Change("no clock", .clocks) { hello, _ in hello.device?.clock = 0 },
    Change("a clock that is no number", .malformed) { hello, _ in hello.device?.clock = .nan },
    Change("a clock at no end", .malformed) { hello, _ in hello.device?.clock = .infinity },
    Change("a clock at the other", .malformed) { hello, _ in hello.device?.clock = -.infinity },
    Change("a clock 5 minutes ahead", nil) { hello, reader in
      hello.device?.clock = reader.clock + 300
    },
    Change("a clock 5 minutes behind", nil) { hello, reader in
      hello.device?.clock = reader.clock - 300
    },
    Change("a clock just too far ahead", .clocks) { hello, reader in
      hello.device?.clock = reader.clock + 300.25
    },
    Change("a clock just too far behind", .clocks) { hello, reader in
      hello.device?.clock = reader.clock - 300.25
    },
    Change("a clock beyond all years", .clocks) { hello, _ in
      hello.device?.clock = .greatestFiniteMagnitude
    },
    Change("a clock before all years", .clocks) { hello, _ in
      hello.device?.clock = -.greatestFiniteMagnitude
    },
    Change("no port", nil) { hello, _ in hello.device?.port = 0 },
    Change("a port above 16 bits", .malformed) { hello, _ in hello.device?.port = 65_536 },
    Change("no incarnation", nil) { hello, _ in hello.device?.incarnation = 0 },
  ]

  @Test(arguments: versions + contents)
  func `the showing side judges M1`(change: Change) throws {
    var showing = ShowingExchange(
      try Devices.watch(), code: try Devices.code(), over: try Devices.channel())
    var hello = Self.hello(of: try Devices.phone(), nonce: 1)
    change.apply(&hello, try Devices.watch())
    let bytes = PairingStepMessage(.hello(hello)).encoded()
    #expect(
      refusal { () throws(PairingError) in _ = try showing.receiveHello(bytes) } == change.refusal)
  }

  @Test(arguments: versions + contents)
  func `the joining side judges M2`(change: Change) throws {
    var joining = JoiningExchange(try Devices.phone())
    _ = joining.hello()
    var hello = Self.hello(of: try Devices.watch(), nonce: 2)
    change.apply(&hello, try Devices.phone())
    let bytes = PairingStepMessage(.hello(hello)).encoded()
    #expect(
      refusal { () throws(PairingError) in _ = try joining.receiveHello(bytes) } == change.refusal)
  }

  @Test func `the showing side chooses the highest version of both`() throws {
    var generator = SeededGenerator(seed: 4)
    for (spoken, offered, chosen) in [
      ([1], [1, 2, 9], 1), ([1, 2, 3], [2, 3, 4], 3), ([2, 5], [1, 2, 3], 2),
    ] as [([UInt32], [UInt64], UInt64)] {
      var showing = Devices.showing(
        try Devices.watch(), code: try Devices.code(), over: try Devices.channel(),
        versions: spoken, using: &generator)
      var hello = Self.hello(of: try Devices.phone(), nonce: 1)
      hello.versions = offered
      let answer = try showing.receiveHello(PairingStepMessage(.hello(hello)).encoded()).answer
      #expect(try PairingStepMessage.hello(answer).versions == [chosen])
    }
  }

  @Test func `the joining side takes one version, and one that it offered`() throws {
    for (versions, refusal) in [([1, 2], .malformed), ([2], nil), ([3], .version)]
      as [([UInt64], PairingError.Refusal?)]
    {
      var generator = SeededGenerator(seed: 5)
      var joining = Devices.joining(try Devices.phone(), versions: [1, 2], using: &generator)
      _ = joining.hello()
      var hello = Self.hello(of: try Devices.watch(), nonce: 2)
      hello.versions = versions
      let bytes = PairingStepMessage(.hello(hello)).encoded()
      #expect(
        self.refusal { () throws(PairingError) in _ = try joining.receiveHello(bytes) } == refusal)
    }
  }

  @Test(arguments: [
    (412.4, "412 seconds ahead of ours"), (-412.4, "412 seconds behind ours"),
    (599.4, "599 seconds ahead of ours"), (599.6, "10 minutes ahead of ours"),
    (-660, "11 minutes behind ours"),
    (7_200, "120 minutes ahead of ours"), (.infinity, "16666666666666 minutes ahead of ours"),
  ])
  func `a refusal for the clocks says how far and where`(difference: Double, text: String) {
    #expect(
      PairingError.clocks(difference).message
        == "cannot pair: the clock of the other device is \(text)")
  }

  @Test func `a refusal for the roles names both`() {
    #expect(
      PairingError.sameRole(.watch).message
        == "cannot pair: this device is a watch, and the other one is a watch")
  }

  private static func hello(of device: DeviceDescription, nonce: UInt8) -> PairingHelloMessage {
    var hello = PairingHelloMessage()
    hello.versions = [1]
    hello.nonce = [UInt8](repeating: nonce, count: PairingExchange.nonceByteCount)
    hello.device = device.message
    return hello
  }

  private func refusal(
    _ body: () throws(PairingError) -> Void
  ) -> PairingError.Refusal? {
    do throws(PairingError) { try body() } catch { return error.refusal }
    return nil
  }
}
