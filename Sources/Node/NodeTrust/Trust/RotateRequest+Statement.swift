internal import DyadServices
internal import Pairing

extension RotateRequest {
  /// The message that carries a statement.
  init(_ statement: KeyStatement) {
    self.init()
    oldKey = statement.oldKey
    newKey = statement.newKey
    signatureByOld = statement.signatureByOld
    signatureByNew = statement.signatureByNew
  }

  /// What the message says.
  var statement: KeyStatement {
    KeyStatement(
      oldKey: oldKey, newKey: newKey, signatureByOld: signatureByOld, signatureByNew: signatureByNew
    )
  }
}
