extension AppleExportForm {
  /// What stands before the root: the definition of what follows, as its readers expect it.
  static let prolog = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord|Audiogram|VisionPrescription)*)>
    <!ATTLIST HealthData locale CDATA #REQUIRED>
    <!ELEMENT ExportDate EMPTY>
    <!ATTLIST ExportDate value CDATA #REQUIRED>
    <!ELEMENT Me EMPTY>
    <!ATTLIST Me
      HKCharacteristicTypeIdentifierDateOfBirth CDATA #REQUIRED
      HKCharacteristicTypeIdentifierBiologicalSex CDATA #REQUIRED
      HKCharacteristicTypeIdentifierBloodType CDATA #REQUIRED
      HKCharacteristicTypeIdentifierFitzpatrickSkinType CDATA #REQUIRED>
    <!ELEMENT Record (MetadataEntry*)>
    <!ATTLIST Record
      type CDATA #REQUIRED
      unit CDATA #IMPLIED
      value CDATA #IMPLIED
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      creationDate CDATA #IMPLIED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED>
    <!-- The records of a correlation stand at the top level as well. -->
    <!ELEMENT Correlation ((MetadataEntry|Record)*)>
    <!ATTLIST Correlation
      type CDATA #REQUIRED
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      creationDate CDATA #IMPLIED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED>
    <!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutActivity|WorkoutStatistics|WorkoutRoute)*)>
    <!ATTLIST Workout
      workoutActivityType CDATA #REQUIRED
      duration CDATA #IMPLIED
      durationUnit CDATA #IMPLIED
      totalDistance CDATA #IMPLIED
      totalDistanceUnit CDATA #IMPLIED
      totalEnergyBurned CDATA #IMPLIED
      totalEnergyBurnedUnit CDATA #IMPLIED
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      creationDate CDATA #IMPLIED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED>
    <!ELEMENT WorkoutEvent (MetadataEntry*)>
    <!ATTLIST WorkoutEvent
      type CDATA #REQUIRED
      date CDATA #REQUIRED
      duration CDATA #IMPLIED
      durationUnit CDATA #IMPLIED>
    <!ELEMENT WorkoutActivity (MetadataEntry*)>
    <!ATTLIST WorkoutActivity
      uuid CDATA #REQUIRED
      startDate CDATA #REQUIRED
      endDate CDATA #IMPLIED
      duration CDATA #IMPLIED
      durationUnit CDATA #IMPLIED>
    <!ELEMENT WorkoutStatistics EMPTY>
    <!ATTLIST WorkoutStatistics
      type CDATA #REQUIRED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED
      sum CDATA #IMPLIED
      unit CDATA #IMPLIED>
    <!ELEMENT WorkoutRoute (FileReference)>
    <!ATTLIST WorkoutRoute
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED>
    <!ELEMENT FileReference EMPTY>
    <!ATTLIST FileReference path CDATA #REQUIRED>
    <!ELEMENT ActivitySummary EMPTY>
    <!ATTLIST ActivitySummary
      dateComponents CDATA #IMPLIED
      activeEnergyBurned CDATA #IMPLIED
      activeEnergyBurnedGoal CDATA #IMPLIED
      activeEnergyBurnedUnit CDATA #IMPLIED
      appleMoveTime CDATA #IMPLIED
      appleMoveTimeGoal CDATA #IMPLIED
      appleExerciseTime CDATA #IMPLIED
      appleExerciseTimeGoal CDATA #IMPLIED
      appleStandHours CDATA #IMPLIED
      appleStandHoursGoal CDATA #IMPLIED>
    <!ELEMENT ClinicalRecord (MetadataEntry*)>
    <!ATTLIST ClinicalRecord
      type CDATA #REQUIRED
      identifier CDATA #REQUIRED
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      sourceURL CDATA #REQUIRED
      fhirVersion CDATA #REQUIRED
      receivedDate CDATA #REQUIRED
      resourceFilePath CDATA #REQUIRED>
    <!ELEMENT Audiogram ((MetadataEntry|SensitivityPoint)*)>
    <!ATTLIST Audiogram
      type CDATA #REQUIRED
      sourceName CDATA #REQUIRED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      creationDate CDATA #IMPLIED
      startDate CDATA #REQUIRED
      endDate CDATA #REQUIRED>
    <!ELEMENT SensitivityPoint EMPTY>
    <!ATTLIST SensitivityPoint
      frequencyValue CDATA #REQUIRED
      frequencyUnit CDATA #REQUIRED
      leftEarValue CDATA #IMPLIED
      leftEarUnit CDATA #IMPLIED
      leftEarMasked CDATA #IMPLIED
      leftEarClampingRangeLowerBound CDATA #IMPLIED
      leftEarClampingRangeUpperBound CDATA #IMPLIED
      rightEarValue CDATA #IMPLIED
      rightEarUnit CDATA #IMPLIED
      rightEarMasked CDATA #IMPLIED
      rightEarClampingRangeLowerBound CDATA #IMPLIED
      rightEarClampingRangeUpperBound CDATA #IMPLIED>
    <!ELEMENT VisionPrescription ((RightEye|LeftEye|MetadataEntry)*)>
    <!ATTLIST VisionPrescription
      type CDATA #REQUIRED
      sourceName CDATA #IMPLIED
      sourceVersion CDATA #IMPLIED
      device CDATA #IMPLIED
      dateIssued CDATA #REQUIRED
      expirationDate CDATA #IMPLIED
      brand CDATA #IMPLIED>
    \(eye("RightEye"))
    \(eye("LeftEye"))
    <!ELEMENT MetadataEntry EMPTY>
    <!ATTLIST MetadataEntry
      key CDATA #REQUIRED
      value CDATA #REQUIRED>
    ]>
    """

  /// The definition of what is measured of an eye.
  private static func eye(_ element: String) -> String {
    let attributes = LensNames.all.flatMap { [$0.attribute, "\($0.attribute)Unit"] }
    return "<!ELEMENT \(element) EMPTY>\n<!ATTLIST \(element)"
      + attributes.map { "\n  \($0) CDATA #IMPLIED" }.joined() + ">"
  }
}
