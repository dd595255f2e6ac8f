import Demangling
import Testing

@Suite("Demangling")
struct DemanglerTests {
  @Test("a mangled Swift name becomes what was written")
  func swift() {
    #expect(Demangler.demangle("$s4Core3bomyS2iF") == "Core.bom(Swift.Int) -> Swift.Int")
    #expect(
      Demangler.demangle("$s4Core8fallbackyS2iSgFSiyKXEfu_")
        == "implicit closure #1 () throws -> Swift.Int in "
        + "Core.fallback(Swift.Optional<Swift.Int>) -> Swift.Int")
  }

  @Test("a name with letters outside of ASCII comes back whole")
  func nonASCII() {
    #expect(Demangler.demangle("$s4Core008nave_GpaySSSiF").hasPrefix("Core.naïve"))
  }

  @Test("a C++ name becomes what was written")
  func cxx() {
    #expect(Demangler.demangle("_ZN3foo3barEi") == "foo::bar(int)")
  }

  @Test(
    "what is not mangled stays as it is",
    arguments: ["main", "", "thing_add", "$s", "_Z", "$s9999999F", "a\0b", "$s\0"])
  func plain(name: String) {
    #expect(Demangler.demangle(name) == name)
  }

  @Test("a name made to go deep does not stop the program")
  func hostile() {
    let deep = "$s" + String(repeating: "Say", count: 50_000) + "Si" + String(repeating: "G", count: 50_000)
    _ = Demangler.demangle(deep)
    _ = Demangler.demangle("$s4Core" + String(repeating: "_$", count: 100_000))
    _ = Demangler.demangle("_Z" + String(repeating: "P", count: 20_000) + "i")
  }

  @Test("names are demangled at once from several threads")
  func concurrent() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { _ in Demangler.demangle("$s4Core3bomyS2iF").hasPrefix("Core.bom") }
        }
      }
      for await same in group { #expect(same) }
    }
  }
}
