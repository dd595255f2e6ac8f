internal import Foundation
public import Model

/// Of which modules warnings are that name no file, by the steps that are told beside them: swift tells what
/// a compiler said behind its step, what clang said before it.
public struct SpeakingModules: Sendable {
  /// Where the step is told of what was said; nil where that is not known.
  enum Side { case behind, ahead, aheadOfLinking }

  public private(set) var of: [Diagnostic: Set<String>] = [:]
  /// The sources by way of which headers are warned of; "" is one that is not known.
  public private(set) var includers: [Diagnostic: Set<String>] = [:]
  /// The programs and libraries of which the linker said them, in the same way.
  public private(set) var products: [Diagnostic: Set<String>] = [:]
  private var ofLinker: [Diagnostic] = []
  private static let mostWays = 1000
  /// Plugins that were compiled, by their names: what is to be said of their sources was.
  public private(set) var plugins: Set<String> = []
  private var last: String?
  /// What is compiled now; the compiler does not say it twice.
  private var including: String?
  private var waiting: [Diagnostic] = []

  init() {}

  mutating func step(_ what: String) {
    if what.hasPrefix(Self.plugin) { plugins.insert(String(what.dropFirst(Self.plugin.count))) }
    last = Self.module(of: what)
    for diagnostic in waiting { add(diagnostic) }
    let product = what.hasPrefix(Self.linking) ? String(what.dropFirst(Self.linking.count)) : ""
    if !product.isEmpty { ofLinker += waiting }
    for diagnostic in ofLinker { products[diagnostic, default: []].insert(product) }
    (waiting, ofLinker, including) = ([], [], nil)
  }

  mutating func hear(_ diagnostic: Diagnostic, _ side: Side?) {
    guard diagnostic.severity == .warning else { return }
    if let file = diagnostic.file { return hear(of: file, diagnostic) }
    switch side {
    case .ahead: waiting.append(diagnostic.withoutDetails)
    case .aheadOfLinking: ofLinker.append(diagnostic.withoutDetails)
    case .behind: add(diagnostic.withoutDetails)
    case nil: break
    }
  }

  static func side(of text: String) -> Side? {
    // What its driver says, and what it says itself of its arguments.
    let isOfArguments = text.hasPrefix("warning: ") && text.contains(" [-W") && text.hasSuffix("]")
    if text.hasPrefix("clang") || isOfArguments { return .ahead }
    if text.prefixMatch(of: linker) != nil || text.prefixMatch(of: object) != nil { return .aheadOfLinking }
    return text.prefixMatch(of: /[^:\s][^:]*:\d+:/) == nil ? nil : .behind
  }

  private static let linking = "Linking "
  /// `ld.gold: warning: `, `/usr/bin/x86_64-linux-gnu-ld: a.o: warning: `
  private static var linker: Regex<Substring> {
    #/(?:\S*[/-])?(?:ld(?:\.gold|\.lld|\.bfd)?|lld|gold|mold): (?:[^:]+: )?warning: /#
  }
  /// `a.o:a.c:function f: warning: `
  private static var object: Regex<Substring> {
    #/[^\s:()]+\.(?:o|a\([^\s()]+\)): ?[^:]*(?::[^:]*)?: warning: /#
  }

  /// It knows no columns, and names a function in quotes: other tools may leave out a column too.
  private static func isOfLinker(_ diagnostic: Diagnostic) -> Bool {
    guard diagnostic.line != nil, diagnostic.column == nil else { return false }
    return diagnostic.message.contains(/[`'‘][A-Za-z0-9_.$@]+['’]/)
  }

  private mutating func hear(of file: String, _ diagnostic: Diagnostic) {
    if Self.isOfLinker(diagnostic) { ofLinker.append(diagnostic.withoutDetails) }
    let lead = "In file included from "
    let first = diagnostic.details.first { $0.hasPrefix(lead) }?.dropFirst(lead.count)
    guard first != nil || ["h", "hh", "hpp", "hxx", "inc", "def"].contains((file as NSString).pathExtension)
    else { return }
    if let first { including = (try? /(\/.+):\d+:/.wholeMatch(in: first)).map { String($0.1) } }
    let key = diagnostic.withoutDetails
    includers[key, default: []].insert(includers[key]?.count ?? 0 < Self.mostWays ? including ?? "" : "")
  }

  private mutating func add(_ diagnostic: Diagnostic) {
    if let last { of[diagnostic, default: []].insert(last) }
  }

  private static let plugin = "Compiling plugin "

  /// As its folder is called; nil of a step that compiles none.
  static func module(of step: String) -> String? {
    guard !step.hasPrefix(plugin) else { return nil }
    for lead in ["Compiling ", "Emitting module "] where step.hasPrefix(lead) {
      let name = step.dropFirst(lead.count).prefix { $0 != " " }
      return name.isEmpty || name.contains("/") ? nil : identifier(name)
    }
    return nil
  }

  private static func identifier(_ name: Substring) -> String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}

extension Diagnostic {
  /// What tells it from others.
  public var withoutDetails: Diagnostic {
    var copy = self
    copy.details = []
    return copy
  }
}
