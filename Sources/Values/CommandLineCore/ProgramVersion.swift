/// The version of Dyad that all its programs are of.
package enum ProgramVersion {
  /// In the form of semantic versions.
  package static let number = "0.1.0"
}
