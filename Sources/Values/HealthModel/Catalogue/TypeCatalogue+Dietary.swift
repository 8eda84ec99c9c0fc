extension TypeCatalogue {
  static let dietary: [TypeDescription] = [
    .quantity(
      .dietaryFatTotal, "dietaryFatTotal", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryFatPolyunsaturated, "dietaryFatPolyunsaturated", .cumulative, "g", ios: "8.0",
      watchOS: "2.0"),
    .quantity(
      .dietaryFatMonounsaturated, "dietaryFatMonounsaturated", .cumulative, "g", ios: "8.0",
      watchOS: "2.0"),
    .quantity(
      .dietaryFatSaturated, "dietaryFatSaturated", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryCholesterol, "dietaryCholesterol", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietarySodium, "dietarySodium", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryCarbohydrates, "dietaryCarbohydrates", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryFiber, "dietaryFiber", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietarySugar, "dietarySugar", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryEnergyConsumed, "dietaryEnergyConsumed", .cumulative, "kcal", ios: "8.0",
      watchOS: "2.0"),
    .quantity(
      .dietaryProtein, "dietaryProtein", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryVitaminA, "dietaryVitaminA", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryVitaminB6, "dietaryVitaminB6", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryVitaminB12, "dietaryVitaminB12", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryVitaminC, "dietaryVitaminC", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryVitaminD, "dietaryVitaminD", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryVitaminE, "dietaryVitaminE", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryVitaminK, "dietaryVitaminK", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryCalcium, "dietaryCalcium", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryIron, "dietaryIron", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryThiamin, "dietaryThiamin", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryRiboflavin, "dietaryRiboflavin", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryNiacin, "dietaryNiacin", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryFolate, "dietaryFolate", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryBiotin, "dietaryBiotin", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryPantothenicAcid, "dietaryPantothenicAcid", .cumulative, "g", ios: "8.0",
      watchOS: "2.0"),
    .quantity(
      .dietaryPhosphorus, "dietaryPhosphorus", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryIodine, "dietaryIodine", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryMagnesium, "dietaryMagnesium", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryZinc, "dietaryZinc", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietarySelenium, "dietarySelenium", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryCopper, "dietaryCopper", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryManganese, "dietaryManganese", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryChromium, "dietaryChromium", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryMolybdenum, "dietaryMolybdenum", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryChloride, "dietaryChloride", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryPotassium, "dietaryPotassium", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryCaffeine, "dietaryCaffeine", .cumulative, "g", ios: "8.0", watchOS: "2.0"),
    .quantity(
      .dietaryWater, "dietaryWater", .cumulative, "mL", ios: "9.0", watchOS: "2.0"),
  ]
}
