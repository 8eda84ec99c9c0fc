/// Raw values as HealthKit's documentation has them, written down apart from the code.
enum EnumerationFacts {
  /// One enumeration in each line: its name, then `case=value`.
  static let table = """
    SleepAnalysisValue
      inBed=0 asleep=1 awake=2 asleepCore=3 asleepDeep=4 asleepREM=5
    AppleStandHourValue
      stood=0 idle=1
    CervicalMucusQualityValue
      dry=1 sticky=2 creamy=3 watery=4 eggWhite=5
    OvulationTestResultValue
      negative=1 positive=2 indeterminate=3 estrogenSurge=4
    MenstrualFlowValue
      unspecified=1 light=2 medium=3 heavy=4 none=5
    NotApplicableValue
      notApplicable=0
    SeverityValue
      unspecified=0 notPresent=1 mild=2 moderate=3 severe=4
    PresenceValue
      present=0 notPresent=1
    AppetiteChangesValue
      unspecified=0 noChange=1 decreased=2 increased=3
    EnvironmentalAudioExposureEventValue
      momentaryLimit=1
    HeadphoneAudioExposureEventValue
      sevenDayLimit=1
    ContraceptiveValue
      unspecified=1 implant=2 injection=3 intrauterineDevice=4 intravaginalRing=5 oral=6 patch=7
    LowCardioFitnessEventValue
      lowFitness=1
    AppleWalkingSteadinessEventValue
      initialLow=1 initialVeryLow=2 repeatLow=3 repeatVeryLow=4
    PregnancyTestResultValue
      negative=1 positive=2 indeterminate=3
    ProgesteroneTestResultValue
      negative=1 positive=2 indeterminate=3
    VaginalBleedingValue
      unspecified=1 light=2 medium=3 heavy=4 none=5
    BiologicalSex
      notSet=0 female=1 male=2 other=3
    BloodType
      notSet=0 aPositive=1 aNegative=2 bPositive=3 bNegative=4 abPositive=5 abNegative=6
      oPositive=7 oNegative=8
    FitzpatrickSkinType
      notSet=0 i=1 ii=2 iii=3 iv=4 v=5 vi=6
    WheelchairUse
      notSet=0 no=1 yes=2
    BodyTemperatureSensorLocation
      other=0 armpit=1 body=2 ear=3 finger=4 gastroIntestinal=5 mouth=6 rectum=7 toe=8 earDrum=9
      temporalArtery=10 forehead=11
    HeartRateSensorLocation
      other=0 chest=1 wrist=2 finger=3 hand=4 earLobe=5 foot=6
    WeatherCondition
      none=0 clear=1 fair=2 partlyCloudy=3 mostlyCloudy=4 cloudy=5 foggy=6 haze=7 windy=8
      blustery=9 smoky=10 dust=11 snow=12 hail=13 sleet=14 freezingDrizzle=15 freezingRain=16
      mixedRainAndHail=17 mixedRainAndSnow=18 mixedRainAndSleet=19 mixedSnowAndSleet=20 drizzle=21
      scatteredShowers=22 showers=23 thunderstorms=24 tropicalStorm=25 hurricane=26 tornado=27
    SwimmingLocation
      unknown=0 pool=1 openWater=2
    SwimmingStrokeStyle
      unknown=0 mixed=1 freestyle=2 backstroke=3 breaststroke=4 butterfly=5
      kickboard=6
    WorkoutActivityType
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
      downhillSkiing=61 flexibility=62 highIntensityIntervalTraining=63 jumpRope=64 kickboxing=65
      pilates=66 snowboarding=67 stairs=68 stepTraining=69 wheelchairWalkPace=70
      wheelchairRunPace=71 taiChi=72 mixedCardio=73 handCycling=74 discSports=75
      fitnessGaming=76 cardioDance=77 socialDance=78 pickleball=79 cooldown=80 swimBikeRun=82
      transition=83 underwaterDiving=84 other=3000
    WorkoutEventType
      pause=1 resume=2 lap=3 marker=4 motionPaused=5 motionResumed=6 segment=7
      pauseOrResumeRequest=8
    WorkoutSessionState
      notStarted=1 running=2 ended=3 paused=4 prepared=5 stopped=6
    WorkoutSessionLocation
      unknown=1 indoor=2 outdoor=3
    AuthorizationStatus
      notDetermined=0 sharingDenied=1 sharingAuthorized=2
    UpdateFrequency
      immediate=1 hourly=2 daily=3 weekly=4
    MetricPrefix
      none=0 pico=1 nano=2 micro=3 milli=4 centi=5 deci=6 deca=7 hecto=8 kilo=9 mega=10 giga=11
      tera=12 femto=13
    """
}
