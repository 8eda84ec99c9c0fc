internal import HealthModel
internal import TextFormats

// What has elements of its own that are no records.
extension AppleExportForm {
  /// Writes the summary of a day, an audiogram, a prescription or a clinical record.
  func details(
    _ run: SampleRun, _ row: Int, _ details: Details, _ metadata: [(String, MetadataValue)]
  ) {
    switch run.type {
    case .activitySummary: summary(details)
    case .foreignRecord: foreign(run, row, details, metadata)
    case .audiogram: audiogram(run, row, details, metadata)
    case .visionPrescription: prescription(run, row, details, metadata)
    default: clinicalRecord(run, row, details, metadata)
    }
  }

  private func summary(_ details: Details) {
    guard case .integer(let number) = details.values["day"] else { return }
    text.append(" <ActivitySummary")
    text.append("dateComponents", CivilDate(dayNumber: Int(clamping: number)).text)
    let names = [
      ("activeEnergyBurned", "energy", Unit.kilocalorie), ("appleMoveTime", "moveTime", .minute),
      ("appleExerciseTime", "exercise", .minute),
    ]
    for (name, detail, unit) in names {
      for ending in ["", "Goal"] {
        guard case .quantity(let quantity) = details.values[detail + ending],
          let value = try? quantity.value(in: unit)
        else { continue }
        text.append(name + ending, value.exportText)
      }
      if detail == "energy" { text.append("activeEnergyBurnedUnit", "kcal") }
    }
    for ending in ["", "Goal"] {
      guard case .double(let hours) = details.values["stand" + ending] else { continue }
      text.append("appleStandHours" + ending, hours.exportText)
    }
    text.append("/>\n")
  }

  private func foreign(
    _ run: SampleRun, _ row: Int, _ details: Details, _ metadata: [(String, MetadataValue)]
  ) {
    guard case .string(let type) = details.values["type"] else { return }
    begin("Record", ObjectType(type), origin)
    if case .string(let unit) = details.values["unit"] { text.append("unit", unit) }
    dates(run.starts[row], run.ends[row])
    if case .string(let value) = details.values["value"] { text.append("value", value) }
    end("Record", own(run, row), metadata)
  }

  private func audiogram(
    _ run: SampleRun, _ row: Int, _ details: Details, _ metadata: [(String, MetadataValue)]
  ) {
    begin("Audiogram", run.type, origin)
    dates(run.starts[row], run.ends[row])
    text.append(">\n")
    append(own(run, row), metadata)
    let series = details.series
    // What another node brought need not be what an app may save.
    let levels = zip(series["side"] ?? [], series["sensitivity"] ?? [])
    func number(_ name: String, _ row: Int) -> Double {
      series[name].flatMap { row < $0.count ? $0[row] : nil } ?? 0
    }
    for (row, (tone, (side, level))) in zip(series["frequency"] ?? [], levels).enumerated() {
      text.append("  <SensitivityPoint")
      text.append("frequencyValue", tone.exportText)
      text.append("frequencyUnit", "Hz")
      let ear = side == 0 ? "leftEar" : "rightEar"
      text.append("\(ear)Value", level.exportText)
      text.append("\(ear)Unit", "dBHL")
      if number("masked", row) == 1 { text.append("\(ear)Masked", "1") }
      for (bound, name, flags) in [
        ("Lower", "lowerClamp", [1.0, 3]), ("Upper", "upperClamp", [2, 3]),
      ] where flags.contains(number("clamped", row)) {
        text.append("\(ear)ClampingRange\(bound)Bound", number(name, row).exportText)
      }
      text.append("/>\n")
    }
    text.append(" </Audiogram>\n")
  }

  private func prescription(
    _ run: SampleRun, _ row: Int, _ details: Details, _ metadata: [(String, MetadataValue)]
  ) {
    text.append(" <VisionPrescription")
    text.append("type", details.values["kind"] == .integer(2) ? "Contacts" : "Glasses")
    text.append(origin.attributes)
    date("dateIssued", run.starts[row])
    if case .date(let seconds) = details.values["expires"] { date("expirationDate", seconds) }
    if case .string(let brand) = details.values["brand"] { text.append("brand", brand) }
    text.append(">\n")
    for (element, side) in [("RightEye", "right"), ("LeftEye", "left")] {
      let values = LensNames.all.compactMap { name -> (String, Quantity)? in
        guard case .quantity(let quantity) = details.values[side + name.detail] else { return nil }
        return (name.attribute, quantity)
      }
      if values.isEmpty { continue }
      text.append("  <\(element)")
      for (name, quantity) in values {
        text.append(name, quantity.value.exportText)
        text.append("\(name)Unit", quantity.unit.unitString)
      }
      text.append("/>\n")
    }
    append(own(run, row), metadata)
    text.append(" </VisionPrescription>\n")
  }

  private func clinicalRecord(
    _ run: SampleRun, _ row: Int, _ details: Details, _ metadata: [(String, MetadataValue)]
  ) {
    func value(_ name: String) -> String {
      if case .string(let text) = details.values[name] { text } else { "" }
    }
    text.append(" <ClinicalRecord")
    text.append("type", value("resourceType"))
    text.append("identifier", value("identifier"))
    text.append(origin.attributes)
    text.append("sourceURL", value("sourceURL"))
    text.append("fhirVersion", value("fhirVersion"))
    date("receivedDate", run.starts[row])
    let isThere = !value("resource").isEmpty
    text.append(
      "resourceFilePath", isThere ? "/\(AppleFile.path(of: run.uuids[row], run.type))" : "")
    end("ClinicalRecord", own(run, row), metadata)
  }
}
