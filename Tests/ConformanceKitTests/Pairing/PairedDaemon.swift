internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore
internal import TestSupport
internal import Testing

/// A daemon of the product that tests pair with, and a device that does it.
final class PairedDaemon {
  let scene = Scene(patience: .seconds(30))
  let identity: Identity
  let device: PairingDevice
  let address: String
  private let folder: TemporaryFolder
  private let program: RunningProgram
  private let operatorSocket: String
  /// The window's call, which keeps it open.
  private(set) var window: Call?

  init(_ role: Role = .phone) throws {
    identity = try Identity()
    folder = try TemporaryFolder()
    program = try RunningProgram(
      RunningProgram.builtPath("dyadd"),
      [
        "--state", folder.file("state"), "--role", role.word, "--activity", "off", "--listen",
        "127.0.0.1:0", "--print-addresses",
      ])
    address = String(
      try program.waitForLine("listening tls ").dropFirst("listening tls ".count))
    operatorSocket = String(
      try program.waitForLine("listening operator ").dropFirst("listening operator ".count))
    device = PairingDevice(
      id: try #require(DeviceID(ofKey: identity.fingerprint)), role: role.other, incarnation: 77,
      clock: WallClock.system.now)
  }

  /// A connection to the port of nodes.
  func connect(as other: Identity? = nil) throws -> NodeConnection {
    try NodeConnection(to: address, as: other ?? identity, scene)
  }

  /// Starts a call of the owner.
  func own(_ method: String) throws -> Call {
    let carrier = try PlainLink(to: operatorSocket, scene: scene, by: scene.deadline)
    let link = HTTP2Link(carrier, scene)
    try link.start()
    return try Call.start(link, method)
  }

  /// Opens a window, and returns its code.
  func openWindow() throws -> String {
    let call = try own("dyad.v1.PairingControl/OpenWindow")
    try call.send([])
    try call.finish()
    window = call
    return try nextEvent()["opened"]["code"].string
  }

  /// What happens in the window next.
  func nextEvent() throws -> Message {
    let call = try #require(window)
    switch try call.receive() {
    case .message(let bytes): return try Message("WindowEvent", decoding: bytes)
    case .end(let end): throw CallRefused(call.method, end)
    }
  }

  /// Why the window closes.
  func closing() throws -> String {
    while true {
      let event = try nextEvent()
      guard event["closed"].isPresent else { continue }
      return event["closed"]["refusal"].string
    }
  }

  /// Opens a window and becomes a pair, up to a step.
  @discardableResult
  func pair(until last: Int = 8) throws -> PairingCall {
    let code = try openWindow()
    let call = try connect().pair(device, code: code)
    try call.run(until: last)
    return call
  }
}
