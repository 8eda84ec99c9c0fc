internal import CommandLineCore
internal import CommandSupport
internal import ServiceDiscovery

/// Finds the device that shows a code on the local network.
///
/// What comes from the network is believed only to be an address: the code proves the rest.
struct DeviceSearch: Sendable {
  private static let time = Duration.seconds(3)
  /// Whoever announces more is up to something.
  private static let mostNamed = 8

  let context: PairContext

  /// Where the only one is.
  ///
  /// - Throws: What to type, where there is none, or more than one.
  func address() async throws -> NodeAddress {
    context.note("Looking for a device that shows a code.")
    let found: [FoundService]
    do {
      found = try await context.surroundings.browse(Self.time)
    } catch let error where !(error is CancellationError) {
      let reason = "\(error)"
      throw ProgramFailure(
        .failure, reason.hasPrefix("cannot ") ? reason : "cannot look for devices: \(reason)",
        advice: typing)
    }
    let addresses = Set(
      found.filter { $0.text.contains("v=1") }.compactMap { NodeAddress($0.address) })
    guard let address = addresses.first else {
      throw ProgramFailure(
        .notFound, "cannot find a device: none on this network shows a code",
        advice: "Let the other device show one with '\(context.call) show'. \(typing)")
    }
    guard addresses.count == 1 else {
      let named = addresses.map { "'\(context.call) join \($0)'" }.sorted().prefix(Self.mostNamed)
      throw ProgramFailure(
        .usage, "cannot choose a device: \(addresses.count) of this network show a code",
        advice: "Type one of \(named.joined(separator: ", ")).")
    }
    return address
  }

  private var typing: String {
    "Type the address that it shows: '\(context.call) join HOST:PORT'."
  }
}
