internal import ConformanceKit
internal import ConformanceWire
internal import SystemCore
internal import TestSupport

// What nodes that pair wrongly have in common.
extension Saboteur {
  private static let method = "dyad.v1.Pairing/Pair"
  static let openWindow = "dyad.v1.PairingControl/OpenWindow"

  /// Gives another reason than it has.
  static func mumbles(_ path: String, _ word: String, as other: String = "interrupted") -> Saboteur
  {
    Saboteur(path, "says \(other) where it means \(word)") {
      $0.ends = { saying(other, $1, for: word) }
    }
  }

  /// An end with another reason.
  static func saying(_ other: String, _ end: CallEnd, for word: String) -> CallEnd {
    var end = end
    end.trailers = end.trailers.map {
      $0.name == "dyad-refusal" && $0.value == word ? HeaderField($0.name, other) : $0
    }
    return end
  }

  /// Says a step of an exchange otherwise.
  ///
  /// - Parameters:
  ///   - path: Of the case.
  ///   - name: What it does.
  ///   - step: The step's field.
  ///   - change: Makes of it what it says.
  /// - Returns: The saboteur.
  static func misspeaks(
    _ path: String, _ name: String, _ step: String,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Saboteur {
    Saboteur(path, name) {
      $0.hears = { called, bytes in
        guard called == method, var message = try? Message("PairingStep", decoding: bytes),
          message[step].isPresent
        else { return [bytes] }
        change(&message[step])
        return [message.encoded()]
      }
    }
  }

  /// Refuses a step of the tool's that is in order.
  ///
  /// - Parameters:
  ///   - path: Of the case.
  ///   - name: What it does.
  ///   - step: The step's field.
  ///   - count: From the how manieth of them on.
  ///   - word: The reason that it gives.
  /// - Returns: The saboteur.
  static func refuses(
    _ path: String, _ name: String, _ step: String, from count: Int = 1,
    saying word: String = "malformed"
  ) -> Saboteur {
    Saboteur(path, name) {
      let heard = Memory(0)
      $0.says = { called, bytes in
        guard called == method, let message = try? Message("PairingStep", decoding: bytes),
          message[step].isPresent
        else { return [bytes] }
        heard.value += 1
        return heard.value >= count ? [[]] : [bytes]
      }
      $0.ends = { called, end in
        called == method ? saying(word, end, for: "malformed") : end
      }
    }
  }

  /// Counts what it should not: more comes after a step.
  static func adds(
    _ path: String, _ name: String, after step: String, _ more: @escaping @Sendable () -> [UInt8]
  ) -> Saboteur {
    Saboteur(path, name) {
      $0.says = { called, bytes in
        guard called == method, let message = try? Message("PairingStep", decoding: bytes),
          message[step].isPresent
        else { return [bytes] }
        return [bytes, more()]
      }
    }
  }

  /// Says another thing in a message of another method.
  static func misspeaks(
    _ path: String, _ name: String, of role: Role? = nil, _ called: String, _ type: String,
    from count: Int = 1, _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Saboteur {
    Saboteur(path, name, of: role) {
      let heard = Memory(0)
      $0.hears = { method, bytes in
        guard method == called, var message = try? Message(type, decoding: bytes) else {
          return [bytes]
        }
        heard.value += 1
        guard heard.value >= count else { return [bytes] }
        change(&message.value)
        return [message.encoded()]
      }
    }
  }

  /// Takes another thing for what a message of another method says.
  static func mishears(
    _ path: String, _ name: String, _ called: String, _ type: String, from count: Int = 1,
    _ change: @escaping @Sendable (inout Value) -> Void
  ) -> Saboteur {
    Saboteur(path, name) {
      let heard = Memory(0)
      $0.says = { method, bytes in
        guard method == called, var message = try? Message(type, decoding: bytes) else {
          return [bytes]
        }
        heard.value += 1
        guard heard.value >= count else { return [bytes] }
        change(&message.value)
        return [message.encoded()]
      }
    }
  }

  /// Takes whom it sees for somebody else.
  ///
  /// - Parameters:
  ///   - path: Of the case.
  ///   - name: What it does.
  ///   - count: From the how manieth connection on.
  ///   - other: Whom, by the identities that were shown before.
  /// - Returns: The saboteur.
  static func mistakes(
    _ path: String, _ name: String, from count: Int,
    for other: @escaping @Sendable ([Identity]) -> Identity?
  ) -> Saboteur {
    Saboteur(path, name) {
      let shown = Memory([Identity]())
      $0.tls = { options in
        var options = options
        let before = shown.value
        if let identity = options.identity { shown.value.append(identity) }
        guard before.count >= count - 1 else { return options }
        options.identity = other(before)
        return options
      }
    }
  }

  /// Somebody whom nobody has seen; nobody at all if no key can be made.
  static func nobody(_ earlier: [Identity]) -> Identity? { try? Identity() }

  /// Keeps nothing but its key when it ends.
  static func forgets(_ path: String) -> Saboteur {
    Saboteur(path, "forgets all of it when it ends") {
      $0.restarts = { folder in
        for name in TemporaryFolder.names(in: folder) where !name.hasSuffix(".pem") {
          // What is no file stays, which the case finds out.
          _ = try? FileSystem.removeFile("\(folder)/\(name)")
        }
      }
    }
  }

  /// Calls the tool by another method.
  static func miscalls(_ path: String, _ name: String, _ from: String, as other: String) -> Saboteur
  {
    Saboteur(path, name) {
      $0.fields = { _, fields in
        fields.map {
          $0.name == ":path" && $0.value == "/" + from ? HeaderField(":path", "/" + other) : $0
        }
      }
    }
  }

  /// Forgets that a guess was wrong: it takes it for one that broke off.
  static func forgives(_ path: String) -> Saboteur {
    refuses(path, "does not count a wrong guess", "proof", saying: "wrong-code")
  }
}
