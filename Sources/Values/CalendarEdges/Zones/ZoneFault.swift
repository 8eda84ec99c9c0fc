/// What is wrong with a zone file or a rule, without the name of the zone.
struct ZoneFault: Error, Hashable {
  var detail: String

  init(_ detail: String) {
    self.detail = detail
  }
}
