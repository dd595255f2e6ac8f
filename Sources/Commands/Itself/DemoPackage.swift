/// A small package as it came to be, commit by commit: green, red, a crash, mended, tested.
enum DemoPackage {
  struct Step {
    var subject: String
    /// What a newcomer is about to see.
    var says: String
    /// The files that change, by path.
    var files: [String: String]
  }

  static let steps = [
    Step(
      subject: "Add recipes that can be scaled",
      says: "a first version: its test passes, and half of the code has no test",
      files: [
        "Package.swift": manifest, ".gitignore": ".build/\n", "Sources/Kitchen/Recipe.swift": recipe,
        "Tests/KitchenTests/RecipeTests.swift": firstTests,
      ]),
    Step(
      subject: "Make a shopping list in whole packs", says: "a feature with a mistake in it: a test fails",
      files: [
        "Sources/Kitchen/ShoppingList.swift": shoppingList("grams / packGrams"),
        "Tests/KitchenTests/ShoppingListTests.swift": shoppingTests,
      ]),
    Step(
      subject: "Name the main ingredient",
      says: "another one: now a test crashes too, and the tests behind it run all the same",
      files: [
        "Sources/Kitchen/MainIngredient.swift": mainIngredient("grams.max()!"),
        "Tests/KitchenTests/MainIngredientTests.swift": mainTests,
      ]),
    Step(
      subject: "Buy the pack that is only partly needed; an empty recipe has no main ingredient",
      says: "both are mended: see what is told as resolved",
      files: [
        "Sources/Kitchen/ShoppingList.swift": shoppingList("(grams + packGrams - 1) / packGrams"),
        "Sources/Kitchen/MainIngredient.swift": mainIngredient("grams.max() ?? 0"),
      ]),
    Step(
      subject: "Test the card and the hint for vegans",
      says: "tests for what had none: fewer lines that never ran",
      files: ["Tests/KitchenTests/CardTests.swift": cardTests]),
  ]

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "Kitchen",
      targets: [
        .target(name: "Kitchen"),
        .testTarget(name: "KitchenTests", dependencies: ["Kitchen"]),
      ])

    """

  private static let recipe = """
    /// What goes into a meal.
    public struct Recipe: Sendable {
      public var name: String
      public var servings: Int
      public var ingredients: [String: Int]

      public init(name: String, servings: Int, ingredients: [String: Int]) {
        self.name = name
        self.servings = servings
        self.ingredients = ingredients
      }

      /// The same for other numbers of people.
      public func scaled(to people: Int) -> Recipe {
        guard servings > 0 else { return self }
        return Recipe(
          name: name, servings: people, ingredients: ingredients.mapValues { $0 * people / servings })
      }

      /// For the kitchen's wall.
      public var card: String {
        let lines = ingredients.sorted { $0.key < $1.key }.map { "\\($0.value) g \\($0.key)" }
        return ([name, "for \\(servings)"] + lines).joined(separator: "\\n")
      }

      public var isVegan: Bool {
        let others: Set = ["butter", "eggs", "milk"]
        return others.isDisjoint(with: ingredients.keys)
      }
    }

    """

  private static let firstTests = """
    import Testing

    @testable import Kitchen

    let bread = Recipe(name: "Bread", servings: 4, ingredients: ["flour": 500, "water": 350, "salt": 10])

    @Suite("Recipes") struct RecipeTests {
      @Test("twice the people need twice the flour")
      func scaling() {
        #expect(bread.scaled(to: 8).ingredients["flour"] == 1000)
      }
    }

    """

  private static func shoppingList(_ packs: String) -> String {
    """
    extension Recipe {
      /// How many packs of each thing to buy.
      public func shoppingList(packGrams: Int) -> [String: Int] {
        ingredients.mapValues { grams in
          \(packs)
        }
      }
    }

    """
  }

  private static let shoppingTests = """
    import XCTest

    @testable import Kitchen

    final class ShoppingListTests: XCTestCase {
      func testShoppingList_withWholePacks_isExact() {
        XCTAssertEqual(bread.shoppingList(packGrams: 250)["flour"], 2)
      }

      func testShoppingList_withLessThanAPack_isOnePack() {
        XCTAssertEqual(bread.shoppingList(packGrams: 1000)["salt"], 1, "nobody sells a hundredth of a pack")
      }
    }

    """

  private static func mainIngredient(_ most: String) -> String {
    """
    extension Recipe {
      /// What there is most of.
      public var mainIngredient: String? {
        let grams = ingredients.values
        let most = \(most)
        return ingredients.first { $0.value == most }?.key
      }
    }

    """
  }

  private static let mainTests = """
    import XCTest

    @testable import Kitchen

    final class MainIngredientTests: XCTestCase {
      func testMainIngredient_ofBread_isFlour() {
        XCTAssertEqual(bread.mainIngredient, "flour")
      }

      func testMainIngredient_ofNothing_isNone() {
        let nothing = Recipe(name: "Nothing", servings: 1, ingredients: [:])
        XCTAssertNil(nothing.mainIngredient)
      }
    }

    """

  private static let cardTests = """
    import Testing

    @testable import Kitchen

    @Suite("Cards") struct CardTests {
      @Test("a card lists what is needed, by name")
      func card() {
        #expect(bread.card == "Bread\\nfor 4\\n500 g flour\\n10 g salt\\n350 g water")
      }

      @Test("eggs are not vegan", arguments: ["eggs", "milk", "butter"])
      func vegan(ingredient: String) {
        #expect(bread.isVegan)
        #expect(!Recipe(name: "x", servings: 1, ingredients: [ingredient: 1]).isVegan)
      }
    }

    """
}
