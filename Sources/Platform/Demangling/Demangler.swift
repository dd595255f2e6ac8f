internal import Glibc

// The runtime that every Swift program is linked with can demangle; no module declares the function.
@_silgen_name("swift_demangle")
private func swiftDemangle(
  _ name: UnsafePointer<UInt8>?, _ length: UInt, _ output: UnsafeMutablePointer<UInt8>?,
  _ outputLength: UnsafeMutablePointer<UInt>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?

/// Turns the names that the linker knows into the names that people wrote.
public enum Demangler {
  /// The readable name; the name itself when it is not mangled.
  public static func demangle(_ name: String) -> String {
    if name.hasPrefix("_Z") { return name.utf8.contains(0) ? name : demangleCxx(name) ?? name }
    guard name.hasPrefix("$s") || name.hasPrefix("$S") || name.hasPrefix("_T") else { return name }
    var name = name
    return name.withUTF8 { bytes -> String? in
      // C would end the name there.
      guard let start = bytes.baseAddress, memchr(start, 0, bytes.count) == nil,
        let text = swiftDemangle(start, UInt(bytes.count), nil, nil, 0)
      else { return nil }
      defer { free(text) }
      return String(cString: text)
    } ?? name
  }

  private typealias CxxDemangle =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
      UnsafeMutablePointer<CInt>?
    ) -> UnsafeMutablePointer<CChar>?

  /// C++ has its demangler in its own library, which the Swift runtime brings along; nil where it doesn't.
  private static let cxxDemangle: CxxDemangle? = dlsym(nil, "__cxa_demangle").map {
    unsafeBitCast($0, to: CxxDemangle.self)
  }

  private static func demangleCxx(_ name: String) -> String? {
    guard let text = cxxDemangle?(name, nil, nil, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
