internal import ConformanceKit

/// One whole exchange.
///
/// It was computed from the text of the construction in Python, with libsodium for the group: a phone joins
/// a watch with the code 271828, the nonces are 0 to 31 and 32 to 63, and the scalars are those of
/// ``CPaceVector``.
enum KnownExchange {
  static let code = "271828"
  static let now = 800_000_000.0

  static let phone = PairingDevice(
    id: id(1), role: .phone, name: "Kitchen phone", incarnation: 0x0102_0304_0506_0708, clock: now,
    port: 7_443)
  static let watch = PairingDevice(
    id: id(101), role: .watch, name: "Wrist", incarnation: .max, clock: now + 12.5, port: 40_000)

  /// M1 to M8.
  static let messages: [HexDigits] = [
    """
    0a6c0a01011220000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f1a
    450a1d303431302d363130352d305233472d473238412d314336302d5659444410011a0d4b697463
    68656e2070686f6e65210807060504030201290000000084d7c74130933a
    """,
    """
    0a650a01011220202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f1a
    3e0a1d434e4b362d455433392d44394e502d525642452d445852372d3359433210021a0557726973
    7421ffffffffffffffff290000400684d7c74130c0b802
    """,
    """
    12470a209ccfc2897762ffed93cfd28f8d423c17a4f518eedbce792cede00326b5f0b30e12230141
    20482e0507e59e8c51172e54d139da224287df2000c4288fdbe1c5cf8b05b5d197
    """,
    """
    12470a20aa46f4ea65e749e043cbdf4b4f65d94fb8f80601fd7dbc6c951a0d91aba86b6a12230142
    20482e0507e59e8c51172e54d139da224287df2000c4288fdbe1c5cf8b05b5d197
    """,
    """
    1a420a4084094f00184b13b532dc2eed5aaf7c1b2845b713b7e77441c7d3b88eaccd92cf71f8f85d
    a3ce1c3d66156ea3e50aca931890fb955c28eb09a75c120ec81f2af4
    """,
    """
    1a420a405feb5e96282f6891e278c4c7e941685297d837c95f1fbc61ec9d929f5048980b58f46530
    aa27d94e28c561c87489d9154bfd468caa64060d07a312d319275cb1
    """,
    """
    2246080110021a40ca89faff7953ce5e26148df3bec9806a82298fac0d95e62217ae7134e7b30b16
    3401daa9234aac0c548812d4c347e7d7bb0ea2f89107a94fdf2f5cbecfdb9d10
    """,
    """
    2a46080110021a4072dcbbcbce438734074a178db9ccd0097fef8a9d833b7c5364034e8a4fea4ffe
    8b0fe2ab83eda0eb80ba972a44dd5036aaa6ddeacaea1440298f3808b7ad09ac
    """,
  ]

  static let pairSecret: HexDigits =
    "adc3b2ef18ac0284df422061b5b8026cc8bec041a90cd5e20ba9a464d461957c"

  /// A connection between keys, and with a secret, that are one byte each, many times.
  static func channel(keyOfA: UInt8 = 1, keyOfB: UInt8 = 2, exported: UInt8 = 3) -> PairingChannel {
    func bytes(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }
    return PairingChannel(
      keyOfA: bytes(keyOfA), keyOfB: bytes(keyOfB), exported: bytes(exported))
  }

  static func guest(
    code: String = code, over channel: PairingChannel = channel()
  ) -> PairingExchange {
    PairingExchange(
      as: .guest, phone, code: code, over: channel, nonce: [UInt8](0..<32),
      scalar: CPaceVector.scalarA.bytes)
  }

  static func host(code: String = code, over channel: PairingChannel = channel()) -> PairingExchange
  {
    PairingExchange(
      as: .host, watch, code: code, over: channel, nonce: [UInt8](32..<64),
      scalar: CPaceVector.scalarB.bytes)
  }

  private static func id(_ first: UInt8) -> DeviceID {
    guard let id = DeviceID([UInt8](first...first + 12)) else {
      preconditionFailure("an id has 13 bytes")
    }
    return id
  }
}
