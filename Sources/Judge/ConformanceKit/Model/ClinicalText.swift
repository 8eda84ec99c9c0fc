/// A clinical document as small as the standard lets it be.
package struct ClinicalText {
  // What `Sample.document` says.
  package var title = "Document"
  package var patientName = "A"
  package var authorName = "B"
  package var custodianName = "C"
  /// When it was written; it does not say so where there is nothing.
  package var date: Double?
  /// What stands before its root.
  package var prolog = ""
  package var namespace = "urn:hl7-org:v3"
  package var hasCustodian = true

  package init() {}

  /// Its text.
  package var text: String {
    let time = date.map { "value=\"\(Self.digits($0))+0000\"" } ?? "nullFlavor=\"UNK\""
    let custodian =
      "<custodian><assignedCustodian><representedCustodianOrganization><id root=\"1.8\"/><name>"
      + "\(custodianName)</name></representedCustodianOrganization></assignedCustodian></custodian>"
    return """
      \(prolog)<ClinicalDocument xmlns="\(namespace)">
      <typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/><id root="1.2.3"/>
      <code code="34133-9" codeSystem="2.16.840.1.113883.6.1"/><title>\(title)</title>
      <effectiveTime \(time)/><confidentialityCode code="N"/>
      <recordTarget><patientRole><id root="1.2"/><patient><name>\(patientName)</name></patient>
      </patientRole></recordTarget><author><time nullFlavor="UNK"/><assignedAuthor><id root="1.9"/>
      <assignedPerson><name>\(authorName)</name></assignedPerson></assignedAuthor></author>
      \(hasCustodian ? custodian : "")<component><structuredBody><component><section>
      <text>Well.</text></section></component></structuredBody></component></ClinicalDocument>

      """
  }

  package var bytes: [UInt8] { Array(text.utf8) }

  /// So many bytes, in no order that repeats soon.
  package static func bytes(count: Int) -> [UInt8] {
    let head = ClinicalText().bytes + Array("<!--".utf8)
    let rest = count - head.count - 3
    precondition(rest >= 0, "as many bytes as a document needs")
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let comment = (0..<rest).map { letters[($0 &* 31 &+ $0 / 256) % letters.count] }
    return head + comment + Array("-->".utf8)
  }

  /// A date and time as HL7 writes it, in UTC: 20260131235959.
  private static func digits(_ time: Double) -> String {
    let seconds = Int(time.rounded(.down))
    // Days since the first of March of the year 0, whose years end with their leap days.
    let days = seconds / 86_400 + 730_791
    let (era, inEra) = (days / 146_097, days % 146_097)
    let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * year + year / 4 - year / 100)
    let march = (5 * inYear + 2) / 153
    let day = inYear - (153 * march + 2) / 5 + 1
    let month = march < 10 ? march + 3 : march - 9
    let ofDay = seconds % 86_400
    let numbers = [month, day, ofDay / 3_600, ofDay / 60 % 60, ofDay % 60]
    return "\(year + era * 400 + (month <= 2 ? 1 : 0))"
      + numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
  }
}
