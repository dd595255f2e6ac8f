/// A template that can be rendered: compiled, and its partials and parents at hand.
public struct Template: Sendable {
  public let file: String
  private let index: Int
  private let library: CompiledLibrary

  init(file: String, index: Int, library: CompiledLibrary) {
    self.file = file
    self.index = index
    self.library = library
  }

  /// Appends what the template makes of a value, or nothing when it throws a `TemplateProblem`. A name that
  /// is known nowhere is an error; `lenient`: empty.
  public func render(_ value: TemplateValue, lenient: Bool = false, into output: inout [UInt8]) throws {
    if !lenient, let unknown = library.unknownTemplates(from: index).first { throw unknown }
    let count = output.count
    var rendering = Rendering(library: library, value: value, isLenient: lenient)
    swap(&rendering.output, &output)
    defer { swap(&rendering.output, &output) }
    do {
      try rendering.run(index)
    } catch {
      rendering.output.removeSubrange(count...)
      throw error
    }
  }
}
