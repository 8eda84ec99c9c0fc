internal import TestSupport

@testable internal import Pairing

/// One exchange between two sides, message by message, with somebody who carries them.
///
/// It is a value: what goes on from a copy does not change the other.
struct Dialogue {
  private(set) var joining: JoiningExchange
  private(set) var showing: ShowingExchange
  private let typed: PairingCode
  private let channelOfA: PairingChannel
  /// What one side has made and not sent yet.
  private var pending: [UInt8] = []

  /// What was sent, M1 first, before anybody changed it.
  private(set) var sent: [[UInt8]] = []
  private(set) var errorOfA: PairingError?
  private(set) var errorOfB: PairingError?
  private(set) var isPairedToA = false
  private(set) var isPairedToB = false
  private(set) var deviceSeenByA: DeviceDescription?
  private(set) var deviceSeenByB: DeviceDescription?

  init(
    joining: JoiningExchange, showing: ShowingExchange, typed: PairingCode,
    over channelOfA: PairingChannel
  ) {
    self.joining = joining
    self.showing = showing
    self.typed = typed
    self.channelOfA = channelOfA
  }

  /// An honest exchange in which `seed` stands for chance.
  init(seed: UInt64, versions: [UInt32] = PairingExchange.versions) throws {
    var generator = SeededGenerator(seed: seed)
    let channel = try Devices.channel()
    let joining = Devices.joining(
      try Devices.phone(), versions: versions, using: &generator)
    let showing = Devices.showing(
      try Devices.watch(), code: try Devices.code(), over: channel, versions: versions,
      using: &generator)
    self.init(joining: joining, showing: showing, typed: try Devices.code(), over: channel)
  }

  /// Whether somebody threw.
  var isOver: Bool { errorOfA != nil || errorOfB != nil }

  /// Lets both sides speak until both have nothing to say, or one of them throws.
  ///
  /// - Parameters:
  ///   - last: The message after which it stops, M8 of itself.
  ///   - carry: Takes the number of a message and the message, and gives what arrives.
  mutating func run(
    upTo last: Int = 8, _ carry: (Int, [UInt8]) -> [UInt8] = { _, message in message }
  ) {
    while sent.count < last, !isOver {
      sendNext()
      guard let message = sent.last else { return }
      deliver(carry(sent.count, message))
    }
  }

  private mutating func sendNext() {
    switch sent.count {
    case 0: pending = joining.hello()
    case 2:
      do throws(PairingError) {
        pending = try joining.enter(typed, over: channelOfA)
      } catch { errorOfA = error }
    case 6:
      do throws(PairingError) { pending = try joining.commit() } catch { errorOfA = error }
    case 7:
      do throws(PairingError) {
        pending = try showing.committed()
        isPairedToB = true
      } catch { errorOfB = error }
    default: break
    }
    if !isOver { sent.append(pending) }
  }

  private mutating func deliver(_ message: [UInt8]) {
    if sent.count % 2 == 1 {
      do throws(PairingError) { try takeAtB(message) } catch { errorOfB = error }
    } else {
      do throws(PairingError) { try takeAtA(message) } catch { errorOfA = error }
    }
  }

  private mutating func takeAtB(_ message: [UInt8]) throws(PairingError) {
    switch sent.count {
    case 1: (pending, deviceSeenByB) = try showing.receiveHello(message)
    case 3: pending = try showing.receiveShare(message)
    case 5: pending = try showing.receiveProof(message)
    default: try showing.receiveCommit(message)
    }
  }

  private mutating func takeAtA(_ message: [UInt8]) throws(PairingError) {
    switch sent.count {
    case 2: deviceSeenByA = try joining.receiveHello(message)
    case 4: pending = try joining.receiveShare(message)
    case 6: try joining.receiveProof(message)
    default:
      try joining.receiveCommitted(message)
      isPairedToA = true
    }
  }
}
