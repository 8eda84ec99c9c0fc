package import ConformanceWire

/// A call of the tool that the node refused, or ended otherwise than it should.
package struct CallFailure: Error, Hashable, CustomStringConvertible {
  /// "dyad.v1.Operator/AddApp".
  package let method: String
  package let end: CallEnd

  package init(_ method: String, _ end: CallEnd) {
    self.method = method
    self.end = end
  }

  package var description: String {
    "cannot call \(method): it ends with status \(end.code) \(end.message)"
  }
}
