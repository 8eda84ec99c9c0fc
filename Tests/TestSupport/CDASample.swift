/// A small document that is as the standard wants it, and ways to spoil it.
package enum CDASample {
  package static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc">
      <typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/>
      <id root="1.2.3" extension="1"/>
      <code code="34133-9" codeSystem="2.16.840.1.113883.6.1" displayName="Summary of episode note"/>
      <title>Résumé  de
        soins</title>
      <effectiveTime value="20260131120000+0100"/>
      <confidentialityCode code="N"/>
      <languageCode code="fr-FR"/>
      <recordTarget><patientRole><id extension="7" root="1.2"/>
        <patient><name use="L"><given>Ada</given><given>M.</given><family>Exemple</family></name>
          <name use="P"><given>Other</given></name></patient>
      </patientRole></recordTarget>
      <author><time value="20260131"/><assignedAuthor><id root="1.9"/>
        <assignedPerson><name><prefix>Dr.</prefix><family>Écrit</family></name></assignedPerson>
        <representedOrganization><name>Clinic</name></representedOrganization>
      </assignedAuthor></author>
      <custodian><assignedCustodian><representedCustodianOrganization><id root="1.8"/>
        <name>General &amp; Co</name></representedCustodianOrganization></assignedCustodian></custodian>
      <component><structuredBody>
        <component><section><title>Allergies</title><text>
          <table><caption>Known</caption><thead><tr><th>What</th><th>How</th></tr></thead>
            <tbody><tr><td>Nuts<br/>and seeds</td><td><content styleCode="Bold">Rash</content></td></tr></tbody>
          </table></text></section></component>
        <component><section><title>Plan</title><text>Come back.
            <list listType="ordered"><item>Rest</item><item>Water <list><item>much</item></list></item></list>
            <paragraph>Soon &lt;b&gt;</paragraph></text>
          <component><section><title>Inside</title><text>Deep</text></section></component>
        </section></component>
      </structuredBody></component>
    </ClinicalDocument>
    """

  package static var bytes: [UInt8] { Array(text.utf8) }

  /// The document with a comment behind it that makes it so long; `mark` makes one that differs.
  package static func bytes(count: Int, mark: Int = 0) -> [UInt8] {
    let (head, end) = (text + "<!--\(mark):", "-->")
    let room = count - head.utf8.count - end.utf8.count
    precondition(room >= 0, "a document is longer")
    let letters = Array("abcdefghijklmnopqrstuvwxyz\n".utf8)
    return Array(head.utf8) + (0..<room).map { letters[($0 &* $0 &+ $0 / 27) % 27] }
      + Array(end.utf8)
  }

  /// The document with one passage replaced.
  package static func with(_ passage: String, _ other: String) -> [UInt8] {
    Array(text.replacing(passage, with: other).utf8)
  }
}
