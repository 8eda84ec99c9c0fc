package import CommandLineCore
internal import DyadServices

/// The options and arguments of `dyad pair`.
package enum PairOptions {
  static let time = Option(
    "for", value: "TIME", help: "How long the code holds, from 1s to 10m", default: "2m")
  static let strong = Option("strong", help: "Show a code of 8 digits instead of 6")
  static let keep = Option(
    "keep", help: "Samples that a watch shared with another phone stay, and the new phone gets them"
  )
  static let erase = Option(
    "erase", help: "Samples of a watch that shared them with another phone are erased, all of them")
  static let noPicture = Option("no-qr", help: "Show no QR code")
  static let noAnnouncement = Option(
    "no-announce", help: "Do not let others on the local network find this device")
  static let code = Option(
    "code", value: "CODE", help: "The code that the other device shows; - reads it from input")
  package static let yes = Option("yes", short: "y", help: "Do not ask")
  static let pin = Option(
    "pin", value: "sha256//BASE64", help: "The key that the other device must have")
  static let eraseOnRemoval = Option("erase", help: "Erase all samples, too, if this is a watch")

  static let target = Argument(
    "TARGET", help: "HOST, HOST:PORT, [IPV6]:PORT or the link that the other device shows",
    isRequired: false)
  static let device = Argument(
    "DEVICE", help: "Its name, its id or the beginning of its id", isRequired: false,
    completion: .asked(PairProgram.deviceWords))
}

extension ParsedArguments {
  /// What `--keep` and `--erase` say.
  func rowsPolicy() throws(CommandLineError) -> RowsPolicyMessage {
    guard has(PairOptions.erase) else { return has(PairOptions.keep) ? .keep : .refuse }
    guard !has(PairOptions.keep) else {
      throw unusable(PairOptions.erase, "--keep excludes it")
    }
    return .erase
  }
}
