package import ConformanceWire

/// A call that the node ended where something else was to come.
package struct CallRefused: Error, Hashable {
  /// "dyad.v1.Pairing/Pair".
  package let method: String
  /// How it ended.
  package let end: CallEnd
  /// The step of an exchange that was to come, from 1 to 8.
  package let step: Int?

  /// States how a call ended.
  package init(_ method: String, _ end: CallEnd, step: Int? = nil) {
    self.method = method
    self.end = end
    self.step = step
  }

  /// The word that the node gives as its reason; `nil` for none, or one that the text does not have.
  package var refusal: PairingRefusal? {
    end.trailer(PairingRefusal.trailer).flatMap(PairingRefusal.init)
  }

  /// Whether the word is this one, and the status the one that belongs to it.
  package func isRefusal(_ word: PairingRefusal) -> Bool {
    refusal == word && end.code == word.status
  }
}

extension CallRefused: CustomStringConvertible {
  package var description: String {
    "\(method) ended\(step.map { " before M\($0)" } ?? ""): \(end)"
      + (end.trailer(PairingRefusal.trailer).map { " (\($0))" } ?? "")
  }
}
