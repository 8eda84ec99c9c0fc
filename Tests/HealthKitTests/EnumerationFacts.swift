/// Raw values as HealthKit's documentation has them, written down apart from the code.
enum EnumerationFacts {
  /// One enumeration in each line: its name, then `case=value`.
  static let table = """
    HKError.Code
      unknownError=0 errorHealthDataUnavailable=1 errorHealthDataRestricted=2
      errorInvalidArgument=3 errorAuthorizationDenied=4 errorAuthorizationNotDetermined=5
      errorDatabaseInaccessible=6 errorUserCanceled=7 errorAnotherWorkoutSessionStarted=8
      errorUserExitedWorkoutSession=9 errorRequiredAuthorizationDenied=10 errorNoData=11
      errorWorkoutActivityNotAllowed=12 errorDataSizeExceeded=13
      errorBackgroundWorkoutSessionNotAllowed=14 errorNotPermissibleForGuestUserMode=15
    HKUpdateFrequency
      immediate=1 hourly=2 daily=3 weekly=4
    HKAuthorizationStatus
      notDetermined=0 sharingDenied=1 sharingAuthorized=2
    HKBiologicalSex
      notSet=0 female=1 male=2 other=3
    HKBloodType
      notSet=0 aPositive=1 aNegative=2 bPositive=3 bNegative=4 abPositive=5 abNegative=6
      oPositive=7 oNegative=8
    HKCategoryValueSleepAnalysis
      inBed=0 asleepUnspecified=1 awake=2 asleepCore=3 asleepDeep=4 asleepREM=5
    HKCategoryValueAppleStandHour
      stood=0 idle=1
    HKFitzpatrickSkinType
      notSet=0 I=1 II=2 III=3 IV=4 V=5 VI=6
    HKVisionEye
      left=1 right=2
    HKPrismBase
      none=0 up=1 down=2 in=3 out=4
    HKVisionPrescriptionType
      glasses=1 contacts=2
    HKWheelchairUse
      notSet=0 no=1 yes=2
    HKCategoryValueCervicalMucusQuality
      dry=1 sticky=2 creamy=3 watery=4 eggWhite=5
    HKCategoryValueOvulationTestResult
      negative=1 luteinizingHormoneSurge=2 indeterminate=3 estrogenSurge=4
    HKCategoryValueMenstrualFlow
      unspecified=1 light=2 medium=3 heavy=4 none=5
    HKCategoryValue
      notApplicable=0
    HKQuantityAggregationStyle
      cumulative=0 discreteArithmetic=1 discreteTemporallyWeighted=2
      discreteEquivalentContinuousLevel=3
    HKBodyTemperatureSensorLocation
      other=0 armpit=1 body=2 ear=3 finger=4 gastroIntestinal=5 mouth=6 rectum=7 toe=8
      earDrum=9 temporalArtery=10 forehead=11
    HKHeartRateSensorLocation
      other=0 chest=1 wrist=2 finger=3 hand=4 earLobe=5 foot=6
    HKWeatherCondition
      none=0 clear=1 fair=2 partlyCloudy=3 mostlyCloudy=4 cloudy=5 foggy=6 haze=7 windy=8
      blustery=9 smoky=10 dust=11 snow=12 hail=13 sleet=14 freezingDrizzle=15 freezingRain=16
      mixedRainAndHail=17 mixedRainAndSnow=18 mixedRainAndSleet=19 mixedSnowAndSleet=20
      drizzle=21 scatteredShowers=22 showers=23 thunderstorms=24 tropicalStorm=25 hurricane=26
      tornado=27
    HKWorkoutSwimmingLocationType
      unknown=0 pool=1 openWater=2
    HKSwimmingStrokeStyle
      unknown=0 mixed=1 freestyle=2 backstroke=3 breaststroke=4 butterfly=5 kickboard=6
    HKMetricPrefix
      none=0 pico=1 nano=2 micro=3 milli=4 centi=5 deci=6 deca=7 hecto=8 kilo=9 mega=10
      giga=11 tera=12 femto=13
    HKWorkoutActivityType
      americanFootball=1 archery=2 australianFootball=3 badminton=4 baseball=5 basketball=6
      bowling=7 boxing=8 climbing=9 cricket=10 crossTraining=11 curling=12 cycling=13 dance=14
      danceInspiredTraining=15 elliptical=16 equestrianSports=17 fencing=18 fishing=19
      functionalStrengthTraining=20 golf=21 gymnastics=22 handball=23 hiking=24 hockey=25
      hunting=26 lacrosse=27 martialArts=28 mindAndBody=29 mixedMetabolicCardioTraining=30
      paddleSports=31 play=32 preparationAndRecovery=33 racquetball=34 rowing=35 rugby=36
      running=37 sailing=38 skatingSports=39 snowSports=40 soccer=41 softball=42 squash=43
      stairClimbing=44 surfingSports=45 swimming=46 tableTennis=47 tennis=48 trackAndField=49
      traditionalStrengthTraining=50 volleyball=51 walking=52 waterFitness=53 waterPolo=54
      waterSports=55 wrestling=56 yoga=57 barre=58 coreTraining=59 crossCountrySkiing=60
      downhillSkiing=61 flexibility=62 highIntensityIntervalTraining=63 jumpRope=64
      kickboxing=65 pilates=66 snowboarding=67 stairs=68 stepTraining=69 wheelchairWalkPace=70
      wheelchairRunPace=71 taiChi=72 mixedCardio=73 handCycling=74 discSports=75
      fitnessGaming=76 cardioDance=77 socialDance=78 pickleball=79 cooldown=80 swimBikeRun=82
      transition=83 underwaterDiving=84 other=3000
    HKAudiogramConductionType
      air=0
    HKAudiogramSensitivityTestSide
      left=0 right=1
    HKWorkoutEventType
      pause=1 resume=2 lap=3 marker=4 motionPaused=5 motionResumed=6 segment=7
      pauseOrResumeRequest=8
    HKWorkoutSessionState
      notStarted=1 running=2 ended=3 paused=4 prepared=5 stopped=6
    HKWorkoutSessionLocationType
      unknown=1 indoor=2 outdoor=3
    HKAuthorizationRequestStatus
      unknown=0 shouldRequest=1 unnecessary=2
    HKCategoryValueVaginalBleeding
      unspecified=1 light=2 medium=3 heavy=4 none=5
    HKCategoryValueSeverity
      unspecified=0 notPresent=1 mild=2 moderate=3 severe=4
    HKCategoryValuePresence
      present=0 notPresent=1
    HKCategoryValueAppetiteChanges
      unspecified=0 noChange=1 decreased=2 increased=3
    HKCategoryValueAudioExposureEvent
      loudEnvironment=1
    HKCategoryValueEnvironmentalAudioExposureEvent
      momentaryLimit=1
    HKCategoryValueHeadphoneAudioExposureEvent
      sevenDayLimit=1
    HKCategoryValueContraceptive
      unspecified=1 implant=2 injection=3 intrauterineDevice=4 intravaginalRing=5 oral=6
      patch=7
    HKCategoryValueLowCardioFitnessEvent
      lowFitness=1
    HKCategoryValueAppleWalkingSteadinessEvent
      initialLow=1 initialVeryLow=2 repeatLow=3 repeatVeryLow=4
    HKCategoryValuePregnancyTestResult
      negative=1 positive=2 indeterminate=3
    HKCategoryValueProgesteroneTestResult
      negative=1 positive=2 indeterminate=3
    HKWorkoutSessionType
      primary=0 mirrored=1
    HKHeartRateMotionContext
      notSet=0 sedentary=1 active=2
    HKUserMotionContext
      notSet=0 stationary=1 active=2
    HKInsulinDeliveryReason
      basal=1 bolus=2
    HKBloodGlucoseMealTime
      preprandial=1 postprandial=2
    HKVO2MaxTestType
      maxExercise=1 predictionSubMaxExercise=2 predictionNonExercise=3
    HKHeartRateRecoveryTestType
      maxExercise=1 predictionSubMaxExercise=2 predictionNonExercise=3
    HKCyclingFunctionalThresholdPowerTestType
      maxExercise60Minute=1 maxExercise20Minute=2 rampTest=3 predictionExercise=4
    HKPhysicalEffortEstimationType
      activityLookup=1 deviceSensed=2
    HKWaterSalinity
      freshWater=1 saltWater=2
    HKDevicePlacementSide
      unknown=0 left=1 right=2 central=3
    HKAppleECGAlgorithmVersion
      version1=1 version2=2
    HKAppleSleepingBreathingDisturbancesClassification
      notElevated=0 elevated=1
    HKElectrocardiogram.Classification
      notSet=0 sinusRhythm=1 atrialFibrillation=2 inconclusiveLowHeartRate=3
      inconclusiveHighHeartRate=4 inconclusivePoorReading=5 inconclusiveOther=6
      unrecognized=100
    HKElectrocardiogram.SymptomsStatus
      notSet=0 none=1 present=2
    HKElectrocardiogram.Lead
      appleWatchSimilarToLeadI=1
    HKStateOfMind.Kind
      momentaryEmotion=1 dailyMood=2
    HKStateOfMind.Label
      amazed=1 amused=2 angry=3 anxious=4 ashamed=5 brave=6 calm=7 content=8 disappointed=9
      discouraged=10 disgusted=11 embarrassed=12 excited=13 frustrated=14 grateful=15
      guilty=16 happy=17 hopeless=18 irritated=19 jealous=20 joyful=21 lonely=22
      passionate=23 peaceful=24 proud=25 relieved=26 sad=27 scared=28 stressed=29
      surprised=30 worried=31 annoyed=32 confident=33 drained=34 hopeful=35 indifferent=36
      overwhelmed=37 satisfied=38
    HKStateOfMind.Association
      community=1 currentEvents=2 dating=3 education=4 family=5 fitness=6 friends=7 health=8
      hobbies=9 identity=10 money=11 partner=12 selfCare=13 spirituality=14 tasks=15
      travel=16 work=17 weather=18
    HKStateOfMind.ValenceClassification
      veryUnpleasant=1 unpleasant=2 slightlyUnpleasant=3 neutral=4 slightlyPleasant=5
      pleasant=6 veryPleasant=7
    HKGAD7Assessment.Risk
      noneToMinimal=1 mild=2 moderate=3 severe=4
    HKGAD7Assessment.Answer
      notAtAll=0 severalDays=1 moreThanHalfTheDays=2 nearlyEveryDay=3
    HKPHQ9Assessment.Risk
      noneToMinimal=1 mild=2 moderate=3 moderatelySevere=4 severe=5
    HKPHQ9Assessment.Answer
      notAtAll=0 severalDays=1 moreThanHalfTheDays=2 nearlyEveryDay=3 preferNotToAnswer=4
    """
}
